import LandmarkCore

/// A run of a graph: the queues, the nodes that can run, and the end of the run.
///
/// A value without clock, thread or lock. The engine takes tasks out (`take`), calls the
/// calculators, and returns the tasks (`finish`); packets enter through `add`. After every change,
/// `scheduleReadyNodes` determines which nodes have become ready. Follows MediaPipe
/// (mediapipe/framework/scheduler.cc, calculator_node.cc, output_stream_manager.cc).
struct RunState: Sendable {
    enum Phase: Sendable {
        case notStarted
        case running
        /// Open nodes are closed; nothing else is processed.
        case ending
        case done
    }

    /// The producer side of a stream.
    struct Stream: Sendable {
        var bound = GraphTimestamp.preStream
        var isClosed = false
        var hasPackets = false
        /// The timestamp offset between the producer's input and output bounds; nil when unrelated.
        var offset: Int64?
    }

    let plan: GraphPlan
    var phase = Phase.notStarted
    /// The error that is ending or has ended the run.
    var error: GraphRunError?
    var nodes: [NodeState] = []
    var streams: [Stream] = []
    var consumers: [[StreamPlan.Consumer]] = []
    /// The stream of each observer and poller.
    var sinkStreams: [Int] = []
    var sidePackets: [Packet]
    /// The ready nodes of each executor.
    var ready: [ReadyQueue]
    var readyCount = 0
    /// The number of calls in progress.
    var runningCount = 0
    /// The nodes to evaluate, in the order of the changes.
    var marked: [Int] = []
    /// For each graph input and source node, the number of full queues that throttle it.
    var fullQueues: [Int] = []
    /// Sources whose layer has started, and open sources whose layer has not.
    var activeSources: [Int] = []
    var pendingSources: [Int] = []
    /// Whether `pendingSources` is sorted, with the next to start last.
    var isPendingSorted = false
    /// The number of nodes not opened yet.
    var waitingCount = 0
    var openInputs = 0
    /// Packets and errors to be released after unlocking.
    var deferredRelease = DeferredRelease()
    /// Whether a node has requested the end of the run: sources are closed instead of called.
    var isStopping = false
    /// The index of the next node to close at the end of the run.
    var nextToClose = 0
    /// The index of the first observer or poller in `nodes`.
    var firstSink: Int { plan.nodes.count }

    init(_ plan: GraphPlan) {
        self.plan = plan
        sidePackets = plan.sidePackets.map { _ in .empty() }
        ready = plan.executors.map { _ in ReadyQueue() }
    }

    /// Whether no task is ready or running.
    var isIdle: Bool { readyCount == 0 && runningCount == 0 }

    /// Whether a run has started and not ended.
    var isActive: Bool { phase == .running || phase == .ending }

    /// The node's label in error messages.
    func label(_ node: Int) -> NodeLabel { plan.nodes[node].config.label }

    /// Ends the run with an error; the first error is kept.
    mutating func fail(_ error: GraphRunError) {
        if self.error == nil { self.error = error }
        guard phase == .running else { return }
        for executor in ready.indices { ready[executor].removeAll() }
        readyCount = 0
    }

    /// Marks a node for evaluation.
    mutating func mark(_ node: Int) {
        guard !nodes[node].isMarked else { return }
        nodes[node].isMarked = true
        marked.append(node)
    }

    /// Evaluates all marked nodes; when nothing is ready, determines whether the run continues.
    mutating func scheduleReadyNodes() {
        repeat {
            var next = 0
            while next < marked.count {
                let node = marked[next]
                next += 1
                nodes[node].isMarked = false
                evaluate(node)
            }
            marked.removeAll(keepingCapacity: true)
            if isIdle, isActive { handleIdle() }
        } while !marked.isEmpty
    }
}

/// Packets and errors to release after the lock on the run state is dropped.
///
/// Releasing a payload or error may run user code that uses the graph, so it must not happen while
/// the lock is held.
struct DeferredRelease: Sendable {
    private(set) var packets: [Packet] = []
    private var errors: [GraphRunError] = []

    mutating func add(_ packet: Packet) {
        if !packet.isEmpty { packets.append(packet) }
    }

    mutating func add(_ more: [Packet]) { packets += more }

    mutating func add(_ error: GraphRunError) { errors.append(error) }

    /// Takes everything collected since the last call.
    mutating func take() -> DeferredRelease {
        if packets.isEmpty, errors.isEmpty { return DeferredRelease() }
        var taken = DeferredRelease()
        swap(&taken, &self)
        return taken
    }
}
