/// The result of checking a graph without running it, with every fault found.
///
/// Unlike `ValidatedGraph`, it can be created from a graph with faults, so that everything missing
/// can be reported at once.
public struct GraphCheck: Sendable {
    /// The graph with its subgraphs expanded. Nodes with unknown calculators, and subgraphs with a
    /// fault, are left unchanged.
    public let config: GraphConfig
    /// The faults, in the order found; empty if the graph is valid.
    public let errors: [GraphValidationError]
    /// The side packets that must be provided when a run starts, as far as the calculators are known.
    public let neededSidePackets: [ValidatedGraph.NeededSidePacket]

    /// Expands subgraphs and checks the graph. Time and memory grow with the graph's size.
    public init(_ config: GraphConfig, registry: CalculatorRegistry) {
        let (expanded, faults) = SubgraphExpander.expand(config, registry)
        var validator = GraphValidator(expanded, registry)
        validator.run()
        self.config = expanded
        neededSidePackets = validator.neededSidePackets
        // A subgraph that could not be expanded causes further errors, such as streams without
        // producers, which add no information. The kinds and options of other nodes do not depend
        // on it.
        errors =
            faults.isEmpty
            ? validator.errors : faults + validator.errors.filter(\.isIndependent)
    }
}

extension GraphValidationError {
    /// Whether the fault depends only on its node, regardless of the other nodes. The names of
    /// subgraphs that could not be expanded do not count as unknown.
    fileprivate var isIndependent: Bool {
        switch kind {
        case .unknownCalculator, .missingCalculator, .contractRejected: true
        default: false
        }
    }
}
