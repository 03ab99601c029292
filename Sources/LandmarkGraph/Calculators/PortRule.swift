/// What a calculator declares of the streams or side packets of one tag.
public struct PortRule: Sendable, Hashable {
    /// The tag; may be empty.
    public let tag: String
    /// The index; nil for all of this tag.
    public let index: Int?
    /// What the packets may carry.
    public let payload: PayloadRule
    /// Whether a node may do without it.
    public let isOptional: Bool

    /// Whether the rule is about this stream or side packet.
    public func covers(tag: String, index: Int) -> Bool {
        self.tag == tag && (self.index ?? index) == index
    }
}
