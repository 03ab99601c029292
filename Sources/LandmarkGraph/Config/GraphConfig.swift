/// A graph as its file describes it: MediaPipe's `CalculatorGraphConfig`.
///
/// It is read from text, or built in code. Nothing is checked before the graph is made from it. Two
/// configs are equal when all but positions are.
public struct GraphConfig: Sendable, Hashable {
    /// The nodes in their order.
    public var nodes: [NodeConfig]
    /// Streams whose packets come from outside. Those without a tag are numbered in their order.
    public var inputStreams: [StreamReference] {
        didSet { inputStreams = inputStreams.numbered() }
    }
    /// Streams that a graph gives when it is a subgraph.
    public var outputStreams: [StreamReference] {
        didSet { outputStreams = outputStreams.numbered() }
    }
    /// Side packets that come from outside.
    public var inputSidePackets: [StreamReference] {
        didSet { inputSidePackets = inputSidePackets.numbered() }
    }
    /// Side packets that a graph gives.
    public var outputSidePackets: [StreamReference] {
        didSet { outputSidePackets = outputSidePackets.numbered() }
    }
    /// The executors that nodes name.
    public var executors: [ExecutorConfig]
    /// How input streams are joined in nodes that say nothing; nil for by timestamp.
    public var inputStreamHandler: HandlerConfig?
    /// How output packets are handed on in nodes that say nothing; nil for in order.
    public var outputStreamHandler: HandlerConfig?
    /// How many packets an input stream holds before sources wait; -1 without limit.
    public var maxQueueSize: Int
    /// The threads of the default executor; 0 for as many as there are processors or nodes,
    /// whichever are fewer.
    public var numThreads: Int
    /// Whether a run fails when full queues stop all nodes; else the queues grow.
    public var reportDeadlock: Bool
    /// The name under which it is a subgraph; may be empty.
    public var type: String
    /// The namespace in which calculators are looked up first; may be empty.
    public var package: String
    /// The graph's options messages with their default values.
    public var options: NodeOptions
    /// Parts that MediaPipe once had; a graph that has any does not run.
    public var legacy: [LegacyConfig]

    /// Describes a graph.
    public init(
        nodes: [NodeConfig] = [], inputStreams: [StreamReference] = [],
        outputStreams: [StreamReference] = [], inputSidePackets: [StreamReference] = [],
        outputSidePackets: [StreamReference] = [], executors: [ExecutorConfig] = [],
        inputStreamHandler: HandlerConfig? = nil, outputStreamHandler: HandlerConfig? = nil,
        maxQueueSize: Int = 100, numThreads: Int = 0, reportDeadlock: Bool = false,
        type: String = "", package: String = "", options: NodeOptions = NodeOptions(),
        legacy: [LegacyConfig] = []
    ) {
        self.nodes = nodes
        self.inputStreams = inputStreams.numbered()
        self.outputStreams = outputStreams.numbered()
        self.inputSidePackets = inputSidePackets.numbered()
        self.outputSidePackets = outputSidePackets.numbered()
        self.executors = executors
        self.inputStreamHandler = inputStreamHandler
        self.outputStreamHandler = outputStreamHandler
        self.maxQueueSize = maxQueueSize
        self.numThreads = numThreads
        self.reportDeadlock = reportDeadlock
        self.type = type
        self.package = package
        self.options = options
        self.legacy = legacy
    }
}
