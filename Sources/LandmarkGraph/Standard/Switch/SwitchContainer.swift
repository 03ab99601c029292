/// Runs one of several nodes as a subgraph: the `contained_node`s in the options have the streams
/// and side packets of the container, and SELECT or ENABLE selects one of them.
///
/// The graph is that of mediapipe/framework/tool/switch_container.cc: a `SwitchDemuxCalculator`,
/// the contained nodes, and a `SwitchMuxCalculator`; if a stream selects the node, a
/// `PacketSequencerCalculator` gives the selection the timestamps of the packets. Options:
/// `mediapipe.SwitchContainerOptions`.
enum SwitchContainer {
    /// Returns the graph of a node.
    ///
    /// - Throws: `TextFormatError`, `GraphValidationError` or `StandardCalculatorError` for invalid
    ///   options, or if two streams or side packets select the node.
    static func graph(_ node: NodeConfig) throws -> GraphConfig {
        let options = try SwitchChannel.options(node)
        let contained = try options.messages("contained_node").map(GraphReader.contained)
        try StandardCalculatorError.require(!contained.isEmpty, "contained_node is required")
        let chosen = try options.chosenChannel()
        try StandardCalculatorError.require(
            contained.indices.contains(chosen),
            "channel \(chosen) is selected, but there are \(contained.count), counted from 0")
        for kind in [PortKind.inputStream, .inputSidePacket] {
            try StandardCalculatorError.require(
                node[kind].filter(SwitchSelection.hasPort).count <= 1,
                "only one \(kind) of SELECT and ENABLE may be connected")
        }
        let ports = Ports(node)
        var demux = NodeConfig(calculator: "SwitchDemuxCalculator")
        var mux = NodeConfig(calculator: "SwitchMuxCalculator")
        demux.options = withoutContained(node.options)
        mux.options = demux.options
        demux.inputStreams = ports.inputs
        demux.inputSidePackets = ports.sideInputs
        mux.outputStreams = ports.outputs
        mux.outputSidePackets = ports.sideOutputs
        var nodes: [NodeConfig] = []
        for selector in node.inputStreams.filter(SwitchSelection.hasPort) {
            nodes.append(try sequencer(selector, ports.inputs, options))
            let timed = StreamReference(tag: selector.tag, name: "gate_timed")
            demux.inputStreams.append(timed)
            mux.inputStreams.append(timed)
        }
        for selector in node.inputSidePackets.filter(SwitchSelection.hasPort) {
            let packet = StreamReference(tag: selector.tag, name: "gate")
            demux.inputSidePackets.append(packet)
            mux.inputSidePackets.append(packet)
        }
        for (number, config) in contained.enumerated() {
            var config = config
            config.inputStreams = ports.inputs.map { $0.renamed(number) }
            config.outputStreams = ports.outputs.map { $0.renamed(number) }
            config.inputSidePackets = ports.sideInputs.map { $0.renamed(number) }
            config.outputSidePackets = ports.sideOutputs.map { $0.renamed(number) }
            demux.outputStreams += config.inputStreams.map { $0.tagged(number) }
            demux.outputSidePackets += config.inputSidePackets.map { $0.tagged(number) }
            mux.inputStreams += config.outputStreams.map { $0.tagged(number) }
            mux.inputSidePackets += config.outputSidePackets.map { $0.tagged(number) }
            nodes.append(config)
        }
        let gates = { (kind: PortKind) in
            node[kind].filter(SwitchSelection.hasPort).map {
                StreamReference(tag: $0.tag, name: "gate")
            }
        }
        return GraphConfig(
            nodes: [demux, mux] + nodes, inputStreams: ports.inputs + gates(.inputStream),
            outputStreams: ports.outputs,
            inputSidePackets: ports.sideInputs + gates(.inputSidePacket),
            outputSidePackets: ports.sideOutputs)
    }

    /// Returns the node that gives the packets of the selecting stream the timestamps of the
    /// inputs.
    private static func sequencer(
        _ selector: StreamReference, _ inputs: [StreamReference], _ options: TextMessage
    ) throws -> NodeConfig {
        let ticks = try options.strings("tick_input_stream").map { text in
            guard let (tag, index) = PortName.tagIndex(text) else {
                throw StandardCalculatorError("tick_input_stream \"\(text)\" is not TAG:INDEX")
            }
            return Port(tag: tag, index: index)
        }
        let ticking = inputs.filter { ticks.isEmpty || ticks.contains(Port($0)) }
        var node = NodeConfig(calculator: "PacketSequencerCalculator")
        node.inputStreams =
            [StreamReference(tag: "INPUT", name: "gate")]
            + ticking.enumerated().map {
                StreamReference(tag: "TICK", index: $0.offset, name: $0.element.name)
            }
        node.outputStreams = [StreamReference(tag: "OUTPUT", name: "gate_timed")]
        if try options.bool("async_selection") != true {
            node.inputStreamHandler = HandlerConfig(type: "DefaultInputStreamHandler")
        }
        return node
    }

    /// Returns the options without the contained nodes.
    private static func withoutContained(_ options: NodeOptions) -> NodeOptions {
        NodeOptions(
            options.entries.map { entry in
                var entry = entry
                entry.message.fields.removeAll { $0.name == "contained_node" }
                return entry
            })
    }
}

/// The ports of a container, with separate names.
private struct Ports {
    let inputs: [StreamReference]
    let outputs: [StreamReference]
    let sideInputs: [StreamReference]
    let sideOutputs: [StreamReference]

    init(_ node: NodeConfig) {
        func ports(_ kind: PortKind, _ name: String) -> [StreamReference] {
            node[kind].filter { !SwitchSelection.hasPort($0) }.enumerated().map {
                StreamReference(
                    tag: $0.element.tag, index: $0.element.index, name: "\(name)_\($0.offset)")
            }
        }
        inputs = ports(.inputStream, "input")
        outputs = ports(.outputStream, "output")
        sideInputs = ports(.inputSidePacket, "side_input")
        sideOutputs = ports(.outputSidePacket, "side_output")
    }
}

extension StreamReference {
    /// Returns the stream of a channel.
    fileprivate func renamed(_ channel: Int) -> StreamReference {
        StreamReference(tag: tag, index: index, name: "c\(channel)__\(name)")
    }

    /// Returns the stream under the channel's tag.
    fileprivate func tagged(_ channel: Int) -> StreamReference {
        StreamReference(tag: SwitchChannel(channel, tag).name, index: index, name: name)
    }
}
