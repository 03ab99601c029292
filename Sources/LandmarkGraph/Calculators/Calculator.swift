public import LandmarkCore

/// A node's implementation: reads packets from input streams and writes packets to output streams.
///
/// The graph creates a calculator for each run with `init`, opens it once, lets it process packets
/// in timestamp order, and closes it once. A calculator is used by one thread at a time and calls
/// never overlap, so it need not be `Sendable` or lock its state.
///
/// An error thrown by a calculator ends the run; the run's error names the node.
public protocol Calculator: SendableMetatype {
    /// Declares the calculator's streams and side packets, and how it treats timestamps.
    ///
    /// Called once, when the graph is created, before the node has been validated. The declaration
    /// may depend on the node's options and on which optional streams are connected.
    ///
    /// - Throws: Any error, usually for invalid options; validation reports it with the node.
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws

    /// Creates the calculator of a node for one run, usually from its options.
    ///
    /// - Throws: Any error, which ends the run.
    init(_ node: NodeConfig) throws

    /// Called before any packet, once all side packets are available and all upstream nodes are
    /// open. May set output side packets and send packets.
    ///
    /// - Throws: Any error, which ends the run.
    mutating func open(_ context: CalculatorContext) throws

    /// Called for each set of input packets with the same timestamp; for a source, which has no
    /// input streams, repeatedly until it calls `context.stop()`.
    ///
    /// - Throws: Any error, which ends the run.
    mutating func process(_ context: CalculatorContext) throws

    /// Called once after `open` succeeded: when all input streams are done, when a source has
    /// stopped, or when the run has ended, possibly with an error (`context.runError`). Packets
    /// sent after the run has ended are lost.
    ///
    /// - Throws: Any error, which ends the run.
    mutating func close(_ context: CalculatorContext) throws
}

extension Calculator {
    /// Does nothing by default.
    public mutating func open(_ context: CalculatorContext) {}

    /// Does nothing by default.
    public mutating func process(_ context: CalculatorContext) {}

    /// Does nothing by default.
    public mutating func close(_ context: CalculatorContext) {}
}

/// The calls of a calculator.
public enum CalculatorStage: Sendable, Hashable {
    /// `init`.
    case initialize
    /// `open`.
    case open
    /// `process`.
    case process
    /// `close`.
    case close
}

extension CalculatorStage: CustomStringConvertible {
    /// The call as part of a sentence.
    public var description: String {
        switch self {
        case .initialize: "initializing"
        case .open: "opening"
        case .process: "processing"
        case .close: "closing"
        }
    }
}

/// The environment of a calculator call: its packets, streams and side packets.
///
/// All calls of a node share one context. It is valid only during a call.
public final class CalculatorContext {
    let plan: NodePlan
    var ports = NodePorts()
    var sidePackets: [Packet]
    var madeSidePackets: [Packet]
    var hasStopped = false

    /// The current call.
    public internal(set) var stage = CalculatorStage.initialize
    /// The timestamp of the input packets; `unstarted` in `open`, `done` in `close`, 0 in a source.
    public internal(set) var timestamp = GraphTimestamp.unstarted
    /// In `close`, the error that ended the run; nil when there was none.
    public internal(set) var runError: (any LandmarkError)?

    init(_ plan: NodePlan) {
        self.plan = plan
        sidePackets = plan.config.inputSidePackets.map { _ in .empty() }
        madeSidePackets = plan.config.outputSidePackets.map { _ in .empty() }
    }

    /// The node's description.
    public var node: NodeConfig { plan.config }

    /// The values that the application provides to the graph's calculators.
    public var services: GraphServices { plan.services }

    /// The input streams.
    public var inputs: StreamInputs { StreamInputs(context: self) }

    /// The output streams.
    public var outputs: StreamOutputs { StreamOutputs(context: self) }

    /// Returns an input side packet; empty for an optional one that was not provided.
    public func sidePacket(_ tag: String = "", _ index: Int = 0) -> Packet {
        plan.sideInputIndex(tag, index).map { sidePackets[$0] } ?? .empty()
    }

    /// Returns the value of an input side packet.
    ///
    /// - Throws: `StreamError` of kind `packet` if the side packet was not provided or has another
    ///   payload type.
    public func sideValue<Value: Sendable>(
        _ type: Value.Type = Value.self, _ tag: String = "", _ index: Int = 0
    ) throws(StreamError) -> Value {
        do { return try sidePacket(tag, index).get(Value.self) } catch {
            let place = plan.sideInputIndex(tag, index)
            let name = place.map { plan.config.inputSidePackets[$0].name } ?? tag
            throw StreamError(stream: name, .packet(error))
        }
    }

    /// Sets an output side packet; at most once per run. Ignored if the node does not connect it.
    ///
    /// - Throws: `StreamError` of kind `wrongPayload` if the payload type is not allowed.
    public func setSidePacket<Value: Sendable>(
        _ value: Value, _ tag: String = "", _ index: Int = 0
    ) throws(StreamError) { try setSidePacket(packet: Packet(value), tag, index) }

    /// Sets an output side packet to a packet's payload; at most once per run. Ignored if the node
    /// does not connect it.
    ///
    /// - Throws: `StreamError` of kind `wrongPayload` if the payload type is not allowed.
    public func setSidePacket(
        packet: Packet, _ tag: String = "", _ index: Int = 0
    ) throws(StreamError) {
        guard let port = plan.sideOutputIndex(tag, index) else { return }
        let types = plan.sideOutputs[port].types
        if let got = packet.payloadType, !types.isEmpty, !types.contains(got) {
            throw StreamError(
                stream: plan.config.outputSidePackets[port].name,
                .wrongPayload(expected: types, got: got))
        }
        madeSidePackets[port] = packet.at(.unset)
    }

    /// Stops a source: it is closed after this call. In a node with input streams, stops the run:
    /// all sources and graph inputs are closed, and packets in flight are still processed.
    public func stop() { hasStopped = true }
}

extension CalculatorContext {
    /// Returns the integer of a side packet with payload type `Int64`, as in MediaPipe, or `Int`.
    func sideInteger(_ tag: String) throws(StreamError) -> Int64 {
        if let value = try? sidePacket(tag).get(Int.self) { return Int64(value) }
        return try sideValue(Int64.self, tag)
    }
}
