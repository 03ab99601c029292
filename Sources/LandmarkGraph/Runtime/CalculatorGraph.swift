import LandmarkCore

/// Runs a graph of calculators: MediaPipe's `CalculatorGraph`.
///
///     let graph = try CalculatorGraph(config)
///     try graph.observe("out") { packet in … }
///     try graph.start()
///     try graph.add(Packet(1, at: .microseconds(0)), to: "in")
///     graph.closeAllInputs()
///     try graph.waitUntilDone()
///
/// A graph may be used from any thread, and started again after a run has ended; each run creates
/// new calculators. Releasing a running graph cancels the run and waits for the calls in progress.
public final class CalculatorGraph: Sendable {
    let engine: GraphEngine

    /// Creates a graph: expands subgraphs and performs all checks possible before a run.
    ///
    /// - Throws: `GraphError.invalid` with every validation error; `GraphRunError.executor`,
    ///   `handler` or `maxInFlight` for runtime settings that cannot be used.
    public convenience init(
        _ config: GraphConfig, registry: CalculatorRegistry = .standard,
        threads: GraphThreads = .asConfigured
    ) throws {
        try self.init(ValidatedGraph(config, registry: registry), threads: threads)
    }

    /// Creates a graph from a validated one, with the calculators it was validated with.
    ///
    /// - Throws: `GraphRunError.executor`, `handler` or `maxInFlight` for runtime settings that
    ///   cannot be used.
    public init(
        _ graph: ValidatedGraph, threads: GraphThreads = .asConfigured
    ) throws(GraphRunError) {
        engine = GraphEngine(try GraphPlanner.plan(graph, threads: threads))
    }

    deinit { engine.shutDown() }

    // MARK: Output

    /// Calls a closure with every packet of a stream, in order and one at a time, on a graph
    /// thread. A slow observer throttles the sources. Call before `start`; observers remain for all
    /// runs.
    ///
    /// - Parameters:
    ///   - stream: The name of any stream of the graph.
    ///   - bounds: Whether to also call the closure, with an empty packet, when the timestamp bound
    ///     advances without a packet.
    ///   - handler: The closure. An error it throws ends the run.
    /// - Throws: `GraphRunError.unknownStream` or `alreadyRunning`.
    public func observe(
        _ stream: String, bounds: Bool = false,
        _ handler: @escaping @Sendable (Packet) throws -> Void
    ) throws(GraphRunError) {
        _ = try engine.addSink(stream, .observer, bounds: bounds, handler)
    }

    /// Returns a queue of a stream's packets. Call before `start`; pollers remain for all runs.
    ///
    /// - Parameters:
    ///   - stream: The name of any stream of the graph.
    ///   - bounds: Whether to also return empty packets when the timestamp bound advances without a
    ///     packet.
    ///   - maxQueueSize: The number of queued packets, at least 1, at which sources are throttled;
    ///     -1 for no limit. With a limit, sources and graph inputs may block, and the run does not
    ///     end, until packets are polled or the poller is released. Packets left after a run can be
    ///     polled until the next run starts.
    /// - Throws: `GraphRunError.unknownStream` or `alreadyRunning`.
    public func poller(
        _ stream: String, bounds: Bool = false, maxQueueSize: Int = -1
    ) throws(GraphRunError) -> GraphPoller {
        let limit = maxQueueSize < 0 ? -1 : max(1, maxQueueSize)
        let sink = try engine.addSink(stream, .poller(limit: limit), bounds: bounds, nil)
        return GraphPoller(engine: engine, sink: sink)
    }

    /// A side packet of the current run, provided or produced by a node; nil if not available
    /// (yet).
    public func sidePacket(_ name: String) -> Packet? { engine.sidePacket(name) }

    // MARK: Running

    /// Starts a run and returns.
    ///
    /// - Throws: `GraphRunError.alreadyRunning`; `missingSidePacket`, `sidePacket` or
    ///   `sidePacketHasProducer` for wrong side packets.
    public func start(sidePackets: [String: Packet] = [:]) throws(GraphRunError) {
        try engine.start(sidePackets: sidePackets)
    }

    /// Runs a graph without input streams to completion.
    ///
    /// - Throws: `GraphRunError`, like `start` and `waitUntilDone`.
    public func run(sidePackets: [String: Packet] = [:]) throws(GraphRunError) {
        try start(sidePackets: sidePackets)
        closeAllInputs()
        try waitUntilDone()
    }

    /// Whether a run has started and not yet ended.
    public var isRunning: Bool { engine.isRunning }

    /// Waits until no node can run without new input.
    ///
    /// - Throws: The `GraphRunError` that ended the run, if any; `notRunning` if no run was
    ///   started; `waitOnGraphThread` when called on a graph thread, such as from an observer.
    public func waitUntilIdle() throws(GraphRunError) { try engine.waitForRun(.idle) }

