/// An output stream during a calculator call.
///
/// Valid only during that call; packets become visible to other nodes when it returns. Everything
/// sent to an unconnected stream is discarded.
public struct StreamOutput {
    let context: CalculatorContext
    let index: Int?

    /// Whether the node connects this stream.
    public var isConnected: Bool { index != nil }

    /// The stream's name in the graph; empty when unconnected.
    public var name: String { index.map { context.plan.config.outputStreams[$0].name } ?? "" }

    /// The lowest timestamp allowed for the next packet.
    public var bound: GraphTimestamp { index.map { context.ports.outputs[$0].bound } ?? .done }

    /// Whether the stream is closed.
    public var isClosed: Bool { index.map { context.ports.outputs[$0].isClosed } ?? true }

    /// Sends a value at the input timestamp.
    ///
    /// - Throws: `StreamError` if the stream is closed, the payload type is not allowed, or the
    ///   timestamp is below the bound.
    public func send<Value: Sendable>(_ value: Value) throws(StreamError) {
        try send(Packet(value, at: context.timestamp))
    }

    /// Sends a value at a timestamp.
    ///
    /// - Throws: `StreamError` if the stream is closed, the payload type is not allowed, or the
    ///   timestamp is not allowed or below the bound.
    public func send<Value: Sendable>(_ value: Value, at timestamp: GraphTimestamp)
        throws(StreamError)
    { try send(Packet(value, at: timestamp)) }

    /// Sends a packet. An empty packet advances the bound past its timestamp.
    ///
    /// - Throws: `StreamError` if the stream is closed, the payload type is not allowed, or the
    ///   timestamp is not allowed or below the bound.
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

    /// Sets the timestamp bound: no packet before `bound` will follow, so downstream nodes need not
    /// wait for one.
    ///
    /// - Throws: `StreamError` of kind `notAllowed` for a timestamp that is not allowed in a
    ///   stream.
    public func setNextTimestampBound(_ bound: GraphTimestamp) throws(StreamError) {
        guard let index else { return }
        do { try context.ports.outputs[index].setBound(bound) } catch {
            throw StreamError(stream: name, error)
        }
    }

    /// Closes the stream: no packet will follow.
    public func close() {
        guard let index else { return }
        context.ports.outputs[index].close()
    }

    /// Sets the stream's timestamp offset in microseconds, in `open` only; see
    /// `CalculatorContract.timestampOffset`.
    ///
    /// - Throws: `StreamError` of kind `offsetAfterOpen` outside of `open`.
    public func setOffset(_ offset: Int64) throws(StreamError) {
        guard let index else { return }
        guard context.stage == .open else { throw StreamError(stream: name, .offsetAfterOpen) }
        context.ports.outputs[index].offset = offset
    }
}

/// The output streams of a node during a calculator call, by tag and index.
public struct StreamOutputs {
    let context: CalculatorContext

    /// The stream with a tag and index.
    public subscript(_ tag: String, _ index: Int = 0) -> StreamOutput {
        StreamOutput(context: context, index: context.plan.outputIndex(tag, index))
    }

    /// The untagged stream at an index.
    public subscript(_ index: Int) -> StreamOutput { self["", index] }

    /// The number of streams with a tag.
    public func count(_ tag: String = "") -> Int {
        context.plan.config.count(.outputStream, tag: tag)
    }

    /// Sets the timestamp offset of all output streams in microseconds, in `open` only; see
    /// `CalculatorContract.timestampOffset`.
    ///
    /// - Throws: `StreamError` of kind `offsetAfterOpen` outside of `open`.
    public func setOffset(_ offset: Int64) throws(StreamError) {
        for index in context.plan.config.outputStreams.indices {
            try StreamOutput(context: context, index: index).setOffset(offset)
        }
    }
}

/// The effects of one calculator call on an output stream; visible to other nodes only after the
/// call.
struct OutputShard: Sendable {
    /// The packets sent, in timestamp order.
    var packets: [Packet] = []
    /// The stream's bound when the call began.
    private(set) var settled = GraphTimestamp.preStream
    /// The lowest timestamp allowed for the next packet.
    private(set) var bound = GraphTimestamp.preStream
    /// The bound set or implied by this call; `unset` if there is none.
    private(set) var updatedBound = GraphTimestamp.unset
    private(set) var isClosed = false
    /// Whether the stream had packets before the call.
    private var hasPackets = false
    /// The timestamp offset, set while the node opens.
    var offset: Int64?

    /// Prepares for a call.
    mutating func reset(bound: GraphTimestamp, isClosed: Bool, hasPackets: Bool) {
        packets.removeAll(keepingCapacity: true)
        settled = bound
        self.bound = bound
        updatedBound = .unset
        self.isClosed = isClosed
        self.hasPackets = hasPackets
    }

    /// Adds a packet; an empty packet sets the bound.
    ///
    /// - Throws: `StreamError.Kind.closed`, `notAllowed` or `notIncreasing`.
    mutating func send(_ packet: Packet) throws(StreamError.Kind) {
        if isClosed { throw .closed }
        if packet.isEmpty { return try setBound(packet.timestamp.nextAllowedInStream) }
        guard packet.timestamp.isAllowedInStream else { throw .notAllowed(packet.timestamp) }
        let least = packets.last.map(\.timestamp.nextAllowedInStream) ?? settled
        guard packet.timestamp >= least else {
            throw .notIncreasing(bound: least, got: packet.timestamp)
        }
        // A packet at `postStream` must be the only one of its stream.
        if packet.timestamp == .postStream, hasPackets || !packets.isEmpty {
            throw .notAllowed(packet.timestamp)
        }
        bound = packet.timestamp.nextAllowedInStream
        updatedBound = bound
        packets.append(packet)
    }

    /// Sets the bound: no packet before it will follow. Has no effect on a closed stream.
    ///
    /// - Throws: `StreamError.Kind.notAllowed` for a timestamp that is not allowed in a stream.
    mutating func setBound(_ bound: GraphTimestamp) throws(StreamError.Kind) {
        if isClosed { return }
        guard bound.isAllowedInStream || bound == .oneOverPostStream else {
            throw .notAllowed(bound)
        }
        self.bound = bound
        updatedBound = bound
    }

    /// Closes the stream.
    mutating func close() {
        isClosed = true
        bound = .done
        updatedBound = .done
    }
}
