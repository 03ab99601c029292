/// One of a node's output streams in one call. What is sent is seen by others when the call ends.
///
/// It is only of use during the call that got it. One that is not connected takes everything and
/// drops it.
public struct StreamOutput {
    let context: CalculatorContext
    let index: Int?

    /// Whether the node has such a stream.
    public var isConnected: Bool { index != nil }

    /// The stream's name in the graph; empty when it is not connected.
    public var name: String { index.map { context.plan.config.outputStreams[$0].name } ?? "" }

    /// The least moment that the next packet may have.
    public var bound: GraphTimestamp { index.map { context.ports.outputs[$0].bound } ?? .done }

    /// Whether the stream was closed.
    public var isClosed: Bool { index.map { context.ports.outputs[$0].isClosed } ?? true }

    /// Sends a value at the moment of the input packets.
    ///
    /// - Throws: When the stream is closed, carries other values, or is past that moment.
    public func send<Value: Sendable>(_ value: Value) throws(StreamError) {
        try send(Packet(value, at: context.timestamp))
    }

    /// Sends a value at a moment.
    ///
    /// - Throws: When the stream is closed, carries other values, or is past that moment.
    public func send<Value: Sendable>(_ value: Value, at timestamp: GraphTimestamp)
        throws(StreamError)
    { try send(Packet(value, at: timestamp)) }

    /// Sends a packet; an empty one says that nothing comes up to its moment.
    ///
    /// - Throws: When the stream is closed, carries other values, or is past the packet's moment.
    public func send(_ packet: Packet) throws(StreamError) {
        guard let index else { return }
        let types = context.plan.outputTypes[index]
        if !types.isEmpty, let payload = packet.payload,
            !types.contains(where: { $0.identity == payload.identity })
        {
            throw StreamError(
                stream: name, .wrongPayload(expected: types, got: payload.type))
        }
        do { try context.ports.outputs[index].send(packet) } catch {
            throw StreamError(stream: name, error)
        }
    }

    /// Says that no packet before `bound` comes, so that others need not wait for one.
    ///
    /// - Throws: When no bound may be there.
    public func setNextTimestampBound(_ bound: GraphTimestamp) throws(StreamError) {
        guard let index else { return }
        do { try context.ports.outputs[index].setBound(bound) } catch {
            throw StreamError(stream: name, error)
        }
    }

    /// Says that no packet comes any more.
    public func close() {
        guard let index else { return }
        context.ports.outputs[index].close()
    }

    /// Says while the node opens how far the output packets are from the input packets, in
    /// microseconds: see `CalculatorContract.timestampOffset`.
    ///
    /// - Throws: When the node is open already.
    public func setOffset(_ offset: Int64) throws(StreamError) {
        guard let index else { return }
        guard context.stage == .open else { throw StreamError(stream: name, .offsetAfterOpen) }
        context.ports.outputs[index].offset = offset
    }
}
