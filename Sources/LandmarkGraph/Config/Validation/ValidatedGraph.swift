/// A graph that passed validation: subgraphs are expanded, every stream has one producer, every
/// cycle has a back edge, and every node satisfies its calculator's contract.
public struct ValidatedGraph: Sendable {
    /// A side packet that must be provided when a run starts.
    public struct NeededSidePacket: Sendable, Hashable {
        /// The side packet's name.
        public let name: String
        /// The first node that requires it.
        public let node: NodeLabel
        /// The position of that node's reference; nil for a graph created in code.
        public let position: TextPosition?
    }

    /// The expanded graph: calculators only, under their registered names.
    public let config: GraphConfig
    /// The contract of each node, in the order of `config.nodes`.
    public let contracts: [CalculatorContract]
    /// The calculator type of each node, in the order of `config.nodes`.
    let calculators: [any Calculator.Type]
    /// The services provided to the calculators.
    let services: GraphServices
    /// The payload types of streams and side packets.
    let payloads: PayloadCheck.Types
    /// The node indices in topological order, ignoring back edges; ties keep the order of the
    /// graph.
    public let order: [Int]
    /// The side packets that must be provided, in the order in which nodes refer to them.
    public let neededSidePackets: [NeededSidePacket]

    /// Expands subgraphs and validates the graph. Time and memory grow with the graph's size.
    ///
    /// - Throws: `GraphError.invalid` with every error found, each with node and stream.
    public init(_ config: GraphConfig, registry: CalculatorRegistry) throws(GraphError) {
        let (expanded, errors) = SubgraphExpander.expand(config, registry)
        var validator = GraphValidator(expanded, registry)
        validator.run()
        // Errors of expansion cause further validation errors, which would hide the cause.
        let all = errors.isEmpty ? validator.errors : errors
        guard all.isEmpty else { throw .invalid(all) }
        self.config = expanded
        // Validation guarantees that every node has a calculator.
        calculators = expanded.nodes.compactMap { node in
            if case .calculator(let type)? = registry[node.calculator] { type } else { nil }
        }
        services = registry.services
        contracts = validator.contracts
        payloads = validator.payloads
        order = validator.order
        neededSidePackets = validator.neededSidePackets
    }

    /// The payload types allowed on a stream: those that its producer and all consumers, including
    /// those behind pass-through nodes, have in common. Empty when any type is allowed.
    public func payloadTypes(ofStream name: String) -> [PayloadType] {
        payloads.streams[name] ?? []
    }

    /// Checks that all required side packets are provided.
    ///
    /// - Throws: `GraphError.invalid` with a `missingSidePacket` for each one that is not.
    public func requireSidePackets(_ given: Set<String>) throws(GraphError) {
        let missing = neededSidePackets.filter { !given.contains($0.name) }
        guard missing.isEmpty else {
            throw .invalid(
                missing.map {
                    GraphValidationError(
                        .missingSidePacket($0.name), node: $0.node, at: $0.position)
                })
        }
    }
}
