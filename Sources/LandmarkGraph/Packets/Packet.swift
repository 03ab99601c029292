/// A value with a moment: what streams carry. Side packets are packets without a moment.
///
/// A packet is immutable and cheap to copy: copies share the value. An empty packet carries nothing;
/// in a stream it says that nothing comes at its moment.
public struct Packet: Sendable {
    /// When it is; `unset` outside streams.
    public let timestamp: GraphTimestamp
    let payload: (any AnyPayload)?

    init(payload: (any AnyPayload)?, at timestamp: GraphTimestamp) {
        self.payload = payload
        self.timestamp = timestamp
    }

    /// A packet that carries `value`.
    public init<Value: Sendable>(_ value: Value, at timestamp: GraphTimestamp = .unset) {
        self.init(payload: Payload(value), at: timestamp)
    }

    /// A packet that carries nothing.
    public static func empty(at timestamp: GraphTimestamp = .unset) -> Packet {
        Packet(payload: nil, at: timestamp)
    }

    /// Whether it carries nothing.
    public var isEmpty: Bool { payload == nil }

    /// The type of what it carries; nil when it is empty.
    public var payloadType: PayloadType? { payload?.type }

    /// The same value at another moment.
    public func at(_ timestamp: GraphTimestamp) -> Packet {
        Packet(payload: payload, at: timestamp)
    }

    /// What it carries.
    ///
    /// - Throws: When it is empty or carries a value of another type.
    public func get<Value: Sendable>(_ type: Value.Type = Value.self) throws(PacketError) -> Value {
        guard let payload else { throw .empty(expected: PayloadType(Value.self)) }
        guard let payload = payload as? Payload<Value> else {
            throw .wrongPayload(expected: PayloadType(Value.self), got: payload.type)
        }
        return payload.value
    }

    /// Whether it carries a value of this type.
    public func holds<Value: Sendable>(_ type: Value.Type) -> Bool {
        payload?.identity == ObjectIdentifier(Value.self)
    }
}

extension Packet: CustomStringConvertible {
    /// `Int at 40`, `nothing at 40`.
    public var description: String {
        "\(payloadType?.description ?? "nothing") at \(timestamp)"
    }
}
