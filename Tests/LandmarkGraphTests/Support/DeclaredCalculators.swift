import LandmarkGraph

/// Calculators that declare a contract and do nothing, for validation tests.
enum DeclaredCalculators {
    struct MakeInt: Calculator {
        static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
            contract.output("", 0, .type(Int.self))
        }
        init(_ node: NodeConfig) {}
    }

    struct TakeInt: Calculator {
        static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
            contract.input("", 0, .type(Int.self))
        }
        init(_ node: NodeConfig) {}
    }

    struct TakeString: Calculator {
        static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
            contract.input("", 0, .type(String.self))
        }
        init(_ node: NodeConfig) {}
    }

    struct TakeIntOrString: Calculator {
        static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
            contract.input("", nil, .oneOf([Int.self, String.self]))
        }
        init(_ node: NodeConfig) {}
    }

    struct Same: Calculator {
        static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
            contract.input("")
            contract.output("", nil, .sameAsInput(""))
        }
        init(_ node: NodeConfig) {}
    }

    struct Model: Calculator {
        static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
            contract.input("IN")
            contract.input("EXTRA", optional: true)
            contract.output("OUT")
            contract.inputSidePacket("MODEL", nil, .type(String.self))
            contract.inputSidePacket("LEVEL", nil, .type(Int.self), optional: true)
            try node.options.message("ModelOptions")?.requireFields(in: ["level"])
        }
        init(_ node: NodeConfig) {}
    }

    struct MakeSide: Calculator {
        static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
            contract.outputSidePacket("", nil, .type(String.self))
            contract.inputSidePacket("AFTER", optional: true)
        }
        init(_ node: NodeConfig) {}
    }

    static var registry: CalculatorRegistry {
        var registry = CalculatorRegistry()
        registry.register("Any", AnythingCalculator.self)
        registry.register("MakeInt", MakeInt.self)
        registry.register("TakeInt", TakeInt.self)
        registry.register("TakeString", TakeString.self)
        registry.register("TakeIntOrString", TakeIntOrString.self)
        registry.register("Same", Same.self)
        registry.register("Model", Model.self)
        registry.register("MakeSide", MakeSide.self)
        return registry
    }

    /// The validation errors of a graph; empty when it is valid.
    static func errors(
        _ text: String, _ registry: CalculatorRegistry = registry
    ) throws -> [String] {
        let config = try GraphConfig(parsing: text)
        do { _ = try ValidatedGraph(config, registry: registry) } catch {
            guard case .invalid(let errors) = error else { throw error }
            return errors.map(\.description)
        }
        return []
    }
}

/// A calculator that accepts every port of its node.
struct AnythingCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
        for kind in PortKind.allCases {
            for tag in Set(node[kind].map(\.tag)) {
                switch kind {
                case .inputStream: contract.input(tag)
                case .outputStream: contract.output(tag)
                case .inputSidePacket: contract.inputSidePacket(tag)
                case .outputSidePacket: contract.outputSidePacket(tag)
                }
            }
        }
    }

    init(_ node: NodeConfig) {}
}
