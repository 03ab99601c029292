/// Replaces the nodes of subgraphs by the subgraphs' nodes until only calculators are left.
///
/// Works off a list instead of calling itself, so that deep nesting needs no stack.
struct SubgraphExpander {
    /// A graph has no more nodes than this, lest a few subgraphs of each other fill the memory.
    static let nodeLimit = 100_000
    /// Nodes of subgraphs have no more streams and side packets than this.
    static let streamLimit = 1_000_000
    /// Subgraphs are nested no deeper than this.
    static let depthLimit = 100

    /// A node that waits to be looked up.
    private struct Pending {
        var node: NodeConfig
        /// Its name, or its calculator's with a number, which is unlike those beside it.
        var uniqueName: String
        let package: String
        /// The subgraphs in which it stands, the outermost first.
        let chain: [String]
    }

    private let registry: CalculatorRegistry
    private var result: GraphConfig
    private var faults: [GraphFault] = []
    private var prefixes = PrefixMaker()
    private var pending: [Pending] = []
    private var made = 0
    private var madeStreams = 0
    private var optionWork = OptionWork()

    private init(_ config: GraphConfig, _ registry: CalculatorRegistry) {
        self.registry = registry
        result = config
    }

    /// The graph with calculators only, by their registered names, and the faults found. A node of
    /// an unknown name, or with a fault, stays as it is.
    static func expand(
        _ config: GraphConfig, _ registry: CalculatorRegistry
    ) -> (config: GraphConfig, faults: [GraphFault]) {
        var expander = SubgraphExpander(config, registry)
        expander.run(config)
        return (expander.result, expander.faults)
    }

    private mutating func run(_ config: GraphConfig) {
        var config = config
        faults += OptionValues.copy(into: &config, from: nil, &optionWork)
        prefixes.reserve(config.names)
        result.nodes = []
        add(config.nodes, package: config.package, chain: [])
        while let next = pending.popLast() {
            guard let (name, entry) = registry.find(next.node.calculator, package: next.package)
            else {
                result.nodes.append(next.node)
                continue
            }
            switch entry {
            case .calculator:
                var node = next.node
                node.calculator = name
                result.nodes.append(node)
            case .subgraph(let make):
                do { try expand(next, name, make) } catch { faults.append(error) }
            }
        }
    }

    private mutating func add(_ nodes: [NodeConfig], package: String, chain: [String]) {
        let names = nodes.map { $0.name.isEmpty ? $0.calculator : $0.name }
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        var seen: [String: Int] = [:]
        let waiting = zip(nodes, names).map { node, name in
            seen[name, default: 0] += 1
            let isAlone = counts[name] == 1
            return Pending(
                node: node, uniqueName: isAlone ? name : "\(name)_\(seen[name] ?? 1)",
                package: package, chain: chain)
        }
        pending += waiting.reversed()
    }

    private mutating func expand(
        _ outer: Pending, _ name: String, _ make: (NodeConfig) throws -> GraphConfig
    ) throws(GraphFault) {
        let label = outer.node.label
        if let start = outer.chain.firstIndex(of: name) {
            throw GraphFault(.recursion([name] + outer.chain[start...].reversed()), node: label)
        }
        guard outer.chain.count < Self.depthLimit else {
            throw GraphFault(.tooDeep(limit: Self.depthLimit), node: label)
        }
        faults += Self.misplacedFields(outer.node)
        var inner: GraphConfig
        do { inner = try make(outer.node) } catch {
            throw GraphFault(.subgraph("\(error)"), node: label)
        }
        made += inner.nodes.count
        guard made <= Self.nodeLimit else {
            pending = []
            throw GraphFault(.tooManyNodes(limit: Self.nodeLimit), node: label)
        }
        madeStreams += inner.nodes.reduce(0) { $0 + $1.portCount }
        guard madeStreams <= Self.streamLimit else {
            pending = []
            throw GraphFault(.tooManyStreams(limit: Self.streamLimit), node: label)
        }
        let enclosing = outer.node.enclosing + [label.alone]
        for index in inner.nodes.indices { inner.nodes[index].enclosing = enclosing }
        faults += OptionValues.copy(into: &inner, from: outer.node, &optionWork)
        if optionWork.isExhausted {
            pending = []
            return
        }
        let prefix = prefixes.prefix(for: outer.uniqueName, names: inner.names)
        let joints = SubgraphJoints(inner, outer.node, prefix: prefix)
        guard joints.faults.isEmpty else {
            faults += joints.faults
            return
        }
        inner.nodes = inner.nodes.map { joints.join($0) }
        prefixes.reserve(inner.nodes.flatMap(\.names))
        for executor in inner.executors
        where !executor.name.isEmpty
            && !result.executors.contains(where: { $0.name == executor.name })
        {
            result.executors.append(executor)
        }
        result.legacy += inner.legacy
        let first = pending.count
        add(inner.nodes, package: inner.package, chain: outer.chain + [name])
        for index in first..<pending.count {
            pending[index].uniqueName = prefix + pending[index].uniqueName
            pending[index].node.name = pending[index].uniqueName
        }
    }

    /// Fields that mean nothing on the node of a subgraph, as in MediaPipe.
    private static func misplacedFields(_ node: NodeConfig) -> [GraphFault] {
        var fields: [String] = []
        if node.sourceLayer != 0 { fields.append("source_layer") }
        if node.bufferSizeHint != 0 { fields.append("buffer_size_hint") }
        if node.outputStreamHandler != nil { fields.append("output_stream_handler") }
        if !node.inputStreamInfo.isEmpty { fields.append("input_stream_info") }
        return fields.map { GraphFault(.onlyForCalculators(field: $0), node: node.label) }
    }
}

extension NodeConfig {
    /// The names of its streams and side packets.
    var names: [String] { PortKind.allCases.flatMap { self[$0].map(\.name) } }

    /// How many streams and side packets it has.
    var portCount: Int { PortKind.allCases.reduce(0) { $0 + self[$1].count } }
}

extension GraphConfig {
    /// The streams or side packets of a kind that the graph has as a whole.
    subscript(_ kind: PortKind) -> [StreamReference] {
        switch kind {
        case .inputStream: inputStreams
        case .outputStream: outputStreams
        case .inputSidePacket: inputSidePackets
        case .outputSidePacket: outputSidePackets
        }
    }

    /// The names of all streams and side packets.
    var names: [String] {
        PortKind.allCases.flatMap { self[$0].map(\.name) } + nodes.flatMap(\.names)
    }
}
