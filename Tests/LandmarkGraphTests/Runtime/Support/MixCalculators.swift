import LandmarkGraph

/// What the nodes of random graphs compute: from a salt and the inputs of a moment a number or
/// nothing, so that any packet that is lost, moved or joined wrongly shows.
enum Mix {
    static func value(_ salt: String, _ inputs: [Int?]) -> Int? {
        var hash = 1469
        for byte in salt.utf8 { hash = (hash &* 31 &+ Int(byte)) & 0xff_ffff }
        for input in inputs { hash = (hash &* 31 &+ (input ?? 7919)) & 0xff_ffff }
        hash ^= hash >> 7
        return hash % 4 == 0 ? nil : hash & 0xffff
    }
}

/// Mixes its inputs, and sends nothing about every fourth time. A name that ends in "o" passes bounds.
struct MixCalculator: Calculator {
    private let salt: String

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input()
        contract.output("", 0, .type(Int.self))
        if node.name.hasSuffix("o") { contract.timestampOffset = 0 }
    }

    init(_ node: NodeConfig) { salt = node.name }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = try (0..<context.inputs.count()).map { try context.inputs[$0].value(Int.self) }
        if let value = Mix.value(salt, inputs) { try context.outputs[0].send(value) }
    }
}

/// Says whether a number is odd.
struct OddCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("", 0, .type(Int.self))
        contract.output("", 0, .type(Bool.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        try context.outputs[0].send(context.inputs[0].get(Int.self) % 2 == 1)
    }
}

/// Sends the packet before, at the moment of this one.
struct DelayCalculator: Calculator {
    private var before: Packet?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("", 0)
        contract.output("", 0, .sameAsInput())
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        if let before { try context.outputs[0].send(before.at(context.timestamp)) }
        before = context.inputs[0].packet
    }
}

extension CalculatorRegistry {
    static let random: CalculatorRegistry = {
        var registry = CalculatorRegistry.standard
        registry.register("MixCalculator", MixCalculator.self)
        registry.register("OddCalculator", OddCalculator.self)
        registry.register("DelayCalculator", DelayCalculator.self)
        return registry
    }()
}
