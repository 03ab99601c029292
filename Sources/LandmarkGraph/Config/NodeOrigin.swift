/// Where a node comes from, which does not belong to what it is: all are equal.
struct NodeOrigin: Sendable, Hashable {
    var position: TextPosition?
    /// The nodes of subgraphs in which it stands, the outermost first.
    var enclosing: [NodeLabel] = []

    static func == (a: NodeOrigin, b: NodeOrigin) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
