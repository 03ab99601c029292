/// Hands its packets to the output streams OUTPUT:0, OUTPUT:1, … in turn, and says on SELECT, an
/// `Int`, which one got the packet. With a `MuxCalculator` behind, several nodes share one stream's
/// work.
public struct RoundRobinDemuxCalculator: Calculator {
    private var next = 0

    /// One stream in; OUTPUT several times and SELECT out.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("", 0)
        contract.output("OUTPUT", nil, .sameAsInput("", 0))
        contract.output("SELECT", 0, .type(Int.self), optional: true)
        contract.timestampOffset = 0
    }

    /// Makes one.
    public init(_ node: NodeConfig) {}

    /// Hands a packet to the stream whose turn it is.
    public mutating func process(_ context: CalculatorContext) throws {
        try context.outputs["OUTPUT", next].send(context.inputs[0].packet)
        try context.outputs["SELECT"].send(next)
        next = (next + 1) % context.outputs.count("OUTPUT")
    }
}
