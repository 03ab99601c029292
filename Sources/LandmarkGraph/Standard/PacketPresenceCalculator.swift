/// Says on PRESENCE, for each moment of the stream PACKET, whether a packet came: a `Bool`.
public struct PacketPresenceCalculator: Calculator {
    /// PACKET in, PRESENCE out.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("PACKET", 0)
        contract.output("PRESENCE", 0, .type(Bool.self))
        contract.processesTimestampBounds = true
        contract.timestampOffset = 0
    }

    /// Makes one.
    public init(_ node: NodeConfig) {}

    /// Says whether a packet came.
    public mutating func process(_ context: CalculatorContext) throws {
        try context.outputs["PRESENCE"].send(!context.inputs["PACKET"].isEmpty)
    }
}
