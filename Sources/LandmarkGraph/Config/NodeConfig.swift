/// A node of a graph: a calculator, or a subgraph, with the streams and side packets it is joined to.
///
/// Two nodes are equal when all but their positions are.
public struct NodeConfig: Sendable, Hashable {
    /// The node's name in messages; may be empty.
    public var name: String
    /// The registered name of the calculator or subgraph.
    public var calculator: String
    /// The streams it reads. Those without a tag are numbered in their order.
    public var inputStreams: [StreamReference] {
        didSet { inputStreams = inputStreams.numbered() }
    }
    /// The streams it writes. Those without a tag are numbered in their order.
    public var outputStreams: [StreamReference] {
        didSet { outputStreams = outputStreams.numbered() }
    }
    /// The side packets it reads. Those without a tag are numbered in their order.
    public var inputSidePackets: [StreamReference] {
        didSet { inputSidePackets = inputSidePackets.numbered() }
    }
    /// The side packets it makes. Those without a tag are numbered in their order.
    public var outputSidePackets: [StreamReference] {
        didSet { outputSidePackets = outputSidePackets.numbered() }
    }
    /// The options messages.
    public var options: NodeOptions
    /// The executor on which it runs; empty for the default one.
    public var executor: String
    /// How its input streams are joined; nil for the graph's handler.
    public var inputStreamHandler: HandlerConfig?
    /// What is said of its input streams, such as which are back edges.
    public var inputStreamInfo: [InputStreamInfo]
    /// How many packets it may process at a time; 0 means 1.
    public var maxInFlight: Int
    /// For a source: sources of a layer begin when those of lower layers are done.
    public var sourceLayer: Int
    /// How many packets it holds back before it writes any; 0 for none.
    public var bufferSizeHint: Int
    /// Option fields that are taken from the options of the enclosing graph: `"field:OPTIONS/path"`.
    public var optionValues: [String]
    /// How its output packets are handed on; nil for in order.
    public var outputStreamHandler: HandlerConfig?
    private var origin: NodeOrigin

    /// Describes a node.
    public init(
        name: String = "", calculator: String, inputStreams: [StreamReference] = [],
        outputStreams: [StreamReference] = [], inputSidePackets: [StreamReference] = [],
        outputSidePackets: [StreamReference] = [], options: NodeOptions = NodeOptions(),
        executor: String = "", inputStreamHandler: HandlerConfig? = nil,
        inputStreamInfo: [InputStreamInfo] = [], maxInFlight: Int = 0, sourceLayer: Int = 0,
        bufferSizeHint: Int = 0, optionValues: [String] = [],
        outputStreamHandler: HandlerConfig? = nil, position: TextPosition? = nil
    ) {
        self.name = name
        self.calculator = calculator
        self.inputStreams = inputStreams.numbered()
        self.outputStreams = outputStreams.numbered()
        self.inputSidePackets = inputSidePackets.numbered()
        self.outputSidePackets = outputSidePackets.numbered()
        self.options = options
        self.executor = executor
        self.inputStreamHandler = inputStreamHandler
        self.inputStreamInfo = inputStreamInfo
        self.maxInFlight = maxInFlight
        self.sourceLayer = sourceLayer
        self.bufferSizeHint = bufferSizeHint
        self.optionValues = optionValues
        self.outputStreamHandler = outputStreamHandler
        origin = NodeOrigin(position: position)
    }

    /// Where it stands in the file of its graph or subgraph; nil when it was made in code.
    public var position: TextPosition? { origin.position }

    /// The nodes of subgraphs in which it stands, the outermost first; empty in a graph that has not
    /// been expanded.
    public internal(set) var enclosing: [NodeLabel] {
        get { origin.enclosing }
        set { origin.enclosing = newValue }
    }

    /// How messages name it.
    public var label: NodeLabel {
        NodeLabel(
            name: name, calculator: calculator, position: position, enclosing: origin.enclosing)
    }
}
