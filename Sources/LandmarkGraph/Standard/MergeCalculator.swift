/// Joins its input streams into one. Of several packets of a moment the one of the first stream is
/// passed on. The streams may carry different types.
public struct MergeCalculator: Calculator {
    /// Several streams in, one out.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input()
        contract.output("", 0)
        contract.timestampOffset = 0
    }

    /// Makes one.
    public init(_ node: NodeConfig) {}

    /// Passes the first packet on.
    public mutating func process(_ context: CalculatorContext) throws {
        for index in 0..<context.inputs.count() where !context.inputs[index].isEmpty {
            return try context.outputs[0].send(context.inputs[index].packet)
        }
    }
}
