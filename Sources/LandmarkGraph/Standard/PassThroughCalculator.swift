/// Passes its packets on unchanged, and side packets too when the node makes any.
///
/// Outputs have the tags and indices of the inputs.
public struct PassThroughCalculator: Calculator {
    /// Any streams, and any side packets.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        for kind in [PortKind.outputStream, .outputSidePacket] where !node[kind].isEmpty {
            let inputs = kind == .outputStream ? PortKind.inputStream : .inputSidePacket
            try StandardFault.require(
                Set(node[inputs].map { "\($0.tag):\($0.index)" })
                    == Set(node[kind].map { "\($0.tag):\($0.index)" }),
                "\(inputs)s and \(kind)s must have the same tags and indices")
        }
        for stream in node.inputStreams { contract.input(stream.tag, stream.index) }
        for stream in node.outputStreams {
            contract.output(stream.tag, stream.index, .sameAsInput(stream.tag))
        }
        for packet in node.inputSidePackets { contract.sidePacket(packet.tag, packet.index) }
        for packet in node.outputSidePackets {
            contract.outputSidePacket(packet.tag, packet.index, .sameAsSidePacket(packet.tag))
        }
        contract.timestampOffset = 0
    }

    /// Makes one.
    public init(_ node: NodeConfig) {}

    /// Passes the side packets on.
    public mutating func open(_ context: CalculatorContext) throws {
        for reference in context.node.outputSidePackets {
            try context.setSidePacket(
                packet: context.sidePacket(reference.tag, reference.index), reference.tag,
                reference.index)
        }
    }

    /// Passes the packets on.
    public mutating func process(_ context: CalculatorContext) throws {
        if context.node.inputStreams.isEmpty { return context.stop() }
        for reference in context.node.outputStreams {
            let input = context.inputs[reference.tag, reference.index]
            if !input.isEmpty {
                try context.outputs[reference.tag, reference.index].send(input.packet)
            }
        }
    }
}
