import LandmarkCore

/// A run of a graph: what waits on which stream, which nodes can run, and when it is over.
///
/// A value without clock, thread or lock. Whoever holds it takes tasks out (`take`), calls the
/// calculators, and hands the tasks back (`finish`); packets come in with `add`. After every change
/// `settle` finds what has become ready. The rules are MediaPipe's
/// (mediapipe/framework/scheduler.cc, calculator_node.cc, output_stream_manager.cc).
struct RunState: Sendable {
    enum Phase: Sendable {
        case notStarted
        case running
        /// Nothing is processed any more, and the nodes that are open are closed.
        case ending
        case done
    }

    /// A stream as its producer sees it.
    struct Stream: Sendable {
        var bound = GraphTimestamp.preStream
        var isClosed = false
        var hasPackets = false
        /// How far the bound is from that of the producer's input streams; nil when they are not
        /// related.
        var offset: Int64?
    }

    let plan: GraphPlan
    var phase = Phase.notStarted
    /// Why the run ends, or has ended.
    var error: GraphRunError?
    var nodes: [NodeState] = []
    var streams: [Stream] = []
    var consumers: [[StreamPlan.Consumer]] = []
    /// For each observer and poller its stream.
    var sinkStreams: [Int] = []
    var sidePackets: [Packet]
    /// For each executor the nodes that are ready.
    var ready: [ReadyQueue]
    var readyCount = 0
    /// Calls under way.
    var runningCount = 0
    /// Nodes to look at, in the order in which something changed for them.
    var marked: [Int] = []
    /// For each source and graph input how many full queues it waits for.
    var fullQueues: [Int] = []
    /// Sources whose layer has begun, and those that are open but whose layer has not.
    var activeSources: [Int] = []
    var pendingSources: [Int] = []
    /// Whether the last of `pendingSources` are those that begin next.
    var isPendingSorted = false
    /// How many nodes were not opened yet.
    var waitingCount = 0
    var openInputs = 0
    /// What is no longer needed, until whoever holds the state lets go of it.
    var leavings = Leavings()
    /// Whether a node has asked to end the run: sources are closed instead of asked.
    var isStopping = false
    /// The node after the last one that was closed at the run's end.
    var nextToClose = 0
    /// Places of the observers and pollers among the nodes begin here.
    var firstSink: Int { plan.nodes.count }

    init(_ plan: GraphPlan) {
        self.plan = plan
        sidePackets = plan.sidePackets.map { _ in .empty() }
        ready = plan.executors.map { _ in ReadyQueue() }
    }

    /// Whether no call waits or is under way.
    var isIdle: Bool { readyCount == 0 && runningCount == 0 }

    /// Whether a run has begun and not ended.
    var isActive: Bool { phase == .running || phase == .ending }

    /// How messages name a node.
    func label(_ node: Int) -> NodeLabel { plan.nodes[node].config.label }

    /// Ends the run with an error; the first one counts.
    mutating func fail(_ error: GraphRunError) {
        if self.error == nil { self.error = error }
        guard phase == .running else { return }
        for executor in ready.indices { ready[executor].removeAll() }
        readyCount = 0
    }

    /// Looks at a node once everything under way is noted.
    mutating func mark(_ node: Int) {
        guard !nodes[node].isMarked else { return }
        nodes[node].isMarked = true
        marked.append(node)
    }

    /// Finds what has become ready, and, when nothing has, whether the run goes on at all.
    mutating func settle() {
        repeat {
            var next = 0
            while next < marked.count {
                let node = marked[next]
                next += 1
                nodes[node].isMarked = false
                look(at: node)
            }
            marked.removeAll(keepingCapacity: true)
            if isIdle, isActive { handleIdle() }
        } while !marked.isEmpty
    }
}
