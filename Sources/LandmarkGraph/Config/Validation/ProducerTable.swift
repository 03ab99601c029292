/// Who makes each stream, or each side packet, of a graph.
struct ProducerTable {
    enum Producer {
        /// It comes from outside.
        case graph
        /// The node of this index.
        case node(Int)
    }

    private var producers: [String: Producer] = [:]
    /// Names that are made twice.
    private(set) var faults: [GraphFault] = []
    private var suggestions: NameSuggestions?

    init(_ config: GraphConfig, _ input: PortKind, _ output: PortKind) {
        for reference in config[input]
        where producers.updateValue(.graph, forKey: reference.name) != nil {
            faults.append(
                GraphFault(
                    .producedTwice(input, reference.name, first: nil), at: reference.position))
        }
        for (index, node) in config.nodes.enumerated() {
            for reference in node[output] {
                guard let other = producers.updateValue(.node(index), forKey: reference.name) else {
                    continue
                }
                producers[reference.name] = other
                var first: NodeLabel?
                if case .node(let index) = other { first = config.nodes[index].label }
                faults.append(
                    GraphFault(
                        .producedTwice(output, reference.name, first: first), node: node.label,
                        at: reference.position))
            }
        }
    }

    subscript(name: String) -> Producer? { producers[name] }

    /// Whether a node makes it.
    func isMade(_ name: String) -> Bool { node(name) != nil }

    /// The index of the node that makes it.
    func node(_ name: String) -> Int? {
        guard case .node(let index)? = producers[name] else { return nil }
        return index
    }

    /// The name that one which is not here may have been meant to be.
    mutating func nearest(to name: String) -> String? {
        var suggestions = suggestions ?? NameSuggestions(producers.keys.sorted())
        defer { self.suggestions = suggestions }
        return suggestions.nearest(to: name)
    }
}
