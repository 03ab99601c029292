/// Makes a plan of a graph: resolves names, orders nodes, and finds what streams carry.
///
/// The graph has been expanded and checked; what a check would have refused is left out.
struct GraphPlanner {
    private let config: GraphConfig
    private let executors: [ExecutorPlan]
    private var parts: [NodePlan.Parts] = []
    private var streams: [StreamPlan] = []
    private var streamPlaces: [String: Int] = [:]
    private var sidePackets: [String] = []
    private var sidePlaces: [String: Int] = [:]

    static func plan(
        _ config: GraphConfig, _ registry: CalculatorRegistry, threads: GraphThreads
    ) throws -> GraphPlan {
        var planner = GraphPlanner(
            config: config, executors: try ExecutorPlanner.plan(config, threads: threads))
        for reference in config.inputStreams { planner.addStream(reference.name, producer: nil) }
        for node in config.nodes { try planner.addNode(node, registry) }
        for place in planner.parts.indices { planner.connect(place) }
        for place in planner.order() { planner.resolve(place) }
        planner.joinConsumers()
        return GraphPlan(
            nodes: planner.parts.map { NodePlan($0) }, streams: planner.streams,
            graphInputs: Array(config.inputStreams.indices), sidePackets: planner.sidePackets,
            executors: planner.executors, config: config)
    }

    private init(config: GraphConfig, executors: [ExecutorPlan]) {
        self.config = config
        self.executors = executors
    }

    private mutating func addStream(_ name: String, producer: Int?) {
        let place = streamPlaces[name] ?? streams.count
        if place == streams.count { streams.append(StreamPlan(name: name, producer: producer)) }
        streamPlaces[name] = place
        if producer == nil { streams[place].drivers = [config.nodes.count + place] }
    }

    private mutating func addNode(_ node: NodeConfig, _ registry: CalculatorRegistry) throws {
        guard case .calculator(let calculator)? = registry[node.calculator] else {
            let fault = GraphFaultKind.unknownCalculator(
                node.calculator,
                nearest: NearestName.of(node.calculator, among: registry.names))
            throw GraphError.invalid([GraphFault(fault, node: node.label)])
        }
        if node.maxInFlight > 1 {
            throw GraphRunError.maxInFlight(node: node.label, node.maxInFlight)
        }
        var contract = CalculatorContract()
        do { try calculator.contract(&contract, node) } catch {
            throw GraphRunError.calculator(
                node: node.label, stage: .make, timestamp: .unset, cause: error)
        }
        let handler: any InputHandler
        do {
            handler = try InputHandlers.make(
                node.inputStreamHandler ?? config.inputStreamHandler ?? contract.inputStreamHandler,
                for: node.inputStreams, processesBounds: contract.processesTimestampBounds)
        } catch { throw GraphRunError.handler(node: node.label, error) }
        guard let executor = executors.firstIndex(where: { $0.name == node.executor }) else {
            throw GraphRunError.unknownExecutor(node: node.label, node.executor)
        }
        var made = NodePlan.Parts(
            config: node, calculator: calculator, contract: contract, handler: handler)
        made.executor = executor
        for reference in node.outputStreams { addStream(reference.name, producer: parts.count) }
        parts.append(made)
    }

    /// Gives a node's ports the places of their streams and side packets.
    private mutating func connect(_ place: Int) {
        let node = parts[place].config
        parts[place].inputs = node.inputStreams.compactMap { streamPlaces[$0.name] }
        parts[place].isBackEdge = node.inputStreams.map { reference in
            node.inputStreamInfo.contains {
                $0.backEdge && $0.tag == reference.tag && $0.index == reference.index
            }
        }
        parts[place].outputs = node.outputStreams.compactMap { streamPlaces[$0.name] }
        let contract = parts[place].contract
        for kind in [PortKind.inputSidePacket, .outputSidePacket] {
            let ports = node[kind].map { reference in
                let rule = contract.rule(kind, tag: reference.tag, index: reference.index)
                return NodePlan.SidePort(
                    slot: sideSlot(reference.name), isOptional: rule?.isOptional ?? true)
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

    /// The nodes in an order in which each stands after those whose packets and side packets it
    /// reads, except across back edges; otherwise in the order of the graph.
    private func order() -> [Int] {
        var makers: [Int: [Int]] = [:]
        for place in parts.indices {
            for port in parts[place].sideOutputs { makers[port.slot, default: []].append(place) }
        }
        var followers: [[Int]] = parts.map { _ in [] }
        var missing = parts.map { _ in 0 }
        for place in parts.indices {
            var before: [Int] = []
            for (port, stream) in parts[place].inputs.enumerated()
            where !parts[place].isBackEdge[port] {
                if let producer = streams[stream].producer { before.append(producer) }
            }
            for port in parts[place].sideInputs { before += makers[port.slot] ?? [] }
            for other in before { followers[other].append(place) }
            missing[place] = before.count
        }
        var order = parts.indices.filter { missing[$0] == 0 }
        var next = 0
        while next < order.count {
            for follower in followers[order[next]] {
                missing[follower] -= 1
                if missing[follower] == 0 { order.append(follower) }
            }
            next += 1
        }
        return order + parts.indices.filter { missing[$0] > 0 }
    }

    /// Finds what a node's outputs carry and which sources drive it, once those before it are done.
    private mutating func resolve(_ place: Int) {
        let node = parts[place].config
        parts[place].rank = resolved
        resolved += 1
        parts[place].outputTypes = node.outputStreams.map { types(.outputStream, $0, of: place) }
        parts[place].madeSideTypes = node.outputSidePackets.map {
            types(.outputSidePacket, $0, of: place)
        }
        var drivers = Set<Int>()
        for stream in parts[place].inputs { drivers.formUnion(streams[stream].drivers) }
        if parts[place].inputs.isEmpty { drivers = [place] }
        parts[place].drivers = drivers.sorted()
        for (port, stream) in parts[place].outputs.enumerated() {
            streams[stream].types = parts[place].outputTypes[port]
            streams[stream].drivers = parts[place].drivers
        }
    }

    private var resolved = 0

    private func types(
        _ kind: PortKind, _ reference: StreamReference, of place: Int, depth: Int = 0
    ) -> [PayloadType] {
        let part = parts[place]
        guard let rule = part.contract.rule(kind, tag: reference.tag, index: reference.index) else {
            return []
        }
        switch rule.payload.kind {
        case .any:
            guard kind == .inputStream,
                let port = part.config.inputStreams.firstIndex(of: reference)
            else { return [] }
            return streams[part.inputs[port]].types
        case .types(let types): return types
        case .sameAs(let other, let tag, let index):
            let found = part.config[other].first {
                $0.tag == tag && $0.index == index ?? reference.index
            }
            guard let found, depth < 4 else { return [] }
            return types(other, found, of: place, depth: depth + 1)
        }
    }

    /// Tells streams who reads them, and graph inputs what they carry.
    private mutating func joinConsumers() {
        for place in parts.indices {
            for (port, stream) in parts[place].inputs.enumerated() {
                let reference = parts[place].config.inputStreams[port]
                let rule = parts[place].contract.rule(
                    .inputStream, tag: reference.tag, index: reference.index)
                var types: [PayloadType] = []
                if case .types(let declared)? = rule?.payload.kind { types = declared }
                if streams[stream].producer == nil, streams[stream].types.isEmpty {
                    streams[stream].types = types
                }
                let known = streams[stream].types
                let isCertain = !known.isEmpty && known.allSatisfy(types.contains)
                streams[stream].consumers.append(
                    .init(node: place, port: port, types: isCertain ? [] : types))
            }
        }
    }
}
