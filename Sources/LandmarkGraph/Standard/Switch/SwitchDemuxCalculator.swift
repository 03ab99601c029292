/// Passes packets to the selected one of several nodes: the streams TAG to C0__TAG, C1__TAG, …;
/// side packets to all of them. Part of a `SwitchContainer`.
///
/// The node is selected by SELECT, an `Int`, or ENABLE, a `Bool` for channel 1 or 0: an option of
/// `mediapipe.SwitchContainerOptions`, a side packet or a stream. Packets wait until the selection
/// at their timestamp is known. Follows mediapipe/framework/tool/switch_demux_calculator.cc.
struct SwitchDemuxCalculator: Calculator {
    private var selection: SwitchSelection
    private let streams: [StreamReference]
    private var queues: [[Packet]]

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        SwitchSelection.declare(&contract)
        for stream in node.inputStreams where !SwitchSelection.hasPort(stream) {
            contract.input(stream.tag, stream.index)
        }
        for packet in node.inputSidePackets where !SwitchSelection.hasPort(packet) {
            contract.inputSidePacket(packet.tag, packet.index)
        }
        for stream in node.outputStreams {
            let tag = try channel(stream).tag
            contract.output(stream.tag, stream.index, .sameAsInput(tag, stream.index))
        }
        for packet in node.outputSidePackets {
            let tag = try channel(packet).tag
            contract.outputSidePacket(
                packet.tag, packet.index, .sameAsSidePacket(tag, packet.index))
        }
        if try SwitchChannel.options(node).bool("synchronize_io") != true {
            contract.inputStreamHandler = HandlerConfig(type: "ImmediateInputStreamHandler")
        }
        contract.processesTimestampBounds = true
    }

    init(_ node: NodeConfig) throws {
        selection = try SwitchSelection(node)
        streams = node.inputStreams.filter { !SwitchSelection.hasPort($0) }
        queues = streams.map { _ in [] }
    }

    mutating func open(_ context: CalculatorContext) throws {
        try selection.open(context)
        for packet in context.node.outputSidePackets {
            try context.setSidePacket(
                packet: context.sidePacket(try Self.channel(packet).tag, packet.index), packet.tag,
                packet.index)
        }
    }

    mutating func process(_ context: CalculatorContext) throws {
        for (place, stream) in streams.enumerated() {
            let packet = context.inputs[stream.tag, stream.index].packet
            if packet.timestamp == context.timestamp { queues[place].append(packet) }
        }
        try selection.record(context)
        let settled = selection.settled(context)
        for (place, stream) in streams.enumerated() {
            while let packet = queues[place].first, packet.timestamp <= settled {
                queues[place].removeFirst()
                guard let channel = selection.channel(at: packet.timestamp) else { continue }
                let output = context.outputs[SwitchChannel(channel, stream.tag).name, stream.index]
                if !output.isClosed { try output.send(packet) }
            }
        }
        var least = settled
        for (place, stream) in streams.enumerated() {
            let waiting = queues[place].first?.timestamp
            least = min(least, waiting ?? context.inputs[stream.tag, stream.index].packet.timestamp)
        }
        selection.forget(before: least)
    }

    private static func channel(_ reference: StreamReference) throws -> SwitchChannel {
        guard let channel = SwitchChannel(reference.tag) else {
            throw StandardCalculatorError(
                "the tag \(reference.tag) does not name a channel, as C0__TAG does")
        }
        return channel
    }
}
