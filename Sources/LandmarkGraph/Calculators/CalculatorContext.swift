public import LandmarkCore

/// What a calculator sees and does in one call: its packets, its streams, its side packets.
///
/// The same context serves all calls of a node. It is only of use during a call.
public final class CalculatorContext {
    let plan: NodePlan
    var ports = NodePorts()
    var sidePackets: [Packet]
    var madeSidePackets: [Packet]
    var hasStopped = false

    /// The call that is under way.
    public internal(set) var stage = CalculatorStage.make
    /// The moment of the input packets; in `open` `unstarted`, in `close` `done`, in a source 0.
    public internal(set) var timestamp = GraphTimestamp.unstarted
    /// In `close`: why the run has ended, when it ended with an error.
    public internal(set) var runError: (any LandmarkError)?

    init(_ plan: NodePlan) {
        self.plan = plan
        sidePackets = plan.config.inputSidePackets.map { _ in .empty() }
        madeSidePackets = plan.config.outputSidePackets.map { _ in .empty() }
    }

    /// The node as the graph describes it.
    public var node: NodeConfig { plan.config }

    /// The input streams.
    public var inputs: StreamInputs { StreamInputs(context: self) }

    /// The output streams.
    public var outputs: StreamOutputs { StreamOutputs(context: self) }

    /// A side packet that was given; empty when it is optional and was not.
    public func sidePacket(_ tag: String = "", _ index: Int = 0) -> Packet {
        plan.sideInputIndex(tag, index).map { sidePackets[$0] } ?? .empty()
    }

    /// What a side packet carries.
    ///
    /// - Throws: When it was not given, or carries a value of another type.
    public func sideValue<Value: Sendable>(
        _ type: Value.Type = Value.self, _ tag: String = "", _ index: Int = 0
    ) throws(StreamError) -> Value {
        do { return try sidePacket(tag, index).get(Value.self) } catch {
            let place = plan.sideInputIndex(tag, index)
            let name = place.map { plan.config.inputSidePackets[$0].name } ?? tag
            throw StreamError(stream: name, .packet(error))
        }
    }

    /// Makes a side packet, once a run. One that the node does not have is dropped.
    ///
    /// - Throws: When the side packet carries other values.
    public func setSidePacket<Value: Sendable>(
        _ value: Value, _ tag: String = "", _ index: Int = 0
    ) throws(StreamError) { try setSidePacket(packet: Packet(value), tag, index) }

    /// Makes a side packet of a packet's value, once a run. One that the node does not have is
    /// dropped.
    ///
    /// - Throws: When the side packet carries other values.
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

    /// Ends a source: it is closed after this call. In a node with input streams it ends the run:
    /// all sources and graph inputs are closed, and what is on its way is still processed.
    public func stop() { hasStopped = true }
}
