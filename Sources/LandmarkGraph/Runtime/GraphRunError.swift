public import LandmarkCore

/// What can go wrong with a graph that runs, or with what is asked of it.
public indirect enum GraphRunError: LandmarkError {
    /// A calculator threw; `timestamp` is that of the packets it was given.
    case calculator(
        node: NodeLabel, stage: CalculatorStage, timestamp: GraphTimestamp, cause: any Error)
    /// A node did something to a stream that is not allowed.
    case stream(node: NodeLabel, StreamError)
    /// What was added to a graph input stream is not allowed; the run goes on.
    case input(StreamError)
    /// A closure that observes a stream threw.
    case observer(stream: String, timestamp: GraphTimestamp, cause: any Error)
    /// The node's input streams cannot be joined as was asked for.
    case handler(node: NodeLabel, InputHandlerFault)
    /// The node asks to process several packets at a time, which is not supported.
    case maxInFlight(node: NodeLabel, Int)
    /// No such kind of executor exists, or its options are of no use.
    case executor(name: String, reason: String)
    /// The graph has no stream of this name.
    case unknownStream(String)
    /// The stream is not an input of the graph.
    case notAnInput(String)
    /// A side packet that a node needs was neither given nor made by another node.
    case missingSidePacket(node: NodeLabel, String)
    /// A side packet that was given carries something else than the node expects.
    case sidePacket(node: NodeLabel, StreamError)
    /// A side packet was given that a node makes.
    case sidePacketIsMade(String)
    /// A side packet was made twice.
    case sidePacketTwice(node: NodeLabel, String)
    /// Nodes were never opened, because nothing made the side packets that they wait for.
    case neverOpened([NodeLabel])
    /// Sources of a layer cannot begin, because a source of a lower layer was never opened.
    case sourceLayerBlocked(NodeLabel)
    /// Full queues of these streams stop all nodes.
    case deadlock(streams: [String])
    /// The queue that the graph input stream feeds is full.
    case full(stream: String)
    /// The graph is not running.
    case notRunning
    /// The graph is running already.
    case alreadyRunning
    /// The run was cancelled.
    case cancelled
    /// A thread that works for the graph, as in an observer or a calculator, would wait for itself.
    case waitsForItself
}

extension GraphRunError {
    /// One sentence that names node and stream.
    public var description: String {
        switch self {
        case .calculator(let node, let stage, let timestamp, let cause):
            stage == .process
                ? "\(node) failed while processing at \(timestamp): \(cause)"
                : "\(node) failed while \(stage): \(cause)"
        case .stream(let node, let error): "\(node): \(error)"
        case .input(let error): "graph input \(error)"
        case .observer(let stream, let timestamp, let cause):
            "the observer of stream \"\(stream)\" failed at \(timestamp): \(cause)"
        case .handler(let node, let fault): "\(node): \(fault)"
        case .maxInFlight(let node, let count):
            "\(node): max_in_flight is \(count), but a node processes one packet at a time"
        case .executor(let name, let reason): "executor \"\(name)\": \(reason)"
        case .unknownStream(let name): "the graph has no stream \"\(name)\""
        case .notAnInput(let name): "stream \"\(name)\" is not an input of the graph"
        case .missingSidePacket(let node, let name): "\(node): side packet \"\(name)\" is missing"
        case .sidePacket(let node, let error): "\(node): side packet of \(error)"
        case .sidePacketIsMade(let name):
            "side packet \"\(name)\" was given, but a node makes it"
        case .sidePacketTwice(let node, let name): "\(node): side packet \"\(name)\" is made twice"
        case .neverOpened(let nodes):
            "nothing made the side packets that these wait for: "
                + nodes.map(\.description).joined(separator: ", ")
        case .sourceLayerBlocked(let node):
            "\(node) was never opened, and sources of higher layers wait for it"
        case .deadlock(let streams):
            "all nodes wait because these streams' queues are full: "
                + streams.joined(separator: ", ")
        case .full(let stream): "graph input stream \"\(stream)\" is full"
        case .notRunning: "the graph is not running"
        case .alreadyRunning: "the graph is running already"
        case .cancelled: "the run was cancelled"
        case .waitsForItself: "a thread that works for the graph cannot wait for it"
        }
    }
}
