/// Where a node is in a run.
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
        /// Closed, or never to be opened since that failed.
        case closed
    }

    let kind: Kind
    let executor: Int
    let rank: Int
    /// The node's source layer; nil when it is no source.
    let layer: Int?
    /// The streams that it writes.
    let outputs: [Int]
    var queues: [InputQueue]
    var handler: any InputHandler
    /// Whether the handler wants to see every packet when it comes.
    let watchesPackets: Bool
    var status = Status.waiting
    /// Whether a call waits for a thread or is under way.
    var isInFlight = false
    /// Whether the run looks at it next.
    var isMarked = false
    /// For a source: whether its layer has begun.
    var isActive = false
    /// How many nodes before it and side packets it waits for to be opened.
    var missing = 0
    /// The call that waits for a thread.
    var stage = CalculatorStage.open
    var timestamp = GraphTimestamp.unstarted
    var ports = NodePorts()
    /// For a poller: whether empty packets tell of bounds, and the moment of the last packet.
    let tellsBounds: Bool
    var lastPolled = GraphTimestamp.unset

    init(_ plan: NodePlan, limit: Int) {
        kind = .calculator
        tellsBounds = false
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
        tellsBounds = sink.observesBounds
        self.rank = rank
        layer = nil
        outputs = []
        handler = SynchronizedHandler(ports: 0..<1, processesBounds: sink.observesBounds)
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

    /// Hands over what the queues have dropped.
    mutating func leave(_ leavings: inout Leavings) {
        for port in queues.indices where queues[port].hasDropped {
            leavings.add(queues[port].takeDropped())
        }
    }

    /// The bound up to which everything is processed once the packets of `timestamp` are.
    func settledBound(after timestamp: GraphTimestamp) -> GraphTimestamp {
        handler.settledBound(after: timestamp, queues)
    }
}
