/// One thing that keeps a graph from running.
public struct GraphFault: Sendable, Hashable {
    /// The node; nil when it is about the graph itself.
    public let node: NodeLabel?
    /// Where; nil when the graph was made in code.
    public let position: TextPosition?
    /// What is wrong.
    public let kind: GraphFaultKind

    /// Makes a fault.
    public init(_ kind: GraphFaultKind, node: NodeLabel? = nil, at position: TextPosition? = nil) {
        self.kind = kind
        self.node = node
        self.position = position ?? node?.position
    }
}

extension GraphFault: CustomStringConvertible {
    /// One sentence that names line, node and stream.
    public var description: String {
        let place = position.map { "\($0): " } ?? ""
        return place + (node.map { "\($0): " } ?? "") + kind.description
    }
}
