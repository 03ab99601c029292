/// The four ways in which a node is joined to others.
public enum PortKind: Sendable, Hashable, CaseIterable {
    /// A stream that the node reads.
    case inputStream
    /// A stream that the node writes.
    case outputStream
    /// A side packet that the node reads.
    case inputSidePacket
    /// A side packet that the node makes.
    case outputSidePacket
}

extension PortKind: CustomStringConvertible {
    /// As part of a sentence.
    public var description: String {
        switch self {
        case .inputStream: "input stream"
        case .outputStream: "output stream"
        case .inputSidePacket: "input side packet"
        case .outputSidePacket: "output side packet"
        }
    }
}

extension NodeConfig {
    /// The streams or side packets of a kind.
    public subscript(_ kind: PortKind) -> [StreamReference] {
        switch kind {
        case .inputStream: inputStreams
        case .outputStream: outputStreams
        case .inputSidePacket: inputSidePackets
        case .outputSidePacket: outputSidePackets
        }
    }

    /// How many streams or side packets of a kind have this tag.
    public func count(_ kind: PortKind, tag: String = "") -> Int {
        self[kind].count { $0.tag == tag }
    }
}
