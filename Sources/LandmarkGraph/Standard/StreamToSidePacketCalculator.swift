/// Makes a side packet of the only packet of a stream.
public struct StreamToSidePacketCalculator: Calculator {
    /// One stream in, one side packet out.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("", 0)
        contract.outputSidePacket("", 0, .sameAsInput("", 0))
    }

    /// Makes one.
    public init(_ node: NodeConfig) {}

    /// Makes the side packet.
    public mutating func process(_ context: CalculatorContext) throws {
        try context.setSidePacket(packet: context.inputs[0].packet)
    }
}
