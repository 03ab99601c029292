import LandmarkGraph

/// A calculator of three closures, so that a test says in one place what its node does.
struct ClosureCalculator: Calculator {
    /// What a test's node does.
    struct Behavior: Sendable {
        var contract: @Sendable (inout CalculatorContract, NodeConfig) throws -> Void = { _, _ in }
        var make: @Sendable () throws -> Void = {}
        var open: @Sendable (CalculatorContext) throws -> Void = { _ in }
        var process: @Sendable (CalculatorContext) throws -> Void = { _ in }
        var close: @Sendable (CalculatorContext) throws -> Void = { _ in }
    }

    /// Registered under a name, because calculators are types.
    static let behaviors = Journal<(name: String, behavior: Behavior)>()

    private static func behavior(_ node: NodeConfig) -> Behavior {
        behaviors.last { $0.name == node.calculator }?.behavior ?? Behavior()
    }

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input(optional: true)
        contract.output(optional: true)
        contract.sidePacket(optional: true)
        contract.outputSidePacket(optional: true)
        try behavior(node).contract(&contract, node)
    }

    private let behavior: Behavior

    init(_ node: NodeConfig) throws {
        behavior = Self.behavior(node)
        try behavior.make()
    }

    func open(_ context: CalculatorContext) throws { try behavior.open(context) }
    func process(_ context: CalculatorContext) throws { try behavior.process(context) }
    func close(_ context: CalculatorContext) throws { try behavior.close(context) }
}

extension CalculatorRegistry {
    /// The standard calculators, and one that does what the closures say.
    static func with(
        _ name: String, _ behavior: ClosureCalculator.Behavior
    ) -> CalculatorRegistry {
        var registry = CalculatorRegistry.standard
        registry.add(name, behavior)
        return registry
    }

    /// Adds a calculator that does what the closures say. Names are unique among all tests.
    mutating func add(_ name: String, _ behavior: ClosureCalculator.Behavior) {
        ClosureCalculator.behaviors.note((name, behavior))
        register(name, ClosureCalculator.self)
    }
}
