public import LandmarkCore

/// A timestamped value that travels on a stream. Side packets have no timestamp.
///
/// A packet is immutable and cheap to copy: copies share the payload. An empty packet has no
/// payload; on a stream, it only advances the timestamp bound.
public struct Packet: Sendable {
    /// The timestamp; `unset` outside of streams.
    public let timestamp: GraphTimestamp
    let payload: (any AnyPayload)?

    init(payload: (any AnyPayload)?, at timestamp: GraphTimestamp) {
        self.payload = payload
        self.timestamp = timestamp
    }

    /// Creates a packet with `value` as its payload.
    public init<Value: Sendable>(_ value: Value, at timestamp: GraphTimestamp = .unset) {
        self.init(payload: Payload(value), at: timestamp)
    }

    /// An empty packet.
    public static func empty(at timestamp: GraphTimestamp = .unset) -> Packet {
        Packet(payload: nil, at: timestamp)
    }

    /// Whether the packet has no payload.
    public var isEmpty: Bool { payload == nil }

    /// The type of the payload; nil for an empty packet.
    public var payloadType: PayloadType? { payload?.type }

    /// Returns a packet with the same payload at another timestamp.
    public func at(_ timestamp: GraphTimestamp) -> Packet {
        Packet(payload: payload, at: timestamp)
    }

    /// Returns the payload.
    ///
    /// - Throws: `PacketError.empty`, or `wrongPayload` if the payload is of another type.
    public func get<Value: Sendable>(_ type: Value.Type = Value.self) throws(PacketError) -> Value {
        guard let payload else { throw .empty(expected: PayloadType(Value.self)) }
        guard let payload = payload as? Payload<Value> else {
            throw .wrongPayload(expected: PayloadType(Value.self), got: payload.type)
        }
        return payload.value
    }

    /// Whether the payload is of this type.
    public func holds<Value: Sendable>(_ type: Value.Type) -> Bool {
        payload?.identity == ObjectIdentifier(Value.self)
    }
}

extension Packet: CustomStringConvertible {
    /// `Int at 40` or `empty packet at 40`.
    public var description: String {
        "\(payloadType?.description ?? "empty packet") at \(timestamp)"
    }
}

/// A type-erased payload, shared by all copies of a packet.
protocol AnyPayload: AnyObject, Sendable {
    var type: PayloadType { get }
    var identity: ObjectIdentifier { get }
}

/// The payload of a packet.
final class Payload<Value: Sendable>: AnyPayload {
    let value: Value

    init(_ value: Value) { self.value = value }

    var type: PayloadType { PayloadType(Value.self) }
    var identity: ObjectIdentifier { ObjectIdentifier(Value.self) }
}

/// A payload type, as used by contracts and errors.
public struct PayloadType: Sendable, Hashable {
    /// The Swift type.
    public let type: any Any.Type
    let identity: ObjectIdentifier

    /// Creates a payload type.
    public init(_ type: any Any.Type) {
        self.type = type
        identity = ObjectIdentifier(type)
    }

    /// Compares the identities of the Swift types.
    public static func == (a: PayloadType, b: PayloadType) -> Bool { a.identity == b.identity }

    /// Hashes the identity of the Swift type.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension PayloadType: CustomStringConvertible {
    /// The name of the Swift type.
    public var description: String { String(describing: type) }
}

/// The reason that a packet's payload could not be read.
public enum PacketError: LandmarkError, Hashable {
    /// The packet is empty.
    case empty(expected: PayloadType)
    /// The payload is of another type.
    case wrongPayload(expected: PayloadType, got: PayloadType)

    /// One sentence.
    public var description: String {
        switch self {
        case .empty(let expected): "the packet is empty, expected \(expected)"
        case .wrongPayload(let expected, let got): "the packet carries \(got), expected \(expected)"
        }
    }
}
