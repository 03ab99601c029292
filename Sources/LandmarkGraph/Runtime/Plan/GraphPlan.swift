/// An executable graph with all names resolved; immutable and shared by all runs.
final class GraphPlan: Sendable {
    let nodes: [NodePlan]
    let streams: [StreamPlan]
    /// The graph's input streams, as indices into `streams`.
    let graphInputs: [Int]
    /// The nodes without input streams. Graph inputs and source nodes can be throttled; their
    /// source numbers count the graph inputs first.
    let sourceNodes: [Int]
    /// The names of all side packets, by slot.
    let sidePackets: [String]
    /// The nodes that read each side packet, once per input.
    let sideReaders: [[Int]]
    let executors: [ExecutorPlan]
    /// The number of queued packets at which sources are throttled; -1 for no limit.
    let maxQueueSize: Int
    let reportsDeadlock: Bool
    private let streamIndices: [String: Int]
    private let sideIndices: [String: Int]

    init(
        nodes: [NodePlan], streams: [StreamPlan], graphInputs: [Int], sourceNodes: [Int],
        sidePackets: [String], executors: [ExecutorPlan], config: GraphConfig
    ) {
        self.nodes = nodes
        self.streams = streams
        self.graphInputs = graphInputs
        self.sourceNodes = sourceNodes
        self.sidePackets = sidePackets
        var readers: [[Int]] = sidePackets.map { _ in [] }
        for (index, node) in nodes.enumerated() {
            for port in node.sideInputs { readers[port.slot].append(index) }
        }
        sideReaders = readers
        self.executors = executors
        // 0 means MediaPipe's default; a buffering node needs a queue at least as long as its
        // buffer.
        let size = config.maxQueueSize == 0 ? 100 : config.maxQueueSize
        maxQueueSize = size < 0 ? -1 : nodes.reduce(size) { max($0, $1.config.bufferSizeHint) }
        reportsDeadlock = config.reportDeadlock
        streamIndices = Dictionary(
            streams.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { a, _ in a })
        sideIndices = Dictionary(
            sidePackets.enumerated().map { ($1, $0) }, uniquingKeysWith: { a, _ in a })
    }

    func stream(_ name: String) -> Int? { streamIndices[name] }

    func sidePacket(_ name: String) -> Int? { sideIndices[name] }

    /// The number of sources: graph inputs and source nodes.
    var sourceCount: Int { graphInputs.count + sourceNodes.count }

    /// The node with a source number; nil for a graph input.
    func sourceNode(_ source: Int) -> Int? {
        source < graphInputs.count ? nil : sourceNodes[source - graphInputs.count]
    }
}

/// A stream of an executable graph: its producer and its consumers.
struct StreamPlan: Sendable {
    /// An input stream of a node.
    struct Consumer: Sendable {
        let node: Int
        let port: Int
    }

    let name: String
    /// The node that produces it; nil for a graph input.
    let producer: Int?
    /// The allowed payload types; empty for any.
    let types: [PayloadType]
    var consumers: [Consumer] = []
    /// The graph inputs and source nodes upstream of the stream.
    var upstream = SourceSet()
}

/// An executor of the plan.
struct ExecutorPlan: Sendable {
    let name: String
    /// The number of threads; nil to run on the threads that wait for the graph.
    let threads: Int?
}

/// A set of source numbers: the graph inputs come first, then the source nodes.
///
/// Stored as one bit each, because thousands of nodes may be fed by thousands of sources.
struct SourceSet: Sendable, Equatable {
    private var words: [UInt64] = []

    init() {}

    init(_ source: Int) {
        words = Array(repeating: 0, count: source / 64 + 1)
        words[source / 64] = 1 << (source % 64)
    }

    mutating func formUnion(_ other: SourceSet) {
        // Usually both share the same storage.
        if words == other.words { return }
        if words.isEmpty { return self = other }
        while words.count < other.words.count { words.append(0) }
        for index in other.words.indices { words[index] |= other.words[index] }
    }

    func forEach(_ body: (Int) -> Void) {
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                body(64 * index + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }
}
