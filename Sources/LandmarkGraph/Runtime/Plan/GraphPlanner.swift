import LandmarkCore

/// Compiles a validated graph to a plan: resolves names, ranks nodes, and determines payload types.
///
/// Relies on validation: cases that validation rejects are not handled.
struct GraphPlanner {
    private let config: GraphConfig
    private let payloads: PayloadCheck.Types
    private let executors: [ExecutorPlan]
    private var sourceNodes: [Int] = []
    private var parts: [NodePlan.Parts] = []
    private var streams: [StreamPlan] = []
    private var streamIndices: [String: Int] = [:]
    private var sidePackets: [String] = []
    private var sideIndices: [String: Int] = [:]

    static func plan(
        _ graph: ValidatedGraph, threads: GraphThreads
    ) throws(GraphRunError) -> GraphPlan {
        let config = graph.config
        var planner = GraphPlanner(
            graph, executors: try ExecutorPlanner.plan(config, threads: threads))
        for reference in config.inputStreams { planner.addStream(reference.name, producer: nil) }
        for (index, node) in config.nodes.enumerated() {
            try planner.addNode(node, graph.contracts[index], graph.calculators[index])
        }
        for index in planner.parts.indices { planner.resolvePorts(of: index) }
        for (rank, index) in graph.order.enumerated() { planner.resolve(index, rank: rank) }
        planner.joinConsumers()
        return GraphPlan(
            nodes: planner.parts.map { NodePlan($0, graph.services) }, streams: planner.streams,
            graphInputs: Array(config.inputStreams.indices), sourceNodes: planner.sourceNodes,
            sidePackets: planner.sidePackets, executors: planner.executors, config: config)
    }

    private init(_ graph: ValidatedGraph, executors: [ExecutorPlan]) {
        config = graph.config
        payloads = graph.payloads
        self.executors = executors
    }

    private mutating func addStream(_ name: String, producer: Int?) {
        let index = streamIndices[name] ?? streams.count
        if index == streams.count {
            let types = payloads.streams[name] ?? []
            streams.append(StreamPlan(name: name, producer: producer, types: types))
        }
        streamIndices[name] = index
        if producer == nil { streams[index].upstream = SourceSet(index) }
    }

    private mutating func addNode(
        _ node: NodeConfig, _ contract: CalculatorContract, _ calculator: any Calculator.Type
    ) throws(GraphRunError) {
        if node.maxInFlight > 1 { throw .maxInFlight(node: node.label, node.maxInFlight) }
        let handler: any InputHandler
        do {
            handler = try InputHandlerFactory.make(
                node.inputStreamHandler ?? config.inputStreamHandler ?? contract.inputStreamHandler,
                for: node.inputStreams, processesBounds: contract.processesTimestampBounds)
        } catch { throw .handler(node: node.label, error) }
        for reference in node.outputStreams { addStream(reference.name, producer: parts.count) }
        let executor = executors.firstIndex { $0.name == node.executor } ?? 0
        if node.inputStreams.isEmpty { sourceNodes.append(parts.count) }
        parts.append(.init(node, calculator, contract, handler, executor: executor))
        if node.inputStreams.isEmpty {
            parts[parts.count - 1].source = config.inputStreams.count + sourceNodes.count - 1
        }
    }

    /// Resolves the streams and side packets of a node's ports.
    private mutating func resolvePorts(of index: Int) {
        let node = parts[index].config
        parts[index].inputs = node.inputStreams.compactMap { streamIndices[$0.name] }
        let back = Set(
            node.inputStreamInfo.filter(\.backEdge).map { Port(tag: $0.tag, index: $0.index) })
        parts[index].isBackEdge = node.inputStreams.map { back.contains(Port($0)) }
        parts[index].outputs = node.outputStreams.compactMap { streamIndices[$0.name] }
        parts[index].outputTypes = node.outputStreams.map { payloads.streams[$0.name] ?? [] }
        let contract = parts[index].contract
        for kind in [PortKind.inputSidePacket, .outputSidePacket] {
            let ports = node[kind].map { reference in
                let rule = contract.rule(kind, tag: reference.tag, index: reference.index)
                return NodePlan.SidePort(
                    slot: sideSlot(reference.name), isOptional: rule?.isOptional ?? true,
                    types: payloads.sidePackets[reference.name] ?? [])
            }
            if kind == .inputSidePacket {
                parts[index].sideInputs = ports
            } else {
                parts[index].sideOutputs = ports
            }
        }
    }

    private mutating func sideSlot(_ name: String) -> Int {
        if let slot = sideIndices[name] { return slot }
        sideIndices[name] = sidePackets.count
        sidePackets.append(name)
        return sidePackets.count - 1
    }

    /// Determines the sources upstream of a node, once those of its producers are known.
    private mutating func resolve(_ index: Int, rank: Int) {
        parts[index].rank = rank
        parts[index].upstream = upstream(of: index)
        for stream in parts[index].outputs { streams[stream].upstream = parts[index].upstream }
    }

    /// The sources upstream of a node.
    private func upstream(of index: Int) -> SourceSet {
        if let source = parts[index].source { return SourceSet(source) }
        var upstream = SourceSet()
        for stream in parts[index].inputs { upstream.formUnion(streams[stream].upstream) }
        return upstream
    }

    /// Registers the consumers of all streams.
    private mutating func joinConsumers() {
        for index in parts.indices {
            for (port, stream) in parts[index].inputs.enumerated() {
                streams[stream].consumers.append(.init(node: index, port: port))
            }
        }
    }
}

/// Determines the threads of a graph's executors.
enum ExecutorPlanner {
    /// Returns the executors, the default one first.
    ///
    /// - Throws: `GraphRunError.executor` for an unknown type or invalid options.
    static func plan(
        _ config: GraphConfig, threads: GraphThreads
    ) throws(GraphRunError) -> [ExecutorPlan] {
        var executors = [try plan(config.executors.first { $0.name.isEmpty }, config)]
        for executor in config.executors where !executor.name.isEmpty {
            executors.append(try plan(executor, config))
        }
        switch threads {
        case .asConfigured: return executors
        case .caller: return executors.map { ExecutorPlan(name: $0.name, threads: nil) }
        case .pool(let count):
            let threads = min(max(1, count), 1024)
            return executors.map { ExecutorPlan(name: $0.name, threads: threads) }
        }
    }

    private static func plan(
        _ executor: ExecutorConfig?, _ config: GraphConfig
    ) throws(GraphRunError) -> ExecutorPlan {
        let name = executor?.name ?? ""
        switch executor?.type ?? "" {
        case "ApplicationThreadExecutor", "ApplicationThread":
            return ExecutorPlan(name: name, threads: nil)
        case "", "ThreadPoolExecutor":
            let requested: Int
            do {
                requested =
                    try executor?.options.message("ThreadPoolExecutorOptions")?
                    .int("num_threads", in: -1...1024) ?? (name.isEmpty ? config.numThreads : 0)
            } catch { throw .executor(name: name, reason: error.description) }
            // Threads beyond the number of nodes would be idle.
            let usual = min(Host.processorCount, max(1, config.nodes.count))
            return ExecutorPlan(name: name, threads: requested > 0 ? requested : usual)
        case let type:
            throw .executor(name: name, reason: "unknown executor type \"\(type)\"")
        }
    }
}
