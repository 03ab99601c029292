/// Follows `option_value`: copies options of a graph, and of the node that it stands for, into the
/// options of its nodes (mediapipe/framework/tool/options_util.cc).
struct OptionValues {
    private let graph: NodeOptions
    private let parent: NodeOptions?
    private var work: OptionWork
    /// The graph's options with those of the node over them, by type; they are asked for often.
    private var sources: [String?: TextMessage?] = [:]

    /// Copies into the nodes of `config` what they ask for. `parent` is the node of the subgraph.
    static func copy(
        into config: inout GraphConfig, from parent: NodeConfig?, _ work: inout OptionWork
    ) -> [GraphFault] {
        guard config.nodes.contains(where: { !$0.optionValues.isEmpty }) else { return [] }
        var values = OptionValues(graph: config.options, parent: parent?.options, work: work)
        defer { work = values.work }
        var faults: [GraphFault] = []
        for index in config.nodes.indices where !config.nodes[index].optionValues.isEmpty {
            let lines = config.nodes[index].optionValues
            config.nodes[index].optionValues = []
            for line in lines {
                if values.work.isExhausted { return faults }
                do throws(OptionFault) {
                    try values.copy(line, into: &config.nodes[index].options)
                } catch {
                    let kind: GraphFaultKind =
                        switch error {
                        case .reason(let reason): .optionValue(line, reason: reason)
                        case .tooMuch: .tooManyOptionValues(line, limit: OptionWork.limit)
                        }
                    faults.append(GraphFault(kind, node: config.nodes[index].label))
                }
            }
        }
        return faults
    }

    private init(graph: NodeOptions, parent: NodeOptions?, work: OptionWork) {
        self.graph = graph
        self.parent = parent
        self.work = work
    }

    /// Follows one line.
    private mutating func copy(
        _ line: String, into options: inout NodeOptions
    ) throws(OptionFault) {
        guard let (target, source) = OptionPath.pair(line) else {
            throw .reason("expected \"field:options/field\"")
        }
        guard let message = try message(source.type) else { return }
        guard let place = try place(target.type, in: options) else {
            throw .reason("the node has no options message of its own into which to copy")
        }
        guard let values = try message.values(at: source.steps[...], &work) else {
            throw .reason("the graph's options have no such field")
        }
        // Not copied to be changed, as lines that change a large message may be many.
        var changed = TextMessage()
        swap(&changed, &options.entries[place].message)
        defer { swap(&changed, &options.entries[place].message) }
        if target.steps.isEmpty {
            guard values.count == 1, case .message(let value)? = values.first?.content else {
                throw .reason("a field cannot replace the options message")
            }
            changed = try changed.merged(with: value, &work)
        } else if try !changed.set(values, at: target.steps[...], &work) {
            throw .reason("the node's options have no such field")
        }
    }

    /// The options message from which is copied; nil when there is none.
    private mutating func message(_ type: String?) throws(OptionFault) -> TextMessage? {
        if let known = sources[type] { return known }
        let found = try merged(type)
        sources[type] = .some(found)
        return found
    }

    private mutating func merged(_ type: String?) throws(OptionFault) -> TextMessage? {
        let defaults = try place(type, in: graph).map { graph.entries[$0] }
        var given: NodeOptions.Entry?
        if let parent { given = try place(type, in: parent).map { parent.entries[$0] } }
        guard let defaults, let given else { return defaults?.message ?? given?.message }
        guard defaults.type == given.type else {
            throw .reason(
                "the node gives options of type \(given.type), the graph expects "
                    + defaults.type)
        }
        return try defaults.message.merged(with: given.message, &work)
    }

    private mutating func place(
        _ type: String?, in options: NodeOptions
    ) throws(OptionFault) -> Int? {
        guard let type else { return options.entries.indices.first }
        try work.spend(options.entries.count)
        return options.entries.firstIndex { $0.type == type }
    }
}
