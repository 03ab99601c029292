/// Passes on, for each packet of SELECT, the packet of the input stream INPUT that it names by its
/// index, an `Int`. SELECT may also be a side packet.
///
/// Its handler waits only for the selected stream and drops what the others hold.
public struct MuxCalculator: Calculator {
    private var fixed: Int?

    /// INPUT several times, SELECT as a stream or a side packet, and OUTPUT.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let selects = node.count(.inputStream, tag: "SELECT")
        try StandardFault.require(
            selects + node.count(.inputSidePacket, tag: "SELECT") == 1,
            "SELECT must be a stream or a side packet")
        contract.input("INPUT")
        contract.input("SELECT", 0, .type(Int.self), optional: true)
        contract.sidePacket("SELECT", 0, .type(Int.self), optional: true)
        contract.output("OUTPUT", 0, .sameAsInput("INPUT", 0))
        contract.timestampOffset = 0
        if selects == 1 {
            contract.inputStreamHandler = HandlerConfig(type: "MuxInputStreamHandler")
        }
    }

    /// Makes one.
    public init(_ node: NodeConfig) {}

    /// Reads the side packet.
    public mutating func open(_ context: CalculatorContext) throws {
        if !context.sidePacket("SELECT").isEmpty {
            fixed = try context.sideValue(Int.self, "SELECT")
        }
    }

    /// Passes the selected packet on.
    public mutating func process(_ context: CalculatorContext) throws {
        guard let place = try fixed ?? context.inputs["SELECT"].value(Int.self) else { return }
        try StandardFault.require(
            (0..<context.inputs.count("INPUT")).contains(place),
            "SELECT is \(place), of \(context.inputs.count("INPUT")) inputs")
        let input = context.inputs["INPUT", place]
        if !input.isEmpty { try context.outputs["OUTPUT"].send(input.packet) }
    }
}
