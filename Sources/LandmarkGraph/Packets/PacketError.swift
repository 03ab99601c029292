public import LandmarkCore

/// Why a packet's value could not be had.
public enum PacketError: LandmarkError, Hashable {
    /// The packet carries nothing.
    case empty(expected: PayloadType)
    /// The packet carries a value of another type.
    case wrongPayload(expected: PayloadType, got: PayloadType)

    /// One sentence.
    public var description: String {
        switch self {
        case .empty(let expected): "the packet is empty, expected \(expected)"
        case .wrongPayload(let expected, let got): "the packet carries \(got), expected \(expected)"
        }
    }
}