    /// Waits until the run has ended: all inputs are closed, all sources have stopped, all packets
    /// are processed and all nodes are closed.
    ///
    /// - Throws: The `GraphRunError` that ended the run, if any; `notRunning` if no run was
    ///   started; `waitOnGraphThread` when called on a graph thread, such as from an observer.
    public func waitUntilDone() throws(GraphRunError) { try engine.waitForRun(.done) }

    /// Cancels the run: it ends as soon as the calls in progress return, and `waitUntilDone` throws
    /// `cancelled`. Open nodes are closed.
    public func cancel() { engine.cancel() }
}

/// Graph input streams. Timestamps of a stream must increase, so one thread at a time may add to
/// it. A rejected packet or bound leaves the run unchanged.
extension CalculatorGraph {
    /// What `add` does when a downstream queue of the stream is full.
    public enum WhenFull: Sendable, Hashable {
        /// Blocks until there is space. Calls on a graph thread, such as from an observer, never
        /// block.
        case wait
        /// Throws `GraphRunError.full`.
        case fail
    }

    /// Adds a packet to a graph input stream. An empty packet advances the stream's timestamp bound
    /// past its timestamp.
    ///
    /// - Throws: `GraphRunError.input` if the packet is not allowed on the stream, `full` if a
    ///   queue is full and `whenFull` is `.fail`, `unknownStream` or `notAnInput` for a wrong name,
    ///   `notRunning`, or the error that ended the run.
    public func add(
        _ packet: Packet, to stream: String, whenFull: WhenFull = .wait
    ) throws(GraphRunError) {
        try engine.add(packet, to: stream, waits: whenFull == .wait)
    }

    /// Sets the timestamp bound of a graph input stream: no packet before `bound` will follow.
    ///
    /// - Throws: `GraphRunError.input` if the bound decreases, `unknownStream` or `notAnInput` for
    ///   a wrong name, `notRunning`, or the error that ended the run.
    public func setBound(_ bound: GraphTimestamp, of stream: String) throws(GraphRunError) {
        let index = try engine.input(stream)
        try engine.update { state throws(GraphRunError) in
            try state.run.setBound(bound, ofInput: index)
        }
    }

    /// Closes a graph input stream. Closing it again has no effect.
    ///
    /// - Throws: `GraphRunError.unknownStream` or `notAnInput` for a wrong name.
    public func close(_ stream: String) throws(GraphRunError) {
        let index = try engine.input(stream)
        engine.update { state in
            state.run.closeInput(index)
            state.run.scheduleReadyNodes()
        }
    }

    /// Closes all graph input streams; the run ends when everything is processed.
    public func closeAllInputs() {
        engine.update { state in
            for index in state.run.plan.graphInputs.indices { state.run.closeInput(index) }
            state.run.scheduleReadyNodes()
        }
    }
}

/// A queue of the packets of a stream, from `CalculatorGraph.poller`. It may be used from any
/// thread. Releasing it discards its packets and stops throttling sources.
public final class GraphPoller: Sendable {
    private let engine: GraphEngine
    private let sink: Int

    init(engine: GraphEngine, sink: Int) {
        self.engine = engine
        self.sink = sink
    }

    deinit { engine.removeSink(sink) }

    /// Returns the next packet, waiting for it if necessary; nil after the last packet and when the
    /// graph is not running.
    ///
    /// - Throws: The `GraphRunError` that ended the run, after the packets before it;
    ///   `waitOnGraphThread` if the queue is empty and the call is on a graph thread.
    public func next() throws(GraphRunError) -> Packet? {
        while true {
            let (answer, error, isGraphThread) = engine.update { state in
                (state.run.poll(sink), state.run.error, state.isGraphThread(.current))
            }
            switch answer {
            case .packet(let packet): return packet
            case .end: return nil
            case .failed: throw error ?? .notRunning
            case .wait where isGraphThread: throw .waitOnGraphThread
            case .wait: engine.wait(for: .packet(poller: sink))
            }
        }
    }

    /// The number of queued packets.
    public var count: Int { engine.update { $0.run.waiting(inSink: sink) } }
}

/// The threads that run a graph's nodes.
public enum GraphThreads: Sendable, Hashable {
    /// Those of the configured executors; by default a pool with the smaller of the processor and
    /// node counts.
    case asConfigured
    /// Only the threads that wait for the graph: in `waitUntilIdle`, in `waitUntilDone`, in `add`
    /// while a queue is full, and in a poller's `next`. Nodes run one at a time in a deterministic
    /// order.
    case caller
    /// A pool of this many threads, 1 to 1024, for each executor.
    case pool(Int)
}
