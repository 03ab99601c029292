/// A graph that has been found fit to run: without subgraphs, with every stream made once, every
/// cycle cut by back edges, and every node as its calculator's contract wants it.
public struct ValidatedGraph: Sendable {
    /// A side packet that must be given before a run.
    public struct NeededSidePacket: Sendable, Hashable {
        /// The side packet's name.
        public let name: String
        /// The first node that cannot do without it.
        public let node: NodeLabel
        /// Where this node names it; nil when the graph was made in code.
        public let position: TextPosition?
    }

    /// The graph with calculators only, under their registered names.
    public let config: GraphConfig
    /// Of each node its calculator's contract, in the order of `config.nodes`.
    public let contracts: [CalculatorContract]
    /// Of each node its calculator, in the order of `config.nodes`.
    let calculators: [any Calculator.Type]
    /// What streams and side packets carry.
    let payloads: PayloadCheck.Types
    /// The indices of all nodes in an order in which each stands after those whose packets and side
    /// packets it reads, except across back edges; otherwise in the order of the graph.
    public let order: [Int]
    /// The side packets that must be given, in the order in which nodes name them.
    public let neededSidePackets: [NeededSidePacket]

    /// Replaces subgraphs and checks the graph. Time and memory grow with the graph's size.
    ///
    /// - Throws: `GraphError.invalid` with everything that was found, each naming node and stream.
    public init(_ config: GraphConfig, registry: CalculatorRegistry) throws(GraphError) {
        let (expanded, faults) = SubgraphExpander.expand(config, registry)
        var validator = GraphValidator(expanded, registry)
        validator.run()
        // What does not expand has consequences; they would hide the cause.
        let all = faults.isEmpty ? validator.faults : faults
        guard all.isEmpty else { throw .invalid(all) }
        self.config = expanded
        // Every node has one, else there had been a fault.
        calculators = expanded.nodes.compactMap { node in
            if case .calculator(let type)? = registry[node.calculator] { type } else { nil }
        }
        contracts = validator.contracts
        payloads = validator.payloads
        order = validator.order
        neededSidePackets = validator.neededSidePackets
    }

    /// The types of which each packet of a stream carries one: those that all who write and read it,
    /// or what is handed on from it, have in common. Nothing for anything.
    public func payloadTypes(ofStream name: String) -> [PayloadType] {
        payloads.streams[name] ?? []
    }

    /// Throws when a side packet that a node cannot do without is not among those given.
    public func requireSidePackets(_ given: Set<String>) throws(GraphError) {
        let missing = neededSidePackets.filter { !given.contains($0.name) }
        guard missing.isEmpty else {
            throw .invalid(
                missing.map {
                    GraphFault(.missingSidePacket($0.name), node: $0.node, at: $0.position)
                })
        }
    }
}
