public import LandmarkCore

/// An error while running a graph, or in a request to a running graph.
public indirect enum GraphRunError: LandmarkError {
    /// A calculator threw; `timestamp` is that of its input packets.
    case calculator(
        node: NodeLabel, stage: CalculatorStage, timestamp: GraphTimestamp, cause: any Error)
    /// A node violated the rules of a stream.
    case stream(node: NodeLabel, StreamError)
    /// The packet or bound is not allowed on a graph input stream; the run continues.
    case input(StreamError)
    /// The closure that observes a stream threw.
    case observer(stream: String, timestamp: GraphTimestamp, cause: any Error)
    /// The input stream handler of the node cannot be created.
    case handler(node: NodeLabel, InputHandlerError)
    /// The node requests concurrent `process` calls, which are not supported.
    case maxInFlight(node: NodeLabel, Int)
    /// The executor's type is unknown, or its options are invalid.
    case executor(name: String, reason: String)
    /// The graph has no stream with this name.
    case unknownStream(String)
    /// The stream is not an input stream of the graph.
    case notAnInput(String)
    /// A required side packet was neither provided nor produced.
    case missingSidePacket(node: NodeLabel, String)
    /// A provided side packet has the wrong payload type.
    case sidePacket(node: NodeLabel, StreamError)
    /// A side packet was provided that a node produces.
    case sidePacketHasProducer(String)
    /// A side packet was set twice.
    case duplicateSidePacket(node: NodeLabel, String)
    /// Nodes were never opened because their side packets were not produced.
    case neverOpened([NodeLabel])
    /// The sources of a layer cannot start because this source of a lower layer was never opened.
    case sourceLayerBlocked(NodeLabel)
    /// Full queues of these streams block every node.
    case deadlock(streams: [String])
    /// A queue fed by the graph input stream is full.
    case full(stream: String)
    /// The graph is not running.
    case notRunning
    /// The graph is already running.
    case alreadyRunning
    /// The run was cancelled.
    case cancelled
    /// The call would wait for the graph on one of its own threads, such as in an observer or
    /// calculator.
    case waitOnGraphThread
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
        case .handler(let node, let error): "\(node): \(error)"
        case .maxInFlight(let node, let count):
            "\(node): max_in_flight is \(count), but concurrent processing is not supported"
        case .executor(let name, let reason): "executor \"\(name)\": \(reason)"
        case .unknownStream(let name): "the graph has no stream \"\(name)\""
        case .notAnInput(let name): "stream \"\(name)\" is not an input stream of the graph"
        case .missingSidePacket(let node, let name): "\(node): side packet \"\(name)\" is missing"
        case .sidePacket(let node, let error): "\(node): side packet of \(error)"
        case .sidePacketHasProducer(let name):
            "side packet \"\(name)\" was provided, but a node produces it"
        case .duplicateSidePacket(let node, let name):
            "\(node): side packet \"\(name)\" was already set"
        case .neverOpened(let nodes):
            "these nodes are waiting for side packets that were not produced: "
                + nodes.map(\.description).joined(separator: ", ")
        case .sourceLayerBlocked(let node):
            "\(node) was never opened, which blocks the sources of higher layers"
        case .deadlock(let streams):
            "deadlock: every node is blocked by the full queues of "
                + streams.joined(separator: ", ")
        case .full(let stream): "graph input stream \"\(stream)\" is full"
        case .notRunning: "the graph is not running"
        case .alreadyRunning: "the graph is already running"
        case .cancelled: "the run was cancelled"
        case .waitOnGraphThread: "cannot wait for the graph on one of its own threads"
        }
    }
}

/// A violation of the rules of a stream or side packet.
public struct StreamError: LandmarkError, Hashable {
    /// The name of the stream or side packet.
    public let stream: String
    /// The kind of error.
    public let kind: Kind

    /// Creates an error.
    public init(stream: String, _ kind: Kind) {
        self.stream = stream
        self.kind = kind
    }

    /// One sentence with the stream's name.
    public var description: String { "stream \"\(stream)\": \(kind)" }
}

extension StreamError {
    /// The kinds of stream errors.
    public enum Kind: Error, Sendable, Hashable {
        /// The stream is closed.
        case closed
        /// The timestamp is not allowed for a packet or bound of a stream.
        case notAllowed(GraphTimestamp)
        /// The packet's timestamp is below the stream's bound.
        case notIncreasing(bound: GraphTimestamp, got: GraphTimestamp)
        /// A timestamp bound decreased.
        case boundDecreased(from: GraphTimestamp, to: GraphTimestamp)
        /// The packet's payload type is not allowed on the stream.
        case wrongPayload(expected: [PayloadType], got: PayloadType)
        /// The packet cannot be read as the requested type.
        case packet(PacketError)
        /// A timestamp offset was set after the node was opened.
        case offsetAfterOpen
        /// The input stream handler cannot use the packet.
        case handler(String)
    }
}

extension StreamError.Kind: CustomStringConvertible {
    /// The error as part of a sentence.
    public var description: String {
        switch self {
        case .closed: "the stream is closed"
        case .notAllowed(let timestamp):
            "timestamp \(timestamp) is not allowed for a packet or bound"
        case .notIncreasing(let bound, let got):
            "timestamps must increase: expected at least \(bound), got \(got)"
        case .boundDecreased(let from, let to):
            "the timestamp bound decreases from \(from) to \(to)"
        case .wrongPayload(let expected, let got):
            "the packet carries \(got), expected "
                + expected.map(\.description).joined(separator: " or ")
        case .packet(let error): error.description
        case .offsetAfterOpen: "the timestamp offset can only be set while the node opens"
        case .handler(let reason): reason
        }
    }
}
