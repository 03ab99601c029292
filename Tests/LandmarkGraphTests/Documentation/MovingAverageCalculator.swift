import LandmarkGraph

/// Sends the mean of the latest numbers. Options: `example.MovingAverageOptions { length: 3 }`.
struct MovingAverageCalculator: Calculator {
    private let length: Int
    private var last: [Double] = []

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("VALUE", 0, .type(Double.self))
        contract.input("RESET", 0, optional: true)
        contract.output("MEAN", 0, .type(Double.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("MovingAverageOptions") ?? TextMessage()
        try options.requireFields(in: ["length"])
        length = try options.int("length", in: 1...1000) ?? 3
    }

    mutating func process(_ context: CalculatorContext) throws {
        if !context.inputs["RESET"].isEmpty { last = [] }
        guard let value = try context.inputs["VALUE"].value(Double.self) else { return }
        last = last.suffix(length - 1) + [value]
        try context.outputs["MEAN"].send(last.reduce(0, +) / Double(last.count))
    }
}
