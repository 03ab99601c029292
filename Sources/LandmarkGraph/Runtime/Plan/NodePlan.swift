/// One node of an executable graph: its calculator and its connections.
final class NodePlan: Sendable {
    /// A side packet that the node reads or produces.
    struct SidePort: Sendable {
        /// The index in `GraphPlan.sidePackets`.
        let slot: Int
        let isOptional: Bool
        /// The allowed payload types; empty for any.
        let types: [PayloadType]
    }

    let config: NodeConfig
    let calculator: any Calculator.Type
    let contract: CalculatorContract
    let services: GraphServices
    /// The index in `GraphPlan.streams` of each input stream.
    let inputs: [Int]
    /// Whether each input stream is a back edge.
    let isBackEdge: [Bool]
    /// The index in `GraphPlan.streams` of each output stream.
    let outputs: [Int]
    let sideInputs: [SidePort]
    let sideOutputs: [SidePort]
    /// The allowed payload types of each output stream; empty for any.
    let outputTypes: [[PayloadType]]
    let handler: any InputHandler
    /// The index of the executor in `GraphPlan.executors`.
    let executor: Int
    /// The position in topological order.
    let rank: Int
    /// The graph inputs and source nodes upstream of the node.
    let upstream: SourceSet
    /// For a source node, its source number.
    let source: Int?

    private let inputIndices: [Port: Int]
    private let outputIndices: [Port: Int]
    private let sideInputIndices: [Port: Int]
    private let sideOutputIndices: [Port: Int]

    init(_ parts: Parts, _ services: GraphServices) {
        inputIndices = Self.indices(parts.config.inputStreams)
        outputIndices = Self.indices(parts.config.outputStreams)
        sideInputIndices = Self.indices(parts.config.inputSidePackets)
        sideOutputIndices = Self.indices(parts.config.outputSidePackets)
        config = parts.config
        calculator = parts.calculator
        contract = parts.contract
        self.services = services
        inputs = parts.inputs
        isBackEdge = parts.isBackEdge
        outputs = parts.outputs
        sideInputs = parts.sideInputs
        sideOutputs = parts.sideOutputs
        outputTypes = parts.outputTypes
        handler = parts.handler
        executor = parts.executor
        rank = parts.rank
        upstream = parts.upstream
        source = parts.source
    }

    /// A plan under construction.
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
        var upstream = SourceSet()
        var source: Int?

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

    /// The index of each port within its kind.
    private static func indices(_ references: [StreamReference]) -> [Port: Int] {
        Dictionary(
            references.enumerated().map { (Port($1), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether it is a source: no input streams but output streams.
    var isSource: Bool { inputs.isEmpty && !outputs.isEmpty }

    func inputIndex(_ tag: String, _ index: Int) -> Int? {
        Self.find(tag, index, config.inputStreams, inputIndices)
    }

    func outputIndex(_ tag: String, _ index: Int) -> Int? {
        Self.find(tag, index, config.outputStreams, outputIndices)
    }

    func sideInputIndex(_ tag: String, _ index: Int) -> Int? {
        Self.find(tag, index, config.inputSidePackets, sideInputIndices)
    }

    func sideOutputIndex(_ tag: String, _ index: Int) -> Int? {
        Self.find(tag, index, config.outputSidePackets, sideOutputIndices)
    }

    private static func find(
        _ tag: String, _ index: Int, _ references: [StreamReference], _ indices: [Port: Int]
    ) -> Int? {
        // For a few ports, a linear search is faster than hashing.
        if references.count > 16 { return indices[Port(tag: tag, index: index)] }
        for port in references.indices
        where references[port].index == index && references[port].tag == tag { return port }
        return nil
    }
}
