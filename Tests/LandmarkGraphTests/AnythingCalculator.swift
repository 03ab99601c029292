import LandmarkGraph

/// A calculator that takes and makes whatever its node has.
struct AnythingCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
        for kind in PortKind.allCases {
            for tag in Set(node[kind].map(\.tag)) {
                switch kind {
                case .inputStream: contract.input(tag)
                case .outputStream: contract.output(tag)
                case .inputSidePacket: contract.sidePacket(tag)
                case .outputSidePacket: contract.outputSidePacket(tag)
                }
            }
        }
    }

    init(_ node: NodeConfig) {}
}
