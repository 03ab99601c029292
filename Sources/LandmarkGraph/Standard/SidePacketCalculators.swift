/// Outputs the values of its options as side packets PACKET, in order. Options:
/// `mediapipe.ConstantSidePacketCalculatorOptions`, with fields such as `packet { int_value: 2 }`.
///
/// Payload types: `int_value` Int, `int64_value` Int64, `uint64_value` UInt64, `float_value` Float,
/// `double_value` Double, `bool_value` Bool, `string_value` String, and arrays of String, Float and
/// Int for the vector values.
struct ConstantSidePacketCalculator: Calculator {
    private let packets: [Packet]

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let packets = try packets(node)
        let count = node.count(.outputSidePacket, tag: "PACKET")
        try StandardCalculatorError.require(
            packets.count == count,
            "the node has \(count) output side packets, but the options have \(packets.count) values"
        )
        for (index, packet) in packets.enumerated() {
            guard let type = packet.payloadType?.type else { continue }
            contract.outputSidePacket("PACKET", index, .type(type))
        }
    }

    init(_ node: NodeConfig) throws { packets = try Self.packets(node) }

    mutating func open(_ context: CalculatorContext) throws {
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
        try StandardCalculatorError.require(
            message.fields.count == 1, "a packet must have exactly one value")
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
        throw StandardCalculatorError(
            "side packet field \"\(message.fields[0].name)\" is not supported")
    }

    private static func unsigned(_ message: TextMessage) throws -> UInt64? {
        guard let value = message.values(of: "uint64_value").first else { return nil }
        if case .integer(let integer) = value.content, let value = UInt64(exactly: integer) {
            return value
        }
        // The getter throws the error that describes the expected range.
        return try message.int("uint64_value", in: 0 ... .max).map(UInt64.init)
    }
}

/// Outputs the side packet OPTIONAL_VALUE as VALUE, or DEFAULT_VALUE when it was not provided.
struct DefaultSidePacketCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.inputSidePacket("OPTIONAL_VALUE", 0, optional: true)
        contract.inputSidePacket("DEFAULT_VALUE", 0)
        contract.outputSidePacket("VALUE", 0, .sameAsSidePacket("DEFAULT_VALUE", 0))
    }

    init(_ node: NodeConfig) {}

    mutating func open(_ context: CalculatorContext) throws {
        let given = context.sidePacket("OPTIONAL_VALUE")
        try context.setSidePacket(
            packet: given.isEmpty ? context.sidePacket("DEFAULT_VALUE") : given, "VALUE")
    }
}

/// Sends side packets on streams. The tag of the streams selects the timestamp: AT_PRESTREAM,
/// AT_POSTSTREAM and AT_ZERO send the only packet of the stream, AT_TICK sends with every packet of
/// the stream TICK, AT_FIRST_TICK with the first one, and AT_TIMESTAMP at the microseconds in the
/// side packet TIMESTAMP, an `Int64`.
struct SidePacketToStreamCalculator: Calculator {
    private enum Timing: String, CaseIterable {
        case preStream = "AT_PRESTREAM"
        case postStream = "AT_POSTSTREAM"
        case zero = "AT_ZERO"
        case tick = "AT_TICK"
        case firstTick = "AT_FIRST_TICK"
        case timestamp = "AT_TIMESTAMP"
    }

    private let timing: Timing

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let timing = try timing(node)
        let isTicking = timing == .tick || timing == .firstTick
        try StandardCalculatorError.require(
            node.count(.inputStream, tag: "TICK") == (isTicking ? 1 : 0),
            "TICK is required with AT_TICK and AT_FIRST_TICK, and not allowed otherwise")
        try StandardCalculatorError.require(
            node.count(.inputSidePacket, tag: "TIMESTAMP") == (timing == .timestamp ? 1 : 0),
            "TIMESTAMP is required with AT_TIMESTAMP, and not allowed otherwise")
        try StandardCalculatorError.require(
            node.count(.inputSidePacket) == node.outputStreams.count,
            "the numbers of output streams and untagged side packets must be equal")
        contract.inputSidePacket()
        contract.inputSidePacket("TIMESTAMP", 0, .oneOf([Int64.self, Int.self]), optional: true)
        contract.output(timing.rawValue, nil, .sameAsSidePacket())
        contract.input("TICK", 0, optional: true)
        if isTicking { contract.timestampOffset = 0 }
    }

    init(_ node: NodeConfig) throws { timing = try Self.timing(node) }

    private static func timing(_ node: NodeConfig) throws -> Timing {
        guard let tag = node.outputStreams.first?.tag, let timing = Timing(rawValue: tag),
            node.outputStreams.allSatisfy({ $0.tag == tag })
        else {
            let tags = Timing.allCases.map(\.rawValue).joined(separator: ", ")
            throw StandardCalculatorError(
                "all output streams must have the same tag, one of \(tags)")
        }
        return timing
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard timing == .tick || timing == .firstTick else { return context.stop() }
        try send(context, at: context.timestamp)
        guard timing == .firstTick else { return }
        for index in 0..<context.outputs.count(timing.rawValue) {
            context.outputs[timing.rawValue, index].close()
        }
    }

    mutating func close(_ context: CalculatorContext) throws {
        if context.runError != nil { return }
        switch timing {
        case .tick, .firstTick: break
        case .preStream: try send(context, at: .preStream)
        case .postStream: try send(context, at: .postStream)
        case .zero: try send(context, at: .microseconds(0))
        case .timestamp:
            try send(context, at: .microseconds(context.sideInteger("TIMESTAMP")))
        }
    }

    private func send(_ context: CalculatorContext, at timestamp: GraphTimestamp) throws {
        for index in 0..<context.outputs.count(timing.rawValue) {
            let output = context.outputs[timing.rawValue, index]
            if output.isClosed { continue }
            try output.send(context.sidePacket("", index).at(timestamp))
        }
    }
}

/// Outputs the only packet of a stream as a side packet.
struct StreamToSidePacketCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("", 0)
        contract.outputSidePacket("", 0, .sameAsInput("", 0))
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        try context.setSidePacket(packet: context.inputs[0].packet)
    }
}
