/// One thing that keeps a graph from running.
public struct GraphFault: Error, Sendable, Hashable {
    /// What is wrong.
    public let kind: GraphFaultKind
    /// The node; nil when it is about the graph itself.
    public let node: NodeLabel?
    /// Where, in the file of the node's graph or subgraph; nil when the graph was made in code.
    public let position: TextPosition?

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
        guard let node else { return (position.map { "\($0): " } ?? "") + kind.description }
        let isElsewhere = position.map { $0.line != node.position?.line } ?? false
        let place = isElsewhere ? position.map { ", line \($0.line)" } ?? "" : ""
        return "\(node)\(place): \(kind)"
    }
}
