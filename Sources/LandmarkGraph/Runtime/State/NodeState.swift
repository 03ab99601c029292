/// The state of a node during a run.
struct NodeState: Sendable {
    enum Kind: Sendable {
        case calculator
        case observer
        case poller
    }

    enum Status: Sendable {
        /// Not opened yet.
        case waiting
        case open
        /// Closed, or failed to open.
        case closed
    }

    let kind: Kind
    let executor: Int
    let rank: Int
    /// The source layer; nil for nodes that are not sources.
    let layer: Int?
    /// The indices of its output streams.
    let outputs: [Int]
    var queues: [InputQueue]
    var handler: any InputHandler
    /// Whether the handler must be notified of every packet.
    let watchesPackets: Bool
    var status = Status.waiting
    /// Whether a call is scheduled or running.
    var isInFlight = false
    /// Whether the node is queued for evaluation.
    var isMarked = false
    /// For a source, whether its layer has started.
    var isActive = false
    /// The number of upstream nodes and side packets still missing before it can be opened.
    var pendingDependencies = 0
    /// The scheduled call.
    var stage = CalculatorStage.open
    var timestamp = GraphTimestamp.unstarted
    var ports = NodePorts()
    /// For a poller: whether it reports bounds, and the last timestamp reported.
    let reportsBounds: Bool
    var lastPolled = GraphTimestamp.unset

    init(_ plan: NodePlan, limit: Int) {
        kind = .calculator
        reportsBounds = false
        executor = plan.executor
        rank = plan.rank
        layer = plan.isSource ? plan.config.sourceLayer : nil
        outputs = plan.outputs
        queues = plan.inputs.map { _ in InputQueue(limit: limit) }
        handler = plan.handler
        watchesPackets = plan.handler is FixedSizeHandler
        ports.inputs = plan.inputs.map { _ in NodePorts.Input() }
        ports.outputs = plan.outputs.map { _ in OutputShard() }
    }

    init(_ sink: Sink, rank: Int, limit: Int) {
        switch sink.kind {
        case .observer:
            kind = .observer
            queues = [InputQueue(limit: limit)]
        case .poller(let limit):
            kind = .poller
            queues = [InputQueue(limit: limit)]
        }
        executor = 0
        reportsBounds = sink.observesBounds
        self.rank = rank
        layer = nil
        outputs = []
        handler = DefaultHandler(ports: 0..<1, processesBounds: sink.observesBounds)
        watchesPackets = false
        ports.inputs = [NodePorts.Input()]
        status = .open
    }

    var isSource: Bool { layer != nil }

    mutating func readiness() -> Readiness { handler.readiness(&queues) }

    mutating func fill(at timestamp: GraphTimestamp) {
        handler.fill(at: timestamp, from: &queues, into: &ports.inputs)
    }

    mutating func added() { handler.added(&queues) }

    /// Moves the packets dropped by the queues to `deferred`.
    mutating func release(into deferred: inout DeferredRelease) {
        for port in queues.indices where queues[port].hasDropped {
            deferred.add(queues[port].takeDropped())
        }
    }

    /// The bound up to which everything is processed once the packets at `timestamp` are.
    func settledBound(after timestamp: GraphTimestamp) -> GraphTimestamp {
        handler.settledBound(after: timestamp, queues)
    }
}

/// One calculator or observer call: its inputs and, afterwards, its outcome.
struct NodeTask: Sendable {
    let node: Int
    let stage: CalculatorStage
    let timestamp: GraphTimestamp
    var ports: NodePorts
    /// For `open`, the input side packets; after a call, the side packets it produced.
    var sidePackets: [Packet] = []
    /// For `close`, the error that ended the run.
    var runError: GraphRunError?
    /// After a call, whether it requested to stop.
    var hasStopped = false
    /// After a call, the error that it threw.
    var error: GraphRunError?
}

/// A receiver of a stream's packets outside the graph.
struct Sink: Sendable {
    enum Kind: Sendable {
        /// A closure called with each packet.
        case observer
        /// A packet queue; sources are throttled when it holds `limit` packets, -1 for no limit.
        case poller(limit: Int)
    }

    let stream: Int
    let kind: Kind
    /// Whether it also receives bounds, as empty packets.
    let observesBounds: Bool
    /// Whether the poller was released: the slot remains but receives nothing.
    var isRemoved = false
}
