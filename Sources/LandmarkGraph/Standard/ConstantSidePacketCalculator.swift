/// Makes side packets PACKET of the values that its options give, one for each, in their order.
/// Options: `mediapipe.ConstantSidePacketCalculatorOptions` with `packet { int_value: 2 }` and so on.
///
/// The values' types in Swift: `int_value` Int, `int64_value` Int64, `uint64_value` UInt64,
/// `float_value` Float, `double_value` Double, `bool_value` Bool, `string_value` String, and arrays
/// of String, Float and Int.
public struct ConstantSidePacketCalculator: Calculator {
    private let packets: [Packet]

    /// PACKET as many times as the options have values.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let packets = try packets(node)
        let count = node.count(.outputSidePacket, tag: "PACKET")
        try StandardFault.require(
            packets.count == count, "there are \(count) side packets and \(packets.count) values")
        for (index, packet) in packets.enumerated() {
            guard let type = packet.payloadType?.type else { continue }
            contract.outputSidePacket("PACKET", index, .type(type))
        }
    }

    /// Makes one, from the node's options.
    public init(_ node: NodeConfig) throws { packets = try Self.packets(node) }

    /// Makes the side packets.
    public mutating func open(_ context: CalculatorContext) throws {
        for (index, packet) in packets.enumerated() {
            try context.setSidePacket(packet: packet, "PACKET", index)
        }
    }

    private static func packets(_ node: NodeConfig) throws -> [Packet] {
        let options = node.options.message("ConstantSidePacketCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["packet"])
        return try options.messages("packet").map(packet)
    }

    private static func packet(_ message: TextMessage) throws -> Packet {
        try StandardFault.require(message.fields.count == 1, "a packet must have one value")
        if let value = try message.int("int_value") { return Packet(value) }
        if let value = try message.int("int64_value") { return Packet(Int64(value)) }
        if let value = try unsigned(message) { return Packet(value) }
        if let value = try message.float("float_value") { return Packet(value) }
        if let value = try message.double("double_value") { return Packet(value) }
        if let value = try message.bool("bool_value") { return Packet(value) }
        if let value = try message.string("string_value") { return Packet(value) }
        if let list = try message.message("string_vector_value") {
            return Packet(try list.strings("string_value"))
        }
        if let list = try message.message("float_vector_value") {
            return Packet(try list.doubles("float_value").map { Float($0) })
        }
        if let list = try message.message("int_vector_value") {
            return Packet(try list.ints("int_value"))
        }
        throw StandardFault("side packets of \"\(message.fields[0].name)\" are not supported")
    }

    private static func unsigned(_ message: TextMessage) throws -> UInt64? {
        guard let value = message.values(of: "uint64_value").first else { return nil }
        if case .integer(let integer) = value.content, let value = UInt64(exactly: integer) {
            return value
        }
        // The getter knows what to say.
        return try message.int("uint64_value", in: 0 ... .max).map(UInt64.init)
    }
}
