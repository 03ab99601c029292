/// An input stream during a calculator call.
///
/// Valid only during that call.
public struct StreamInput {
    let context: CalculatorContext
    let index: Int?

    /// Whether the node connects this stream; an unconnected stream is always empty and done.
    public var isConnected: Bool { index != nil }

    /// The stream's name in the graph; empty when unconnected.
    public var name: String { index.map { context.plan.config.inputStreams[$0].name } ?? "" }

    /// The packet at the input timestamp. If there is none, an empty packet at the last settled
    /// timestamp, which precedes the stream's bound.
    public var packet: Packet { index.map { context.ports.inputs[$0].packet } ?? .empty() }

    /// Whether there is no packet.
    public var isEmpty: Bool { index.map { context.ports.inputs[$0].packet.isEmpty } ?? true }

    /// Whether no packet will follow.
    public var isDone: Bool { index.map { context.ports.inputs[$0].isDone } ?? true }

    /// Returns the packet's payload.
    ///
    /// - Throws: `StreamError` of kind `packet` if there is no packet or its payload type differs.
    public func get<Value: Sendable>(_ type: Value.Type = Value.self) throws(StreamError) -> Value {
        do { return try packet.get(Value.self) } catch {
            throw StreamError(stream: name, .packet(error))
        }
    }

    /// Returns the packet's payload; nil when there is no packet.
    ///
    /// - Throws: `StreamError` of kind `packet` if the payload type differs.
    public func value<Value: Sendable>(
        _ type: Value.Type = Value.self
    ) throws(StreamError) -> Value? { isEmpty ? nil : try get(Value.self) }
}

/// The input streams of a node during a calculator call, by tag and index.
public struct StreamInputs {
    let context: CalculatorContext

    /// The stream with a tag and index.
    public subscript(_ tag: String, _ index: Int = 0) -> StreamInput {
        StreamInput(context: context, index: context.plan.inputIndex(tag, index))
    }

    /// The untagged stream at an index.
    public subscript(_ index: Int) -> StreamInput { self["", index] }

    /// The number of streams with a tag.
    public func count(_ tag: String = "") -> Int {
        context.plan.config.count(.inputStream, tag: tag)
    }
}

/// The inputs and outputs of one calculator call. They move between the run state and the
/// calculator's context, so a call needs no lock and, because storage is reused, no allocation.
package struct NodePorts: Sendable {
    /// An input stream during one call.
    package struct Input: Sendable {
        package var packet = Packet.empty()
        /// Whether no packet will follow.
        package var isDone = false

        package init(packet: Packet = .empty(), isDone: Bool = false) {
            self.packet = packet
            self.isDone = isDone
        }
    }

    var inputs: [Input] = []
    var outputs: [OutputShard] = []

    /// Moves all packets out, to be released by the caller.
    mutating func release(into deferred: inout DeferredRelease) {
        for port in inputs.indices {
            deferred.add(inputs[port].packet)
            inputs[port].packet = .empty()
        }
        for port in outputs.indices { deferred.add(outputs[port].packets) }
    }
}
