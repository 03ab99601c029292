/// What a node says of one of its input streams.
public struct InputStreamInfo: Sendable, Hashable {
    /// The stream's tag.
    public var tag: String
    /// The stream's index among those of its tag.
    public var index: Int
    /// Whether the stream comes from a node that this one feeds: where a cycle is cut open.
    public var backEdge: Bool
    private let origin: Origin

    /// Says of the input stream `tag:index` whether it is a back edge.
    public init(
        tag: String = "", index: Int = 0, backEdge: Bool = false, position: TextPosition? = nil
    ) {
        self.tag = tag
        self.index = index
        self.backEdge = backEdge
        origin = Origin(position)
    }

    /// Where it stands; nil when it was made in code.
    public var position: TextPosition? { origin.position }
}
