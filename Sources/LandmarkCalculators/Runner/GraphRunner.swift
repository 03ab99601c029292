public import LandmarkCore
public import LandmarkGraph
public import LandmarkImaging
import Synchronization

/// A graph that takes images one by one and gives what it makes of each.
///
///     let runner = try GraphRunner(
///         path: "dms_graph.pbtxt", models: VisionModels(folder: "models"))
///     let result = try runner.process(frame, as: DriverResult.self)
///     try runner.close()
///
/// Making one reads the graph and the models, and begins the run; what is wrong with them is thrown
/// there. Then it may be used from any thread: calls wait for one another, and each does the graph's
/// whole work on an image before it returns, on the thread that calls (unless `threads` says
/// otherwise), so that a flow limiter drops nothing and the same images give the same packets.
/// Letting it go ends the run; `close()` also says how it ended.
public final class GraphRunner: Sendable {
    /// The names of the graph's input streams.
    public let inputs: [String]
    /// The names of the graph's output streams.
    public let outputs: [String]

    /// How many packets of other times than an image's wait at most.
    public static let mostWaiting = 32

    private let graph: Graph
    private let outbox = GraphOutbox()
    /// Held while the graph works; whether it was closed.
    private let isClosed = Mutex(false)

    /// Reads a graph file and begins its run.
    ///
    /// - Parameters:
    ///   - path: The graph file.
    ///   - models: Where the models are, for nodes that do not say so.
    ///   - sidePackets: The graph's input side packets, by name.
    /// - Throws: `GraphRunnerError`.
    public convenience init(
        path: String, models: VisionModels = VisionModels(), sidePackets: [String: Packet] = [:]
    ) throws(GraphRunnerError) {
        try self.init(
            config: GraphConfig(path: path), registry: .vision(models), sidePackets: sidePackets)
    }

    /// Checks a graph and begins its run.
    ///
    /// - Parameters:
    ///   - config: The graph.
    ///   - registry: The calculators and subgraphs that it may name.
    ///   - sidePackets: The graph's input side packets, by name.
    ///   - threads: On which threads nodes run.
    /// - Throws: `GraphRunnerError.graph` with everything that is wrong with the graph, side packets
    ///   that are missing among it, `.run` when a node could not be opened, such as for its model.
    public init(
        config: GraphConfig, registry: CalculatorRegistry = .vision(),
        sidePackets: [String: Packet] = [:], threads: GraphThreads = .caller
    ) throws(GraphRunnerError) {
        inputs = config.inputStreams.map(\.name)
        outputs = config.outputStreams.map(\.name)
        let valid: ValidatedGraph
        do {
            valid = try ValidatedGraph(config, registry: registry)
            try valid.requireSidePackets(Set(sidePackets.filter { !$0.value.isEmpty }.keys))
        } catch { throw .graph(error) }
        do throws(GraphRunError) {
            graph = try Graph(valid, threads: threads)
            for stream in outputs {
                try graph.observe(stream) { [outbox] packet in outbox.add(packet, to: stream) }
            }
            try graph.start(sidePackets: sidePackets)
            try graph.waitUntilIdle()
        } catch {
            throw .run(error)
        }
    }

    /// Takes an image to the graph's one input stream and gives what comes of it.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - timestamp: Its time, which must be above that of the image before.
    ///   - stream: The output stream to look at; the graph's first one when none is named.
    /// - Returns: The output stream's packet of that time; empty when the graph gives none. Its
    ///   packets of other times wait for `step` or `close`, the newest `mostWaiting` of them. Other
    ///   output streams' packets are let go.
    /// - Throws: `GraphRunnerError`: `.run` of `.input` for a time that does not rise, after which
    ///   the run goes on, and `.late`, with which it goes on too: the graph is one for `step`. Any
    ///   other error of the run has ended it.
    public func process(
        _ image: PixelBuffer, at timestamp: Timestamp, output stream: String? = nil
    ) throws(GraphRunnerError) -> Packet {
        try process(Packet(image, at: GraphTimestamp(timestamp)), stream)
    }

    /// Takes a frame to the graph's one input stream, as `process(_:at:output:)` does with its
    /// image and time. A frame that lies turned travels as a `Frame`, any other as `PixelBuffer`.
    public func process(
        _ frame: Frame, output stream: String? = nil
    ) throws(GraphRunnerError) -> Packet { try process(Packet(frame), stream) }

    /// What comes of a frame, as a value; nil when the graph gives nothing.
    ///
    /// - Throws: `GraphRunnerError`, `.output` when the stream carries something else.
    public func process<Value: Sendable>(
        _ frame: Frame, as type: Value.Type, output stream: String? = nil
    ) throws(GraphRunnerError) -> Value? {
        let packet = try process(frame, output: stream)
        if packet.isEmpty { return nil }
        do { return try packet.get(Value.self) } catch {
            throw .output(stream: stream ?? outputs.first ?? "", error)
        }
    }

    /// Takes packets to several input streams, and gives all packets of all output streams that
    /// came since the last call, by stream and in order: of calls of `process`, those that wait.
    ///
    /// - Throws: `GraphRunnerError`, as `process(_:at:output:)`. Packets before the one that is
    ///   refused are in the graph.
    public func step(
        _ packets: [(stream: String, packet: Packet)]
    ) throws(GraphRunnerError) -> [String: [Packet]] {
        try work(packets) { $0.take() }
    }

    /// Ends the run: nodes are closed. Again does nothing.
    ///
    /// - Returns: The packets that came at the end, by stream.
    /// - Throws: `GraphRunnerError.run` when the run has ended with an error.
    @discardableResult
    public func close() throws(GraphRunnerError) -> [String: [Packet]] {
        try isClosed.withLock { (isClosed) throws(GraphRunnerError) in
            if isClosed { return [:] }
            isClosed = true
            graph.closeAllInputs()
            do throws(GraphRunError) { try graph.waitUntilDone() } catch { throw .run(error) }
            return outbox.take()
        }
    }

    private func process(
        _ packet: Packet, _ output: String?
    ) throws(GraphRunnerError) -> Packet {
        guard inputs.count == 1 else { throw .notOneInput(inputs) }
        guard let stream = output ?? outputs.first else { throw .noOutput }
        guard outputs.contains(stream) else { throw .unknownOutput(stream, outputs: outputs) }
        let (found, kept) = try work([(inputs[0], packet)]) {
            $0.take(stream, at: packet.timestamp, keeping: Self.mostWaiting)
        }
        if let found { return found }
        if kept.count == Self.mostWaiting, let first = kept.first, let last = kept.last {
            throw .late(stream: stream, waiting: kept.count, first: first, last: last)
        }
        return .empty(at: packet.timestamp)
    }

    /// Takes packets in, does what there is to do, and takes out what came of it.
    private func work<Result: Sendable>(
        _ packets: [(stream: String, packet: Packet)], _ take: (GraphOutbox) -> Result
    ) throws(GraphRunnerError) -> Result {
        try isClosed.withLock { (isClosed) throws(GraphRunnerError) in
            if isClosed { throw .closed }
            do throws(GraphRunError) {
                for (stream, packet) in packets { try graph.add(packet, to: stream) }
                try graph.waitUntilIdle()
            } catch {
                throw .run(error)
            }
            return take(outbox)
        }
    }
}

extension Packet {
    /// A frame as graphs take it.
    public init(_ frame: Frame) {
        let timestamp = GraphTimestamp(frame.timestamp)
        if frame.orientation == .up {
            self.init(frame.image, at: timestamp)
        } else {
            self.init(frame, at: timestamp)
        }
    }
}
