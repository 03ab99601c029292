/// A graph of calculators that runs: MediaPipe's `CalculatorGraph`.
///
///     let graph = try Graph(config)
///     try graph.observe("out") { packet in … }
///     try graph.start()
///     try graph.add(Packet(1, at: .microseconds(0)), to: "in")
///     graph.closeAllInputs()
///     try graph.waitUntilDone()
///
/// It may be used from any thread, and started again after a run has ended. Each run makes its
/// calculators anew. A graph that is let go while it runs is cancelled.
public final class Graph: Sendable {
    let engine: GraphEngine

    /// Makes a graph: expands subgraphs and checks everything that can be checked before a run.
    ///
    /// - Throws: `GraphError` with all that is wrong, `GraphRunError` for what only the runtime knows,
    ///   such as executors and input stream handlers.
    public convenience init(
        _ config: GraphConfig, registry: CalculatorRegistry = .standard,
        threads: GraphThreads = .asConfigured
    ) throws {
        try self.init(ValidatedGraph(config, registry: registry), threads: threads)
    }

    /// Makes a graph that has been checked, of the calculators with which it was checked.
    ///
    /// - Throws: What only the runtime knows, such as executors and input stream handlers.
    public init(
        _ graph: ValidatedGraph, threads: GraphThreads = .asConfigured
    ) throws(GraphRunError) {
        engine = GraphEngine(try GraphPlanner.plan(graph, threads: threads))
    }

    deinit { engine.shutDown() }

    // MARK: What comes out

    /// Calls a closure with every packet of a stream, in order and one after the other, on one of
    /// the graph's threads. Sources wait when it is slow. To be called before `start`, for all runs.
    ///
    /// - Parameters:
    ///   - stream: The name of any stream of the graph.
    ///   - bounds: Whether it is also called, with an empty packet, when nothing comes at a moment.
    ///   - handler: The closure. What it throws ends the run.
    /// - Throws: `unknownStream`, or `alreadyRunning`.
    public func observe(
        _ stream: String, bounds: Bool = false,
        _ handler: @escaping @Sendable (Packet) throws -> Void
    ) throws(GraphRunError) {
        _ = try engine.addSink(stream, .observer, bounds: bounds, handler)
    }

    /// A queue of a stream's packets, to be asked for them. To be called before `start`, for all
    /// runs.
    ///
    /// - Parameters:
    ///   - stream: The name of any stream of the graph.
    ///   - bounds: Whether empty packets tell of moments at which nothing comes.
    ///   - maxQueueSize: How many packets wait in it before sources do, at least 1; -1 for any
    ///     number. With another one, sources and graph inputs may wait until packets are asked
    ///     for or the poller is let go, and then the run does not end before. Packets that wait
    ///     when the run has ended can still be asked for, until the next run.
    /// - Throws: `unknownStream`, or `alreadyRunning`.
    public func poller(
        _ stream: String, bounds: Bool = false, maxQueueSize: Int = -1
    ) throws(GraphRunError) -> GraphPoller {
        let limit = maxQueueSize < 0 ? -1 : max(1, maxQueueSize)
        let sink = try engine.addSink(stream, .poller(limit: limit), bounds: bounds, nil)
        return GraphPoller(engine: engine, sink: sink)
    }

    /// A side packet of the run, given or made by a node; nil when it is not there (yet).
    public func sidePacket(_ name: String) -> Packet? { engine.sidePacket(name) }

    // MARK: The run

    /// Begins a run, and returns.
    ///
    /// - Throws: `alreadyRunning`, or what is wrong with the side packets.
    public func start(sidePackets: [String: Packet] = [:]) throws(GraphRunError) {
        try engine.start(sidePackets: sidePackets)
    }

    /// Runs a graph without inputs to its end.
    ///
    /// - Throws: Why it did not begin, or why it ended before its time.
    public func run(sidePackets: [String: Packet] = [:]) throws(GraphRunError) {
        try start(sidePackets: sidePackets)
        closeAllInputs()
        try waitUntilDone()
    }

    /// Whether a run has begun and not ended.
    public var isRunning: Bool { engine.isRunning }

    /// Waits until there is nothing to do before something comes from outside.
    ///
    /// - Throws: Why the run ended, when that was an error; `notRunning` when there was none;
    ///   `waitsForItself` on a thread that works for the graph, as in an observer.
    public func waitUntilIdle() throws(GraphRunError) { try engine.waitForRun(.idle) }

    /// Waits until the run is over: all inputs are closed, all sources have stopped, everything is
    /// processed and all nodes are closed.
    ///
    /// - Throws: Why the run ended, when that was an error; `notRunning` when there was none;
    ///   `waitsForItself` on a thread that works for the graph, as in an observer.
    public func waitUntilDone() throws(GraphRunError) { try engine.waitForRun(.done) }

    /// Ends the run as soon as the calls under way return; `waitUntilDone` then throws `cancelled`.
    /// Nodes that are open are closed.
    public func cancel() { engine.cancel() }
}
