/// Passes the side packet OPTIONAL_VALUE on as VALUE, or DEFAULT_VALUE where it was not given.
public struct DefaultSidePacketCalculator: Calculator {
    /// OPTIONAL_VALUE and DEFAULT_VALUE in, VALUE out, all as side packets.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.sidePacket("OPTIONAL_VALUE", 0, optional: true)
        contract.sidePacket("DEFAULT_VALUE", 0)
        contract.outputSidePacket("VALUE", 0, .sameAsSidePacket("DEFAULT_VALUE", 0))
    }

    /// Makes one.
    public init(_ node: NodeConfig) {}

    /// Passes the value on.
    public mutating func open(_ context: CalculatorContext) throws {
        let given = context.sidePacket("OPTIONAL_VALUE")
        try context.setSidePacket(
            packet: given.isEmpty ? context.sidePacket("DEFAULT_VALUE") : given, "VALUE")
    }
}
