/// Makes a plan of a graph: resolves names, orders nodes, and finds what streams carry.
///
/// The graph has been expanded and checked; what a check would have refused is left out.
struct GraphPlanner {
    private let config: GraphConfig
    private let payloads: PayloadCheck.Types
    private let executors: [ExecutorPlan]
    private var sources: [Int] = []
    private var parts: [NodePlan.Parts] = []
    private var streams: [StreamPlan] = []
    private var streamPlaces: [String: Int] = [:]
    private var sidePackets: [String] = []
    private var sidePlaces: [String: Int] = [:]

    static func plan(
        _ graph: ValidatedGraph, threads: GraphThreads
    ) throws(GraphRunError) -> GraphPlan {
        let config = graph.config
        var planner = GraphPlanner(
            graph, executors: try ExecutorPlanner.plan(config, threads: threads))
        for reference in config.inputStreams { planner.addStream(reference.name, producer: nil) }
        for (place, node) in config.nodes.enumerated() {
            try planner.addNode(node, graph.contracts[place], graph.calculators[place])
        }
        for place in planner.parts.indices { planner.resolvePorts(of: place) }
        for (rank, place) in graph.order.enumerated() { planner.resolve(place, rank: rank) }
        planner.joinConsumers()
        return GraphPlan(
            nodes: planner.parts.map { NodePlan($0) }, streams: planner.streams,
            graphInputs: Array(config.inputStreams.indices), sources: planner.sources,
            sidePackets: planner.sidePackets, executors: planner.executors, config: config)
    }

    private init(_ graph: ValidatedGraph, executors: [ExecutorPlan]) {
        config = graph.config
        payloads = graph.payloads
        self.executors = executors
    }

    private mutating func addStream(_ name: String, producer: Int?) {
        let place = streamPlaces[name] ?? streams.count
        if place == streams.count {
            let types = payloads.streams[name] ?? []
            streams.append(StreamPlan(name: name, producer: producer, types: types))
        }
        streamPlaces[name] = place
        if producer == nil { streams[place].drivers = DriverSet(place) }
    }

    private mutating func addNode(
        _ node: NodeConfig, _ contract: CalculatorContract, _ calculator: any Calculator.Type
    ) throws(GraphRunError) {
        if node.maxInFlight > 1 { throw .maxInFlight(node: node.label, node.maxInFlight) }
        let handler: any InputHandler
        do {
            handler = try InputHandlers.make(
                node.inputStreamHandler ?? config.inputStreamHandler ?? contract.inputStreamHandler,
                for: node.inputStreams, processesBounds: contract.processesTimestampBounds)
        } catch { throw .handler(node: node.label, error) }
        for reference in node.outputStreams { addStream(reference.name, producer: parts.count) }
        let executor = executors.firstIndex { $0.name == node.executor } ?? 0
        if node.inputStreams.isEmpty { sources.append(parts.count) }
        parts.append(.init(node, calculator, contract, handler, executor: executor))
        if node.inputStreams.isEmpty {
            parts[parts.count - 1].driver = config.inputStreams.count + sources.count - 1
        }
    }

    /// Gives a node's ports the places of their streams and side packets.
    private mutating func resolvePorts(of place: Int) {
        let node = parts[place].config
        parts[place].inputs = node.inputStreams.compactMap { streamPlaces[$0.name] }
        let back = Set(
            node.inputStreamInfo.filter(\.backEdge).map { Port(tag: $0.tag, index: $0.index) })
        parts[place].isBackEdge = node.inputStreams.map { back.contains(Port($0)) }
        parts[place].outputs = node.outputStreams.compactMap { streamPlaces[$0.name] }
        parts[place].outputTypes = node.outputStreams.map { payloads.streams[$0.name] ?? [] }
        let contract = parts[place].contract
        for kind in [PortKind.inputSidePacket, .outputSidePacket] {
            let ports = node[kind].map { reference in
                let rule = contract.rule(kind, tag: reference.tag, index: reference.index)
                return NodePlan.SidePort(
                    slot: sideSlot(reference.name), isOptional: rule?.isOptional ?? true,
                    types: payloads.sidePackets[reference.name] ?? [])
            }
            if kind == .inputSidePacket {
                parts[place].sideInputs = ports
            } else {
                parts[place].sideOutputs = ports
            }
        }
    }

    private mutating func sideSlot(_ name: String) -> Int {
        if let slot = sidePlaces[name] { return slot }
        sidePlaces[name] = sidePackets.count
        sidePackets.append(name)
        return sidePackets.count - 1
    }

    /// Finds which sources drive a node, once those before it are done.
    private mutating func resolve(_ place: Int, rank: Int) {
        parts[place].rank = rank
        parts[place].drivers = drivers(of: place)
        for stream in parts[place].outputs { streams[stream].drivers = parts[place].drivers }
    }

    /// The sources and graph inputs that drive a node.
    private func drivers(of place: Int) -> DriverSet {
        if let driver = parts[place].driver { return DriverSet(driver) }
        var drivers = DriverSet()
        for stream in parts[place].inputs { drivers.formUnion(streams[stream].drivers) }
        return drivers
    }

    /// Tells streams who reads them.
    private mutating func joinConsumers() {
        for place in parts.indices {
            for (port, stream) in parts[place].inputs.enumerated() {
                streams[stream].consumers.append(.init(node: place, port: port))
            }
        }
    }
}
