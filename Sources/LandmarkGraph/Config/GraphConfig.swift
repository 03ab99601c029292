/// A graph description: MediaPipe's `CalculatorGraphConfig`.
///
/// Parse one from a graph file, or build it in code. A config is not checked until a
/// `ValidatedGraph` or `CalculatorGraph` is created from it. Equality ignores file positions.
public struct GraphConfig: Sendable, Hashable {
    /// The nodes, in file order.
    public var nodes: [NodeConfig]
    /// The graph's input streams. Untagged streams are indexed in order.
    public var inputStreams: [StreamReference] {
        didSet { inputStreams = inputStreams.numbered() }
    }
    /// The graph's output streams. Untagged streams are indexed in order.
    public var outputStreams: [StreamReference] {
        didSet { outputStreams = outputStreams.numbered() }
    }
    /// The graph's input side packets. Untagged ones are indexed in order.
    public var inputSidePackets: [StreamReference] {
        didSet { inputSidePackets = inputSidePackets.numbered() }
    }
    /// The graph's output side packets. Untagged ones are indexed in order.
    public var outputSidePackets: [StreamReference] {
        didSet { outputSidePackets = outputSidePackets.numbered() }
    }
    /// The executors that nodes may refer to by name.
    public var executors: [ExecutorConfig]
    /// The default input stream handler of the nodes; nil for `DefaultInputStreamHandler`.
    public var inputStreamHandler: HandlerConfig?
    /// The default output stream handler of the nodes; nil for `InOrderOutputStreamHandler`.
    public var outputStreamHandler: HandlerConfig?
    /// The number of packets an input stream queues before sources are throttled; -1 for no limit.
    public var maxQueueSize: Int
    /// The number of threads of the default executor; 0 for the smaller of the processor and node
    /// counts.
    public var numThreads: Int
    /// Whether a run fails when full queues block every node; otherwise the queues grow.
    public var reportDeadlock: Bool
    /// The name under which the graph is registered as a subgraph; may be empty.
    public var type: String
    /// The namespace searched first for calculators; may be empty.
    public var package: String
    /// The graph's options messages, which hold default values.
    public var options: NodeOptions
    /// Legacy elements that are parsed but not supported; validation rejects a graph that contains
    /// any.
    public var legacy: [LegacyConfig]

    /// Creates a graph description.
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

extension GraphConfig {
    /// Parses a graph file: a `CalculatorGraphConfig` in protobuf text format.
    ///
    /// Every field of MediaPipe's message is accepted; any other is an error. Fields without
    /// meaning here (`profiler_config`, `runtime_info`) are checked and dropped. A `max_queue_size`
    /// of 0 means MediaPipe's default of 100.
    ///
    /// - Throws: `GraphError.text` for malformed text and for unknown, duplicate or mistyped
    ///   fields, with line and column; `GraphError.invalid` for malformed stream and side packet
    ///   names.
    public init(parsing text: String) throws(GraphError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// Parses the bytes of a graph file: UTF-8 text (see `init(parsing:)` for strings) or
    /// protobuf's binary format, which is recognized by its control characters. Options in the
    /// binary format can be read if they belong to a standard calculator or one of
    /// `LandmarkCalculators`; others are empty.
    ///
    /// - Throws: `GraphError`, as for strings.
    public init(parsing bytes: [UInt8]) throws(GraphError) {
        let message: TextMessage
        do throws(TextFormatError) { message = try TextMessage(parsing: bytes) } catch {
            guard BinaryReader.isBinary(bytes) else { throw .text(error) }
            do throws(BinaryReader.Failure) { message = try BinaryReader.graph(bytes) } catch {
                throw .invalid([
                    GraphValidationError(.unreadable("not a graph: \(error.reason)"))
                ])
            }
        }
        try self.init(message)
    }

    /// Converts a parsed `CalculatorGraphConfig` message; see `init(parsing:)`.
    ///
    /// - Throws: `GraphError`, as for strings.
    public init(_ message: TextMessage) throws(GraphError) {
        self = try GraphReader.graph(message)
    }
}

/// An executor: the threads that run some of a graph's nodes.
public struct ExecutorConfig: Sendable, Hashable {
    /// The name that nodes refer to; empty for the default executor.
    public var name: String
    /// The registered executor type, such as `ThreadPoolExecutor`; empty to let the graph choose.
    public var type: String
    /// The executor's options messages.
    public var options: NodeOptions
    private let origin: SourcePosition

    /// Creates an executor description.
    public init(
        name: String = "", type: String = "", options: NodeOptions = NodeOptions(),
        position: TextPosition? = nil
    ) {
        self.name = name
        self.type = type
        self.options = options
        origin = SourcePosition(position)
    }

    /// The position in the graph file; nil for an executor created in code.
    public var position: TextPosition? { origin.position }
}

/// The input or output stream handler of a node or graph.
public struct HandlerConfig: Sendable, Hashable {
    /// The registered handler type, such as `ImmediateInputStreamHandler`.
    public var type: String
    /// The handler's options messages.
    public var options: NodeOptions
    private let origin: SourcePosition

    /// Creates a handler description.
    public init(type: String, options: NodeOptions = NodeOptions(), position: TextPosition? = nil) {
        self.type = type
        self.options = options
        origin = SourcePosition(position)
    }

    /// The position in the graph file; nil for a handler created in code.
    public var position: TextPosition? { origin.position }
}

/// A legacy element of a graph file: a packet factory, a packet generator or a status handler. It
/// is kept as parsed; validation rejects a graph that contains any.
public struct LegacyConfig: Sendable, Hashable {
    /// The field name: `packet_factory`, `packet_generator` or `status_handler`.
    public let field: String
    /// The field's message.
    public let message: TextMessage

    /// Creates a legacy element.
    public init(field: String, message: TextMessage) {
        self.field = field
        self.message = message
    }

    /// The position in the graph file; nil when created in code.
    public var position: TextPosition? { message.position }
}
