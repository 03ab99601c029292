/// For each packet of SELECT, an `Int`, passes on the packet of the INPUT stream with that index.
/// SELECT may also be a side packet.
///
/// `MuxInputStreamHandler` waits only for the selected stream and drops the packets of the others.
struct MuxCalculator: Calculator {
    private var fixed: Int?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let selects = node.count(.inputStream, tag: "SELECT")
        try StandardCalculatorError.require(
            selects + node.count(.inputSidePacket, tag: "SELECT") == 1,
            "exactly one of stream SELECT and side packet SELECT is required")
        contract.input("INPUT")
        contract.input("SELECT", 0, .type(Int.self), optional: true)
        contract.inputSidePacket("SELECT", 0, .type(Int.self), optional: true)
        contract.output("OUTPUT", 0, .sameAsInput("INPUT", 0))
        contract.timestampOffset = 0
        if selects == 1 {
            contract.inputStreamHandler = HandlerConfig(type: "MuxInputStreamHandler")
        }
    }

    init(_ node: NodeConfig) {}

    mutating func open(_ context: CalculatorContext) throws {
        if !context.sidePacket("SELECT").isEmpty {
            fixed = try context.sideValue(Int.self, "SELECT")
        }
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let place = try fixed ?? context.inputs["SELECT"].value(Int.self) else { return }
        try StandardCalculatorError.require(
            (0..<context.inputs.count("INPUT")).contains(place),
            "SELECT is \(place), but there are \(context.inputs.count("INPUT")) inputs")
        let input = context.inputs["INPUT", place]
        if !input.isEmpty { try context.outputs["OUTPUT"].send(input.packet) }
    }
}

/// Distributes packets to the output streams OUTPUT:0, OUTPUT:1, … in turn, and reports the index,
/// an `Int`, on SELECT. Followed by a `MuxCalculator`, this shares a stream's work among several
/// nodes.
struct RoundRobinDemuxCalculator: Calculator {
    private var next = 0

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("", 0)
        contract.output("OUTPUT", nil, .sameAsInput("", 0))
        contract.output("SELECT", 0, .type(Int.self), optional: true)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        try context.outputs["OUTPUT", next].send(context.inputs[0].packet)
        try context.outputs["SELECT"].send(next)
        next = (next + 1) % context.outputs.count("OUTPUT")
    }
}

/// Merges its input streams into one. When several have a packet at the same timestamp, the one of
/// the first stream is passed on. The streams may have different payload types.
struct MergeCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input()
        contract.output("", 0)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        for index in 0..<context.inputs.count() where !context.inputs[index].isEmpty {
            return try context.outputs[0].send(context.inputs[index].packet)
        }
    }
}
