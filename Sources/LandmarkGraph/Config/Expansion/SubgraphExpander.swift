/// Replaces subgraph nodes by the subgraphs' contents until only calculators are left.
///
/// Iterates over a work list instead of recursing, so deep nesting does not use stack space.
struct SubgraphExpander {
    /// The maximum number of nodes after expansion: a few mutually nested subgraphs can otherwise
    /// exhaust memory.
    static let nodeLimit = 100_000
    /// The maximum number of streams and side packets of all expanded nodes.
    static let streamLimit = 1_000_000
    /// The maximum nesting depth of subgraphs.
    static let depthLimit = 100

    /// A node that has not been resolved yet.
    private struct Pending {
        var node: NodeConfig
        /// The node's name, or its calculator's; numbered when not unique among its siblings.
        var uniqueName: String
        let package: String
        /// The enclosing subgraphs, outermost first.
        let chain: [String]
    }

    private let registry: CalculatorRegistry
    private var result: GraphConfig
    private var errors: [GraphValidationError] = []
    private var prefixes = PrefixGenerator()
    private var pending: [Pending] = []
    private var nodeCount = 0
    private var streamCount = 0
    private var optionBudget = OptionBudget()

    private init(_ config: GraphConfig, _ registry: CalculatorRegistry) {
        self.registry = registry
        result = config
    }

    /// Returns the graph with only calculators left, under their registered names, and the errors
    /// found. Nodes with an unknown calculator or an error are left unchanged.
    static func expand(
        _ config: GraphConfig, _ registry: CalculatorRegistry
    ) -> (config: GraphConfig, errors: [GraphValidationError]) {
        var expander = SubgraphExpander(config, registry)
        expander.run(config)
        return (expander.result, expander.errors)
    }

    private mutating func run(_ config: GraphConfig) {
        var config = config
        errors += OptionValueResolver.resolve(in: &config, from: nil, &optionBudget)
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
            case .subgraph(let create):
                do { try expand(next, name, create) } catch { errors.append(error) }
            }
        }
    }

    private mutating func add(_ nodes: [NodeConfig], package: String, chain: [String]) {
        let names = nodes.map { $0.name.isEmpty ? $0.calculator : $0.name }
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        var occurrences: [String: Int] = [:]
        let waiting = zip(nodes, names).map { node, name in
            occurrences[name, default: 0] += 1
            let isUnique = counts[name] == 1
            return Pending(
                node: node, uniqueName: isUnique ? name : "\(name)_\(occurrences[name] ?? 1)",
                package: package, chain: chain)
        }
        pending += waiting.reversed()
    }

    private mutating func expand(
        _ outer: Pending, _ name: String, _ create: (NodeConfig) throws -> GraphConfig
    ) throws(GraphValidationError) {
        let label = outer.node.label
        if let start = outer.chain.firstIndex(of: name) {
            throw GraphValidationError(
                .recursiveSubgraph([name] + outer.chain[start...].reversed()), node: label)
        }
        guard outer.chain.count < Self.depthLimit else {
            throw GraphValidationError(.tooDeep(limit: Self.depthLimit), node: label)
        }
        errors += Self.misplacedFields(outer.node)
        var inner: GraphConfig
        do { inner = try create(outer.node) } catch {
            throw GraphValidationError(.subgraph("\(error)"), node: label)
        }
        nodeCount += inner.nodes.count
        guard nodeCount <= Self.nodeLimit else {
            pending = []
            throw GraphValidationError(.tooManyNodes(limit: Self.nodeLimit), node: label)
        }
        streamCount += inner.nodes.reduce(0) { $0 + $1.portCount }
        guard streamCount <= Self.streamLimit else {
            pending = []
            throw GraphValidationError(.tooManyStreams(limit: Self.streamLimit), node: label)
        }
        let enclosing = outer.node.enclosing + [label.withoutEnclosing]
        for index in inner.nodes.indices { inner.nodes[index].enclosing = enclosing }
        errors += OptionValueResolver.resolve(in: &inner, from: outer.node, &optionBudget)
        if optionBudget.isExhausted {
            pending = []
            return
        }
        let prefix = prefixes.prefix(for: outer.uniqueName, names: inner.names)
        let bindings = SubgraphBindings(inner, outer.node, prefix: prefix)
        guard bindings.errors.isEmpty else {
            errors += bindings.errors
            return
        }
        inner.nodes = inner.nodes.map { bindings.apply(to: $0) }
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

    /// Fields that MediaPipe does not allow on subgraph nodes.
    private static func misplacedFields(_ node: NodeConfig) -> [GraphValidationError] {
        var fields: [String] = []
        if node.sourceLayer != 0 { fields.append("source_layer") }
        if node.bufferSizeHint != 0 { fields.append("buffer_size_hint") }
        if node.outputStreamHandler != nil { fields.append("output_stream_handler") }
        if !node.inputStreamInfo.isEmpty { fields.append("input_stream_info") }
        return fields.map {
            GraphValidationError(.notAllowedOnSubgraph(field: $0), node: node.label)
        }
    }
}

extension NodeConfig {
    /// The names of all streams and side packets of the node.
    var names: [String] { PortKind.allCases.flatMap { self[$0].map(\.name) } }

    /// The total number of streams and side packets.
    var portCount: Int { PortKind.allCases.reduce(0) { $0 + self[$1].count } }
}

extension GraphConfig {
    /// The graph's own streams or side packets of a kind.
    subscript(_ kind: PortKind) -> [StreamReference] {
        switch kind {
        case .inputStream: inputStreams
        case .outputStream: outputStreams
        case .inputSidePacket: inputSidePackets
        case .outputSidePacket: outputSidePackets
        }
    }

    /// The names of all streams and side packets of the graph and its nodes.
    var names: [String] {
        PortKind.allCases.flatMap { self[$0].map(\.name) } + nodes.flatMap(\.names)
    }
}
