/// The edges between the nodes of a graph, and their topological order.
struct GraphEdges {
    struct Edge {
        let from: Int
        let to: Int
        /// The name of the stream or side packet.
        let name: String
        let isBack: Bool
    }

    /// Errors in `input_stream_info`, and back edges that do not close a cycle. Back edges from a
    /// graph input are allowed: MediaPipe's files mark those that close a cycle in an enclosing
    /// graph.
    private(set) var errors: [GraphValidationError] = []
    private let labels: [NodeLabel]
    private var edges: [Edge] = []
    /// The outgoing edges of each node.
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
        // An enclosing graph may close the cycle of a back edge inside a subgraph.
        for edge in edges
        where edge.isBack && cycles[edge.from] != cycles[edge.to]
            && labels[edge.to].enclosing.isEmpty
        {
            errors.append(GraphValidationError(.unusedBackEdge(edge.name), node: labels[edge.to]))
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
            let kind: GraphValidationError.Kind?
            if !inputs.contains(port) {
                kind = .unknownInputStream(tag: info.tag, index: info.index)
            } else if !seen.insert(port).inserted {
                kind = .duplicateInputStreamInfo(tag: info.tag, index: info.index)
            } else {
                kind = nil
                if info.backEdge { back.insert(port) }
            }
            if let kind {
                errors.append(GraphValidationError(kind, node: node.label, at: info.position))
            }
        }
        return back
    }

    /// The nodes in topological order, or an error that describes a cycle.
    func order() -> Result<[Int], GraphValidationError> {
        var pending = labels.map { _ in 0 }
        for edge in edges where !edge.isBack { pending[edge.to] += 1 }
        var order = pending.indices.filter { pending[$0] == 0 }
        var next = 0
        while next < order.count {
            for index in leaving[order[next]] where !edges[index].isBack {
                pending[edges[index].to] -= 1
                if pending[edges[index].to] == 0 { order.append(edges[index].to) }
            }
            next += 1
        }
        return order.count == labels.count ? .success(order) : .failure(cycle(pending))
    }

    /// A cycle among the nodes that still have pending inputs; each of them is fed by another.
    private func cycle(_ pending: [Int]) -> GraphValidationError {
        var feeding: [Int: Edge] = [:]
        for edge in edges
        where !edge.isBack && pending[edge.from] > 0 && feeding[edge.to] == nil {
            feeding[edge.to] = edge
        }
        var path: [Edge] = []
        var places: [Int: Int] = [:]
        var node = pending.firstIndex { $0 > 0 } ?? 0
        while let edge = feeding[node], places[node] == nil {
            places[node] = path.count
            path.append(edge)
            node = edge.from
        }
        let round = path[(places[node] ?? 0)...].reversed()
        return GraphValidationError(
            .cycle(round.map { labels[$0.from] }, by: round.map(\.name)),
            node: round.first.map { labels[$0.from] })
    }
}

/// Finds the strongly connected components of a graph: the nodes that share a cycle.
enum CycleFinder {
    /// Returns a component number for each node; nodes share it if each is reachable from the
    /// other.
    ///
    /// Tarjan's algorithm (SIAM Journal on Computing 1, 1972), iterative instead of recursive.
    static func components(_ following: [[Int]]) -> [Int] {
        let unvisited = -1
        var component = following.map { _ in unvisited }
        var number = component
        var lowest = component
        var place = following.map { _ in 0 }
        var open: [Int] = []
        var count = 0
        for start in following.indices where number[start] == unvisited {
            var path = [start]
            while let node = path.last {
                if number[node] == unvisited {
                    number[node] = count
                    lowest[node] = count
                    count += 1
                    open.append(node)
                }
                if place[node] < following[node].count {
                    let next = following[node][place[node]]
                    place[node] += 1
                    if number[next] == unvisited {
                        path.append(next)
                    } else if component[next] == unvisited {
                        lowest[node] = min(lowest[node], number[next])
                    }
                    continue
                }
                path.removeLast()
                if let above = path.last { lowest[above] = min(lowest[above], lowest[node]) }
                if lowest[node] == number[node] {
                    while let member = open.popLast() {
                        component[member] = node
                        if member == node { break }
                    }
                }
            }
        }
        return component
    }
}

/// The producer of each stream, or of each side packet, of a graph.
struct ProducerTable {
    enum Producer {
        /// The graph's inputs.
        case graph
        /// The node at this index.
        case node(Int)
    }

    private var producers: [String: Producer] = [:]
    /// Errors for names with two producers.
    private(set) var errors: [GraphValidationError] = []
    private var suggestions: NameSuggestions?

    init(_ config: GraphConfig, _ input: PortKind, _ output: PortKind) {
        for reference in config[input]
        where producers.updateValue(.graph, forKey: reference.name) != nil {
            errors.append(
                GraphValidationError(
                    .duplicateProducer(input, reference.name, first: nil), at: reference.position))
        }
        for (index, node) in config.nodes.enumerated() {
            for reference in node[output] {
                guard let other = producers.updateValue(.node(index), forKey: reference.name) else {
                    continue
                }
                producers[reference.name] = other
                var first: NodeLabel?
                if case .node(let index) = other { first = config.nodes[index].label }
                errors.append(
                    GraphValidationError(
                        .duplicateProducer(output, reference.name, first: first), node: node.label,
                        at: reference.position))
            }
        }
    }

    subscript(name: String) -> Producer? { producers[name] }

    /// Whether a node produces the name.
    func isMade(_ name: String) -> Bool { node(name) != nil }

    /// The index of the node that produces the name; nil if no node does.
    func node(_ name: String) -> Int? {
        guard case .node(let index)? = producers[name] else { return nil }
        return index
    }

    /// The most similar known name.
    mutating func nearest(to name: String) -> String? {
        var suggestions = suggestions ?? NameSuggestions(producers.keys.sorted())
        defer { self.suggestions = suggestions }
        return suggestions.nearest(to: name)
    }
}
