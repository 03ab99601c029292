/// A graph that can run, with all names resolved. It does not change and serves all runs.
final class GraphPlan: Sendable {
    let nodes: [NodePlan]
    let streams: [StreamPlan]
    /// The graph's input streams.
    let graphInputs: [Int]
    /// The nodes without input streams. They and the graph inputs can be made to wait: the numbers
    /// of the graph inputs among those are their places, the sources' follow.
    let sources: [Int]
    /// The names of all side packets, by slot.
    let sidePackets: [String]
    /// For each side packet the nodes that read it, as often as they do.
    let sideReaders: [[Int]]
    let executors: [ExecutorPlan]
    /// How many packets an input stream holds before sources wait; -1 without limit.
    let maxQueueSize: Int
    let reportsDeadlock: Bool
    private let streamPlaces: [String: Int]
    private let sidePlaces: [String: Int]

    init(
        nodes: [NodePlan], streams: [StreamPlan], graphInputs: [Int], sources: [Int],
        sidePackets: [String], executors: [ExecutorPlan], config: GraphConfig
    ) {
        self.nodes = nodes
        self.streams = streams
        self.graphInputs = graphInputs
        self.sources = sources
        self.sidePackets = sidePackets
        var readers: [[Int]] = sidePackets.map { _ in [] }
        for (place, node) in nodes.enumerated() {
            for port in node.sideInputs { readers[port.slot].append(place) }
        }
        sideReaders = readers
        self.executors = executors
        // 0 stands for MediaPipe's default, and a node that buffers needs room for what it buffers.
        let size = config.maxQueueSize == 0 ? 100 : config.maxQueueSize
        maxQueueSize = size < 0 ? -1 : nodes.reduce(size) { max($0, $1.config.bufferSizeHint) }
        reportsDeadlock = config.reportDeadlock
        streamPlaces = Dictionary(
            streams.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { a, _ in a })
        sidePlaces = Dictionary(
            sidePackets.enumerated().map { ($1, $0) }, uniquingKeysWith: { a, _ in a })
    }

    func stream(_ name: String) -> Int? { streamPlaces[name] }

    func sidePacket(_ name: String) -> Int? { sidePlaces[name] }

    /// How many sources and graph inputs can be made to wait.
    var driverCount: Int { graphInputs.count + sources.count }

    /// The source of a number among those; nil when it is a graph input.
    func source(ofDriver driver: Int) -> Int? {
        driver < graphInputs.count ? nil : sources[driver - graphInputs.count]
    }
}
