/// A node of a graph: a calculator or subgraph, and the streams and side packets it connects to.
///
/// Equality ignores file positions.
public struct NodeConfig: Sendable, Hashable {
    /// The node's name in error messages; may be empty.
    public var name: String
    /// The registered name of the calculator or subgraph.
    public var calculator: String
    /// The input streams. Untagged streams are indexed in order.
    public var inputStreams: [StreamReference] {
        didSet { inputStreams = inputStreams.numbered() }
    }
    /// The output streams. Untagged streams are indexed in order.
    public var outputStreams: [StreamReference] {
        didSet { outputStreams = outputStreams.numbered() }
    }
    /// The input side packets. Untagged ones are indexed in order.
    public var inputSidePackets: [StreamReference] {
        didSet { inputSidePackets = inputSidePackets.numbered() }
    }
    /// The output side packets. Untagged ones are indexed in order.
    public var outputSidePackets: [StreamReference] {
        didSet { outputSidePackets = outputSidePackets.numbered() }
    }
    /// The node's options messages.
    public var options: NodeOptions
    /// The name of the executor that runs the node; empty for the default one.
    public var executor: String
    /// The input stream handler; nil for the graph's default.
    public var inputStreamHandler: HandlerConfig?
    /// Additional information about input streams, such as which are back edges.
    public var inputStreamInfo: [InputStreamInfo]
    /// The maximum number of concurrent `process` calls; 0 means 1. Values above 1 are not
    /// supported.
    public var maxInFlight: Int
    /// For a source node: its layer. Sources start after all sources of lower layers have finished.
    public var sourceLayer: Int
    /// The number of packets that the node buffers before it writes any; 0 for none.
    public var bufferSizeHint: Int
    /// Options fields to copy from the options of the enclosing graph, as `"field:OPTIONS/path"`.
    public var optionValues: [String]
    /// The output stream handler; nil for the graph's default.
    public var outputStreamHandler: HandlerConfig?
    private var origin: NodeProvenance

    /// Creates a node description.
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
        origin = NodeProvenance(position: position)
    }

    /// The position in the file of its graph or subgraph; nil for a node created in code.
    public var position: TextPosition? { origin.position }

    /// The subgraph nodes that contain this node, outermost first; empty before expansion.
    public internal(set) var enclosing: [NodeLabel] {
        get { origin.enclosing }
        set { origin.enclosing = newValue }
    }

    /// The node's label in error messages.
    public var label: NodeLabel {
        NodeLabel(
            name: name, calculator: calculator, position: position, enclosing: origin.enclosing)
    }
}

/// The origin of a node. All values compare equal, so that equality of nodes ignores it.
struct NodeProvenance: Sendable, Hashable {
    var position: TextPosition?
    /// The subgraph nodes that contain the node, outermost first.
    var enclosing: [NodeLabel] = []

    static func == (a: NodeProvenance, b: NodeProvenance) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

/// The identification of a node in error messages.
public struct NodeLabel: Sendable, Hashable {
    /// The node's name; may be empty.
    public let name: String
    /// The registered name of its calculator.
    public let calculator: String
    /// The position in the file of its graph or subgraph; nil for a node created in code.
    public let position: TextPosition?
    /// The subgraph nodes that contain the node, outermost first, each without its own `enclosing`.
    public let enclosing: [NodeLabel]

    /// Creates a label.
    public init(
        name: String = "", calculator: String, position: TextPosition? = nil,
        enclosing: [NodeLabel] = []
    ) {
        self.name = name
        self.calculator = calculator
        self.position = position
        self.enclosing = enclosing
    }
}

extension NodeLabel: CustomStringConvertible {
    /// `node "eyes" (GateCalculator, line 12)`, or `node GateCalculator (line 12)` for an unnamed
    /// node, followed by the enclosing subgraph nodes, innermost first.
    public var description: String {
        var text = described(isInner: !enclosing.isEmpty)
        for place in enclosing.indices.reversed() {
            text += " in " + enclosing[place].described(isInner: place > 0)
        }
        return text
    }

    private func described(isInner: Bool) -> String {
        let line = position.map { "line \($0.line)" + (isInner ? " of the subgraph" : "") }
        let kind = calculator.isEmpty ? "without a calculator" : calculator
        if name.isEmpty { return "node \(kind)" + (line.map { " (\($0))" } ?? "") }
        return "node \"\(name)\" (" + [kind, line].compactMap { $0 }.joined(separator: ", ") + ")"
    }

    /// The label without its enclosing nodes, as stored in `enclosing`.
    var withoutEnclosing: NodeLabel {
        NodeLabel(name: name, calculator: calculator, position: position)
    }
}

/// The options messages of a node, graph, handler or executor.
///
/// In graph files they are written `options { [mediapipe.X.ext] {…} }` or
/// `node_options: { [type.googleapis.com/mediapipe.X] {…} }`; both are looked up by message type.
/// Read a message with the getters of `TextMessage`, and call `requireFields` so that misspelled
/// fields are reported:
///
///     let options = node.options.message("GateCalculatorOptions") ?? TextMessage()
///     try options.requireFields(in: ["allow", "empty_packets_as_allow"])
///     let allow = try options.bool("allow")
public struct NodeOptions: Sendable, Hashable {
    /// An options message and its type.
    public struct Entry: Sendable, Hashable {
        /// The full message type, such as `mediapipe.GateCalculatorOptions`.
        public var type: String
        /// The message.
        public var message: TextMessage

        /// Creates an entry.
        public init(type: String, message: TextMessage) {
            self.type = type
            self.message = message
        }
    }

    /// The messages, in file order.
    public var entries: [Entry]

    /// Creates options from messages.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// Creates options with a single message.
    public init(_ type: String, _ fields: TextField...) {
        self.init([Entry(type: type, message: TextMessage(fields))])
    }

    /// The message of a type, given by its full name or its last component; nil when there is none.
    public func message(_ type: String) -> TextMessage? {
        entries.first { $0.type == type || $0.type.hasSuffix("." + type) }?.message
    }
}

/// Additional information about an input stream of a node.
public struct InputStreamInfo: Sendable, Hashable {
    /// The stream's tag.
    public var tag: String
    /// The stream's index within its tag.
    public var index: Int
    /// Whether the stream is a back edge, which closes a cycle in the graph.
    public var backEdge: Bool
    private let origin: SourcePosition

    /// Creates the information for input stream `tag:index`.
    public init(
        tag: String = "", index: Int = 0, backEdge: Bool = false, position: TextPosition? = nil
    ) {
        self.tag = tag
        self.index = index
        self.backEdge = backEdge
        origin = SourcePosition(position)
    }

    /// The position in the graph file; nil when created in code.
    public var position: TextPosition? { origin.position }
}
