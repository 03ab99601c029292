/// Which nodes of a graph feed which, and in what order they can stand.
struct GraphEdges {
    struct Edge {
        let from: Int
        let to: Int
        /// The stream or side packet.
        let name: String
        let isBack: Bool
    }

    /// What is wrong with `input_stream_info`, and back edges that close no cycle. One that comes
    /// from a graph's input may: MediaPipe's files mark those that close one in a larger graph.
    private(set) var faults: [GraphFault] = []
    private let labels: [NodeLabel]
    private var edges: [Edge] = []
    /// For each node the edges that leave it.
    private var leaving: [[Int]]

    init(_ config: GraphConfig, _ streams: ProducerTable, _ sidePackets: ProducerTable) {
        labels = config.nodes.map(\.label)
        leaving = config.nodes.map { _ in [] }
        for (index, node) in config.nodes.enumerated() {
            let back = backEdges(node)
            for reference in node.inputStreams {
                let isBack = back.contains(Port(reference))
                guard let from = streams.node(reference.name) else { continue }
                add(Edge(from: from, to: index, name: reference.name, isBack: isBack))
            }
            for reference in node.inputSidePackets {
                if let from = sidePackets.node(reference.name) {
                    add(Edge(from: from, to: index, name: reference.name, isBack: false))
                }
            }
        }
        let cycles = CycleFinder.components(leaving.map { $0.map { edges[$0].to } })
        // A subgraph does not know whether what stands around it closes the cycle.
        for edge in edges
        where edge.isBack && cycles[edge.from] != cycles[edge.to]
            && labels[edge.to].enclosing.isEmpty
        {
            faults.append(GraphFault(.unusedBackEdge(edge.name), node: labels[edge.to]))
        }
    }

    private mutating func add(_ edge: Edge) {
        leaving[edge.from].append(edges.count)
        edges.append(edge)
    }

    /// The input streams that a node declares as back edges.
    private mutating func backEdges(_ node: NodeConfig) -> Set<Port> {
        guard !node.inputStreamInfo.isEmpty else { return [] }
        let inputs = Set(node.inputStreams.map(Port.init))
        var seen: Set<Port> = []
        var back: Set<Port> = []
        for info in node.inputStreamInfo {
            let port = Port(tag: info.tag, index: info.index)
            let fault: GraphFaultKind?
            if !inputs.contains(port) {
                fault = .unknownInputStream(tag: info.tag, index: info.index)
            } else if !seen.insert(port).inserted {
                fault = .repeatedInfo(tag: info.tag, index: info.index)
            } else {
                fault = nil
                if info.backEdge { back.insert(port) }
            }
            if let fault {
                faults.append(GraphFault(fault, node: node.label, at: info.position))
            }
        }
        return back
    }

    /// The nodes in an order in which each stands after those that feed it, or a cycle.
    func order() -> Result<[Int], GraphFault> {
        var missing = labels.map { _ in 0 }
        for edge in edges where !edge.isBack { missing[edge.to] += 1 }
        var order = missing.indices.filter { missing[$0] == 0 }
        var next = 0
        while next < order.count {
            for index in leaving[order[next]] where !edges[index].isBack {
                missing[edges[index].to] -= 1
                if missing[edges[index].to] == 0 { order.append(edges[index].to) }
            }
            next += 1
        }
        return order.count == labels.count ? .success(order) : .failure(cycle(missing))
    }

    /// A cycle among the nodes that still miss something: each of them is fed by another of them.
    private func cycle(_ missing: [Int]) -> GraphFault {
        var feeding: [Int: Edge] = [:]
        for edge in edges
        where !edge.isBack && missing[edge.from] > 0 && feeding[edge.to] == nil {
            feeding[edge.to] = edge
        }
        var path: [Edge] = []
        var places: [Int: Int] = [:]
        var node = missing.firstIndex { $0 > 0 } ?? 0
        while let edge = feeding[node], places[node] == nil {
            places[node] = path.count
            path.append(edge)
            node = edge.from
        }
        let round = path[(places[node] ?? 0)...].reversed()
        return GraphFault(
            .cycle(round.map { labels[$0.from] }, by: round.map(\.name)),
            node: round.first.map { labels[$0.from] })
    }
}
