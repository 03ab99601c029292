/// Passes on packets unchanged, and side packets too if the node has output side packets.
///
/// Outputs correspond to the inputs with the same tags and indices.
struct PassThroughCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        for kind in [PortKind.outputStream, .outputSidePacket] where !node[kind].isEmpty {
            let inputs = kind == .outputStream ? PortKind.inputStream : .inputSidePacket
            try StandardCalculatorError.require(
                Set(node[inputs].map { "\($0.tag):\($0.index)" })
                    == Set(node[kind].map { "\($0.tag):\($0.index)" }),
                "\(inputs)s and \(kind)s must have the same tags and indices")
        }
        for stream in node.inputStreams { contract.input(stream.tag, stream.index) }
        for stream in node.outputStreams {
            contract.output(stream.tag, stream.index, .sameAsInput(stream.tag))
        }
        for packet in node.inputSidePackets { contract.inputSidePacket(packet.tag, packet.index) }
        for packet in node.outputSidePackets {
            contract.outputSidePacket(packet.tag, packet.index, .sameAsSidePacket(packet.tag))
        }
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func open(_ context: CalculatorContext) throws {
        for reference in context.node.outputSidePackets {
            try context.setSidePacket(
                packet: context.sidePacket(reference.tag, reference.index), reference.tag,
                reference.index)
        }
    }

    mutating func process(_ context: CalculatorContext) throws {
        if context.node.inputStreams.isEmpty { return context.stop() }
        for reference in context.node.outputStreams {
            let input = context.inputs[reference.tag, reference.index]
            if !input.isEmpty {
                try context.outputs[reference.tag, reference.index].send(input.packet)
            }
        }
    }
}

/// Reports on PRESENCE, a `Bool`, for each timestamp of the stream PACKET whether there is a
/// packet.
struct PacketPresenceCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("PACKET", 0)
        contract.output("PRESENCE", 0, .type(Bool.self))
        contract.processesTimestampBounds = true
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        try context.outputs["PRESENCE"].send(!context.inputs["PACKET"].isEmpty)
    }
}
