/// What can be wrong with what is sent on a stream.
public enum StreamFault: Error, Sendable, Hashable {
    /// The stream is closed.
    case closed
    /// No packet of a stream may have this moment, or no bound be there.
    case notAllowed(GraphTimestamp)
    /// The packet does not come after the stream's packets and bound.
    case notIncreasing(bound: GraphTimestamp, got: GraphTimestamp)
    /// A bound was set back.
    case boundDecreased(from: GraphTimestamp, to: GraphTimestamp)
    /// The packet carries something else than the stream.
    case wrongPayload(expected: [PayloadType], got: PayloadType)
    /// The packet cannot be read as what was asked for.
    case packet(PacketError)
    /// An offset was set after the node was opened.
    case offsetAfterOpen
    /// The handler of the node's input streams cannot use the packet.
    case handler(String)
}

extension StreamFault: CustomStringConvertible {
    /// The fault as part of a sentence.
    public var description: String {
        switch self {
        case .closed: "the stream is closed"
        case .notAllowed(let timestamp): "a packet or bound at \(timestamp) is not allowed"
        case .notIncreasing(let bound, let got):
            "timestamps must increase: expected at least \(bound), got \(got)"
        case .boundDecreased(let from, let to): "the bound goes back from \(from) to \(to)"
        case .wrongPayload(let expected, let got):
            "the packet carries \(got), expected "
                + expected.map(\.description).joined(separator: " or ")
        case .packet(let error): error.description
        case .offsetAfterOpen: "the timestamp offset may be set only while the node opens"
        case .handler(let reason): reason
        }
    }
}
