/// What a packet carries, shared between all copies of it.
protocol AnyPayload: AnyObject, Sendable {
    var type: PayloadType { get }
    var identity: ObjectIdentifier { get }
}

/// A value of a packet.
final class Payload<Value: Sendable>: AnyPayload {
    let value: Value

    init(_ value: Value) { self.value = value }

    var type: PayloadType { PayloadType(Value.self) }
    var identity: ObjectIdentifier { ObjectIdentifier(Value.self) }
}
