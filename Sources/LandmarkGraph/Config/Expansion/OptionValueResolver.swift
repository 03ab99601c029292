/// Resolves `option_value` fields: copies options of a graph, and of the node that instantiates it,
/// into the options of its nodes (mediapipe/framework/tool/options_util.cc).
struct OptionValueResolver {
    private let graph: NodeOptions
    private let parent: NodeOptions?
    private var budget: OptionBudget
    /// The graph's options merged with those of the instantiating node, cached by message type
    /// because many lines read the same message.
    private var sources: [String?: TextMessage?] = [:]

    /// Resolves the option values of all nodes in `config`, and clears them. `parent` is the node
    /// that instantiates the subgraph; nil for the top-level graph.
    static func resolve(
        in config: inout GraphConfig, from parent: NodeConfig?, _ budget: inout OptionBudget
    ) -> [GraphValidationError] {
        guard config.nodes.contains(where: { !$0.optionValues.isEmpty }) else { return [] }
        var resolver = OptionValueResolver(
            graph: config.options, parent: parent?.options, budget: budget)
        defer { budget = resolver.budget }
        var errors: [GraphValidationError] = []
        for index in config.nodes.indices where !config.nodes[index].optionValues.isEmpty {
            let lines = config.nodes[index].optionValues
            config.nodes[index].optionValues = []
            for line in lines {
                if resolver.budget.isExhausted { return errors }
                do throws(OptionValueError) {
                    try resolver.resolve(line, in: &config.nodes[index].options)
                } catch {
                    let kind: GraphValidationError.Kind =
                        switch error {
                        case .reason(let reason): .optionValue(line, reason: reason)
                        case .budgetExceeded: .tooManyOptionValues(line, limit: OptionBudget.limit)
                        }
                    errors.append(GraphValidationError(kind, node: config.nodes[index].label))
                }
            }
        }
        return errors
    }

    private init(graph: NodeOptions, parent: NodeOptions?, budget: OptionBudget) {
        self.graph = graph
        self.parent = parent
        self.budget = budget
    }

    /// Resolves one `option_value` line.
    private mutating func resolve(
        _ line: String, in options: inout NodeOptions
    ) throws(OptionValueError) {
        guard let (target, source) = OptionPath.pair(line) else {
            throw .reason("expected \"field:options/field\"")
        }
        guard let message = try message(source.type) else { return }
        guard let index = try index(target.type, in: options) else {
            throw .reason("the node has no options message of its own to copy into")
        }
        guard let values = try message.values(at: source.steps[...], &budget) else {
            throw .reason("the graph's options have no such field")
        }
        // Move the message out instead of copying it: many lines may modify the same large message.
        var changed = TextMessage()
        swap(&changed, &options.entries[index].message)
        defer { swap(&changed, &options.entries[index].message) }
        if target.steps.isEmpty {
            guard values.count == 1, case .message(let value)? = values.first?.content else {
                throw .reason("a field cannot replace the options message")
            }
            changed = try changed.merged(with: value, &budget)
        } else if try !changed.set(values, at: target.steps[...], &budget) {
            throw .reason("the node's options have no such field")
        }
    }

    /// The options message to copy from; nil when there is none.
    private mutating func message(_ type: String?) throws(OptionValueError) -> TextMessage? {
        if let known = sources[type] { return known }
        let found = try merged(type)
        sources[type] = .some(found)
        return found
    }

    private mutating func merged(_ type: String?) throws(OptionValueError) -> TextMessage? {
        let defaults = try index(type, in: graph).map { graph.entries[$0] }
        var overrides: NodeOptions.Entry?
        if let parent { overrides = try index(type, in: parent).map { parent.entries[$0] } }
        guard let defaults, let overrides else { return defaults?.message ?? overrides?.message }
        guard defaults.type == overrides.type else {
            throw .reason(
                "the node has options of type \(overrides.type), but the graph expects "
                    + defaults.type)
        }
        return try defaults.message.merged(with: overrides.message, &budget)
    }

    private mutating func index(
        _ type: String?, in options: NodeOptions
    ) throws(OptionValueError) -> Int? {
        guard let type else { return options.entries.indices.first }
        try budget.spend(options.entries.count)
        return options.entries.firstIndex { $0.type == type }
    }
}

/// The remaining budget for reading and copying option fields.
///
/// Each `option_value` line may copy a large message, so the total work can grow with the square of
/// a file's length, and faster still through nested subgraphs.
struct OptionBudget {
    /// The maximum number of fields and values that all `option_value` lines of a graph may read
    /// and copy.
    static let limit = 1_000_000

    private var remaining = Self.limit

    /// Whether the budget was exceeded.
    var isExhausted: Bool { remaining < 0 }

    /// Charges for fields and values about to be read or copied.
    mutating func spend(_ count: Int) throws(OptionValueError) {
        guard remaining >= count else {
            remaining = -1
            throw .budgetExceeded
        }
        remaining -= count
    }
}

/// The reason that an `option_value` cannot be resolved.
enum OptionValueError: Error {
    case reason(String)
    /// The budget of `OptionBudget` is exceeded.
    case budgetExceeded
}
