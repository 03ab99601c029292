/// One node of a graph that can run: its calculator and how it is joined to others.
final class NodePlan: Sendable {
    /// What must be there before a node is opened, and what it makes.
    struct SidePort: Sendable {
        /// The side packet's place in `GraphPlan.sidePackets`.
        let slot: Int
        let isOptional: Bool
        /// What it carries; nothing for anything.
        let types: [PayloadType]
    }

    let config: NodeConfig
    let calculator: any Calculator.Type
    let contract: CalculatorContract
    /// For each input stream its place in `GraphPlan.streams`.
    let inputs: [Int]
    /// For each input stream whether it closes a cycle.
    let isBackEdge: [Bool]
    /// For each output stream its place in `GraphPlan.streams`.
    let outputs: [Int]
    let sideInputs: [SidePort]
    let sideOutputs: [SidePort]
    /// For each output stream what it carries; nothing for anything.
    let outputTypes: [[PayloadType]]
    let handler: any InputHandler
    /// The place of the node's executor in `GraphPlan.executors`.
    let executor: Int
    /// The node's place among all: after those whose packets it reads.
    let rank: Int
    /// The sources and graph inputs that its packets come from.
    let drivers: DriverSet
    /// Of a source its number among the sources and graph inputs that can be made to wait.
    let driver: Int?

    private let inputPlaces: [Port: Int]
    private let outputPlaces: [Port: Int]
    private let sideInputPlaces: [Port: Int]
    private let sideOutputPlaces: [Port: Int]

    init(_ parts: Parts) {
        inputPlaces = Self.places(parts.config.inputStreams)
        outputPlaces = Self.places(parts.config.outputStreams)
        sideInputPlaces = Self.places(parts.config.inputSidePackets)
        sideOutputPlaces = Self.places(parts.config.outputSidePackets)
        config = parts.config
        calculator = parts.calculator
        contract = parts.contract
        inputs = parts.inputs
        isBackEdge = parts.isBackEdge
        outputs = parts.outputs
        sideInputs = parts.sideInputs
        sideOutputs = parts.sideOutputs
        outputTypes = parts.outputTypes
        handler = parts.handler
        executor = parts.executor
        rank = parts.rank
        drivers = parts.drivers
        driver = parts.driver
    }

    /// A plan in the making.
    struct Parts {
        let config: NodeConfig
        let calculator: any Calculator.Type
        let contract: CalculatorContract
        var inputs: [Int] = []
        var isBackEdge: [Bool] = []
        var outputs: [Int] = []
        var sideInputs: [SidePort] = []
        var sideOutputs: [SidePort] = []
        var outputTypes: [[PayloadType]] = []
        let handler: any InputHandler
        let executor: Int
        var rank = 0
        var drivers = DriverSet()
        var driver: Int?

        init(
            _ config: NodeConfig, _ calculator: any Calculator.Type, _ contract: CalculatorContract,
            _ handler: any InputHandler, executor: Int
        ) {
            self.config = config
            self.calculator = calculator
            self.contract = contract
            self.handler = handler
            self.executor = executor
        }
    }

    /// The places of a node's ports among all of their kind.
    private static func places(_ references: [StreamReference]) -> [Port: Int] {
        Dictionary(
            references.enumerated().map { (Port($1), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether it makes packets out of nothing.
    var isSource: Bool { inputs.isEmpty && !outputs.isEmpty }

    func inputIndex(_ tag: String, _ index: Int) -> Int? {
        Self.find(tag, index, config.inputStreams, inputPlaces)
    }

    func outputIndex(_ tag: String, _ index: Int) -> Int? {
        Self.find(tag, index, config.outputStreams, outputPlaces)
    }

    func sideInputIndex(_ tag: String, _ index: Int) -> Int? {
        Self.find(tag, index, config.inputSidePackets, sideInputPlaces)
    }

    func sideOutputIndex(_ tag: String, _ index: Int) -> Int? {
        Self.find(tag, index, config.outputSidePackets, sideOutputPlaces)
    }

    private static func find(
        _ tag: String, _ index: Int, _ references: [StreamReference], _ places: [Port: Int]
    ) -> Int? {
        // Few are looked through faster than a name is hashed.
        if references.count > 16 { return places[Port(tag: tag, index: index)] }
        for place in references.indices
        where references[place].index == index && references[place].tag == tag { return place }
        return nil
    }
}
