/// Follows `option_value`: copies options of a graph, and of the node that it stands for, into the
/// options of its nodes (mediapipe/framework/tool/options_util.cc).
enum OptionValues {
    /// Copies into the nodes of `config` what they ask for. `parent` is the node of the subgraph.
    static func copy(into config: inout GraphConfig, from parent: NodeConfig?) -> [GraphFault] {
        var faults: [GraphFault] = []
        for index in config.nodes.indices where !config.nodes[index].optionValues.isEmpty {
            var node = config.nodes[index]
            for text in node.optionValues {
                let reason = copy(text, into: &node.options, config.options, parent?.options)
                guard let reason else { continue }
                faults.append(
                    GraphFault(.optionValue(text, reason: reason), node: node.label))
            }
            node.optionValues = []
            config.nodes[index] = node
        }
        return faults
    }

    /// Copies one value; returns why it cannot.
    private static func copy(
        _ text: String, into options: inout NodeOptions, _ graph: NodeOptions,
        _ parent: NodeOptions?
    ) -> String? {
        guard let (target, source) = OptionPath.pair(text) else {
            return "expected \"field:options/field\""
        }
        let defaults = graph.entry(source.type)
        let given = parent?.entry(source.type)
        guard var message = defaults?.message ?? given?.message else { return nil }
        if let defaults, let given {
            guard defaults.type == given.type else {
                return "the node gives options of type \(given.type), the graph expects "
                    + defaults.type
            }
            message = defaults.message.merged(with: given.message)
        }
        guard let place = options.place(target.type) else {
            return "the node has no options message of its own into which to copy"
        }
        guard let values = message.values(at: source.steps[...]) else {
            return "the graph's options have no such field"
        }
        var changed = options.entries[place].message
        if target.steps.isEmpty {
            guard values.count == 1, case .message(let value)? = values.first?.content else {
                return "a field cannot replace the options message"
            }
            changed = changed.merged(with: value)
        } else if !changed.set(values, at: target.steps[...]) {
            return "the node's options have no such field"
        }
        options.entries[place].message = changed
        return nil
    }
}

extension NodeOptions {
    fileprivate func place(_ type: String?) -> Int? {
        entries.firstIndex { type == nil || $0.type == type }
    }

    fileprivate func entry(_ type: String?) -> Entry? { place(type).map { entries[$0] } }
}
