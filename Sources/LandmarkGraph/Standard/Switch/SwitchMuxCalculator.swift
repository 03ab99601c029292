/// Passes on the packets of the selected one of several nodes: the streams C0__TAG, C1__TAG, … to
/// TAG, and side packets likewise. Part of a `SwitchContainer`.
///
/// Selects like `SwitchDemuxCalculator`. The packets of a channel wait until those of the
/// previously selected channels have arrived. Follows
/// mediapipe/framework/tool/switch_mux_calculator.cc.
struct SwitchMuxCalculator: Calculator {
    private var selection: SwitchSelection
    /// The streams of the channels, with their destinations.
    private let streams: [(input: StreamReference, channel: SwitchChannel)]
    private var queues: [[Packet]]

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        SwitchSelection.declare(&contract)
        for (input, _) in channels(node.inputStreams) { contract.input(input.tag, input.index) }
        for (input, _) in channels(node.inputSidePackets) {
            contract.inputSidePacket(input.tag, input.index)
        }
        for output in node.outputStreams {
            let first = SwitchChannel(0, output.tag).name
            contract.output(output.tag, output.index, .sameAsInput(first, output.index))
        }
        for output in node.outputSidePackets {
            let first = SwitchChannel(0, output.tag).name
            contract.outputSidePacket(
                output.tag, output.index, .sameAsSidePacket(first, output.index))
        }
        contract.inputStreamHandler = HandlerConfig(type: "ImmediateInputStreamHandler")
        contract.processesTimestampBounds = true
    }

    init(_ node: NodeConfig) throws {
        selection = try SwitchSelection(node)
        streams = Self.channels(node.inputStreams)
        queues = streams.map { _ in [] }
    }

    mutating func open(_ context: CalculatorContext) throws {
        try selection.open(context)
        for output in context.node.outputSidePackets {
            let chosen = SwitchChannel(selection.first, output.tag)
            try context.setSidePacket(
                packet: context.sidePacket(chosen.name, output.index), output.tag, output.index)
        }
    }

    mutating func process(_ context: CalculatorContext) throws {
        try selection.record(context)
        for (place, stream) in streams.enumerated() {
            let packet = context.inputs[stream.input.tag, stream.input.index].packet
            if packet.timestamp == context.timestamp { queues[place].append(packet) }
        }
        try sendActive(context)
    }

    /// Sends the packets that have arrived from the selected channels, in the order of selection.
    private mutating func sendActive(_ context: CalculatorContext) throws {
        var expired = 0
        let history = selection.history
        for (place, choice) in history.enumerated() {
            let isLast = place + 1 == history.count
            let end =
                isLast
                ? selection.settled(context).nextAllowedInStream : history[place + 1].from
            var settled = GraphTimestamp.done
            for (index, stream) in streams.enumerated()
            where stream.channel.number == choice.channel {
                let output = context.outputs[stream.channel.tag, stream.input.index]
                while let packet = queues[index].first, packet.timestamp < end {
                    queues[index].removeFirst()
                    if packet.timestamp >= choice.from, !output.isClosed { try output.send(packet) }
                }
                let input = context.inputs[stream.input.tag, stream.input.index]
                settled = min(settled, input.packet.timestamp)
            }
            // A selection is over only when all its streams have advanced past it.
            if isLast || settled.nextAllowedInStream < end { break }
            expired = place + 1
            for index in queues.indices { queues[index].removeAll { $0.timestamp < end } }
        }
        selection.forget(first: expired)
    }

    private static func channels(
        _ references: [StreamReference]
    ) -> [(input: StreamReference, channel: SwitchChannel)] {
        references.compactMap { reference in
            SwitchChannel(reference.tag).map { (reference, $0) }
        }
    }
}
