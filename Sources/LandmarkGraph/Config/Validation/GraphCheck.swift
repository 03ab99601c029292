/// What is known of a graph without running it, with every fault found.
///
/// Unlike `ValidatedGraph`, it is also made of a graph with faults, so that everything which is
/// missing can be told at once.
public struct GraphCheck: Sendable {
    /// The graph with its subgraphs expanded. Nodes of unknown calculators, and subgraphs with a
    /// fault, are as they were.
    public let config: GraphConfig
    /// The faults, in the order in which they were found; empty if the graph is valid.
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
        // A subgraph that could not be expanded leaves streams without producers and such, which say
        // nothing new. What other nodes are, and what their options say, does not depend on it.
        errors =
            faults.isEmpty
            ? validator.errors : faults + validator.errors.filter(\.isIndependent)
    }
}

extension GraphValidationError {
    /// Whether the fault lies in its node alone, whatever the other nodes are. The names of
    /// subgraphs that could not be expanded do not count as unknown.
    fileprivate var isIndependent: Bool {
        switch kind {
        case .unknownCalculator, .missingCalculator, .contractRejected: true
        default: false
        }
    }
}
