/// What can be wrong with a graph before it runs.
public enum GraphFaultKind: Sendable, Hashable {
    /// A node names no calculator.
    case noCalculator
    /// No calculator or subgraph has this name; with the registered name most like it.
    case unknownCalculator(String, nearest: String?)
    /// A text that names no stream or side packet.
    case reference(PortKind, String)
    /// A text that names no tag and index of an input stream.
    case tagIndex(String)
    /// Two streams or side packets of a node have the same tag and index.
    case repeatedPort(PortKind, tag: String, index: Int)
    /// The indices of a tag have a gap: this one is missing.
    case missingIndex(PortKind, tag: String, index: Int)
    /// A stream or side packet is made twice; `first` is nil when the graph's input is the other.
    case producedTwice(PortKind, String, first: NodeLabel?)
    /// Nothing makes a stream that is read; with the name of one most like it.
    case noProducer(PortKind, String, nearest: String?)
    /// Nodes feed each other, by these streams and side packets in turn, without a back edge.
    case cycle([NodeLabel], by: [String])
    /// `input_stream_info` is about an input stream that the node does not have.
    case unknownInputStream(tag: String, index: Int)
    /// `input_stream_info` speaks of an input stream twice.
    case repeatedInfo(tag: String, index: Int)
    /// A back edge closes no cycle.
    case unusedBackEdge(String)
    /// A side packet that a node needs is neither made nor given.
    case missingSidePacket(String)
    /// A node does not fit its calculator's contract.
    case contract(ContractFault)
    /// A calculator refuses the node when it is asked for its contract.
    case refused(String)
    /// What a stream or side packet carries is not what is taken from it. `from` is the other node.
    case types(PortKind, String, takes: [PayloadType], carries: [PayloadType], from: NodeLabel?)
    /// A node asks for an executor that the graph does not have.
    case unknownExecutor(String, nearest: String?)
    /// An executor has a name that is reserved: `default`, `gpu` or one that begins with `__`.
    case reservedExecutor(String)
    /// Two executors have the same name; empty for the default one.
    case repeatedExecutor(String)
    /// Both `num_threads` and an executor without a name describe the default executor.
    case defaultExecutorTwice
    /// A number that is out of its range.
    case number(field: String, Int, ClosedRange<Int>)
    /// A field that would change results and is not supported, with what it asks for.
    case unsupported(field: String, String)
    /// A field that only calculators may have stands on the node of a subgraph.
    case onlyForCalculators(field: String)
    /// A subgraph has no such stream or side packet.
    case unknownSubgraphPort(PortKind, tag: String, index: Int)
    /// A subgraph contains itself, by way of these.
    case recursion([String])
    /// Subgraphs are nested deeper than this.
    case tooDeep(limit: Int)
    /// Subgraphs make more than this many nodes.
    case tooManyNodes(limit: Int)
    /// A subgraph cannot be made of the node.
    case subgraph(String)
    /// An `option_value` that cannot be followed.
    case optionValue(String, reason: String)
    /// With this `option_value` they read and copy more fields than this.
    case tooManyOptionValues(String, limit: Int)
    /// The graph has more executors than this.
    case tooManyExecutors(limit: Int)
    /// Subgraphs make nodes with more streams and side packets than this.
    case tooManyStreams(limit: Int)
    /// The graph cannot be read for another reason.
    case unreadable(String)
}
