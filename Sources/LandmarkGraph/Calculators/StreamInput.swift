/// One of a node's input streams in one call.
///
/// It is only of use during the call that got it.
public struct StreamInput {
    let context: CalculatorContext
    let index: Int?

    /// Whether the node has such a stream; one that it does without is always empty and done.
    public var isConnected: Bool { index != nil }

    /// The stream's name in the graph; empty when it is not connected.
    public var name: String { index.map { context.plan.config.inputStreams[$0].name } ?? "" }

    /// The packet of this call. When nothing came, an empty one whose moment is the last at which it
    /// is sure that nothing comes: the moment before the stream's bound.
    public var packet: Packet { index.map { context.ports.inputs[$0].packet } ?? .empty() }

    /// Whether no packet has come.
    public var isEmpty: Bool { index.map { context.ports.inputs[$0].packet.isEmpty } ?? true }

    /// Whether no packet follows this one.
    public var isDone: Bool { index.map { context.ports.inputs[$0].isDone } ?? true }

    /// What the packet carries.
    ///
    /// - Throws: When nothing has come, or something of another type.
    public func get<Value: Sendable>(_ type: Value.Type = Value.self) throws(StreamError) -> Value {
        do { return try packet.get(Value.self) } catch {
            throw StreamError(stream: name, .packet(error))
        }
    }

    /// What the packet carries; nil when nothing has come.
    ///
    /// - Throws: When something of another type has come.
    public func value<Value: Sendable>(
        _ type: Value.Type = Value.self
    ) throws(StreamError) -> Value? { isEmpty ? nil : try get(Value.self) }
}
