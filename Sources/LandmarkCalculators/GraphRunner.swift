public import LandmarkCore
public import LandmarkGraph
public import LandmarkImaging

/// Runs a graph on images one at a time and returns its outputs for each.
///
///     let runner = try GraphRunner(
///         path: "dms_graph.pbtxt", models: VisionModels(folder: "models"))
///     let result = try runner.process(frame, as: DriverResult.self)
///     try runner.close()
///
/// Creating a runner reads the graph and the models and starts the run, so configuration errors are
/// thrown then.
///
/// A runner may be used from any thread; calls are serialized. Each call completes the graph's work
/// on its image before it returns, on the calling thread unless `threads` specifies others.
/// Therefore a flow limiter drops no frames, and equal images produce equal packets. Releasing the
/// runner ends the run; `close()` also reports its error.
public final class GraphRunner: Sendable {
    /// The names of the graph's input streams.
    public let inputs: [String]
    /// The names of the graph's output streams.
    public let outputs: [String]

    /// The maximum number of queued packets whose timestamps differ from those of the images.
    public static let maxPendingPackets = 32

    private let graph: CalculatorGraph
    private let collector = OutputCollector()
    /// Whether the runner was closed; locked while the graph is working.
    private let isClosed = Mutex(false)

    /// Reads a graph file and starts its run. Models and label maps that it names are also looked
    /// up next to it; see `GraphConfig.locatingFiles(beside:in:)`.
    ///
    /// - Parameters:
    ///   - path: The path of the graph file.
    ///   - models: The model files of nodes that do not name one, and how networks are run.
    ///   - sidePackets: The graph's input side packets, by name.
    ///   - logger: Receives messages, such as why a network does not run on the requested device.
    /// - Throws: `GraphRunnerError.file`, `.graph` or `.run`.
    public convenience init(
        path: String, models: VisionModels = VisionModels(), sidePackets: [String: Packet] = [:],
        logger: Logger = .silent
    ) throws(GraphRunnerError) {
        try self.init(
            config: GraphConfig(path: path).locatingFiles(beside: path),
            registry: .vision(models, logger: logger), sidePackets: sidePackets)
    }

    /// Validates a graph and starts its run.
    ///
    /// - Parameters:
    ///   - config: The graph.
    ///   - registry: The available calculators and subgraphs.
    ///   - sidePackets: The graph's input side packets, by name.
    ///   - threads: The threads that run the nodes.
    /// - Throws: `GraphRunnerError.graph` with all validation errors, including missing side
    ///   packets; `.run` if a node cannot be opened, for example because of its model.
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
            graph = try CalculatorGraph(valid, threads: threads)
            for stream in outputs {
                try graph.observe(stream) { [collector] packet in collector.add(packet, to: stream)
                }
            }
            try graph.start(sidePackets: sidePackets)
            try graph.waitUntilIdle()
        } catch {
            throw .run(error)
        }
    }

    /// Sends an image to the graph's single input stream and returns the output packet.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - timestamp: Its timestamp, which must be greater than that of the previous image.
    ///   - stream: The output stream to read; nil for the graph's first one.
    /// - Returns: The output stream's packet at `timestamp`; empty if the graph sends none. Its
    ///   packets at other timestamps are queued for `step` and `close`, up to the newest
    ///   `maxPendingPackets`. Packets of other output streams are discarded.
    /// - Throws: `GraphRunnerError.singleInputRequired`, `.noOutput` or `.unknownOutput` for an
    ///   unsuitable graph or stream, `.closed`, `.run` with `.input` for a timestamp that does not
    ///   increase, or `.timestampMismatch` when the queue is full, in which case use `step`; the
    ///   run continues after these. Any other `.run` has ended the run.
    public func process(
        _ image: PixelBuffer, at timestamp: Timestamp, output stream: String? = nil
    ) throws(GraphRunnerError) -> Packet {
        try process(Packet(image, at: GraphTimestamp(timestamp)), stream)
    }

    /// Sends a frame to the graph's single input stream, like `process(_:at:output:)`. A rotated
    /// frame is sent as a `Frame`, any other as a `PixelBuffer`.
    ///
    /// - Throws: `GraphRunnerError`, like `process(_:at:output:)`.
    public func process(
        _ frame: Frame, output stream: String? = nil
    ) throws(GraphRunnerError) -> Packet { try process(Packet(frame), stream) }

    /// Sends a frame to the graph's single input stream and returns the payload of the output
    /// packet; nil if the graph sends none.
    ///
    /// - Throws: `GraphRunnerError.output` if the payload is of another type; otherwise the errors
    ///   of `process(_:at:output:)`.
    public func process<Value: Sendable>(
        _ frame: Frame, as type: Value.Type, output stream: String? = nil
    ) throws(GraphRunnerError) -> Value? {
        let packet = try process(frame, output: stream)
        if packet.isEmpty { return nil }
        do { return try packet.get(Value.self) } catch {
            throw .output(stream: stream ?? outputs.first ?? "", error)
        }
    }

    /// Sends packets to any input streams, and returns all packets sent on all output streams since
    /// the last call, by stream and in order.
    ///
    /// After calls of `process`, this includes the packets that they queued.
    ///
    /// - Throws: `GraphRunnerError.closed` or `.run`. Packets before a rejected one remain in the
    ///   graph.
    public func step(
        _ packets: [(stream: String, packet: Packet)]
    ) throws(GraphRunnerError) -> [String: [Packet]] {
        try work(packets) { $0.take() }
    }

    /// Ends the run and closes the nodes. Closing again has no effect.
    ///
    /// - Returns: The remaining packets, by stream.
    /// - Throws: `GraphRunnerError.run` if the run ended with an error.
    @discardableResult
    public func close() throws(GraphRunnerError) -> [String: [Packet]] {
        try isClosed.withLock { (isClosed) throws(GraphRunnerError) in
            if isClosed { return [:] }
            isClosed = true
            graph.closeAllInputs()
            do throws(GraphRunError) { try graph.waitUntilDone() } catch { throw .run(error) }
            return collector.take()
        }
    }

    private func process(
        _ packet: Packet, _ output: String?
    ) throws(GraphRunnerError) -> Packet {
        guard inputs.count == 1 else { throw .singleInputRequired(inputs) }
        guard let stream = output ?? outputs.first else { throw .noOutput }
        guard outputs.contains(stream) else { throw .unknownOutput(stream, outputs: outputs) }
        let (found, kept) = try work([(inputs[0], packet)]) {
            $0.take(stream, at: packet.timestamp, keeping: Self.maxPendingPackets)
        }
        if let found { return found }
        if kept.count == Self.maxPendingPackets, let first = kept.first, let last = kept.last {
            throw .timestampMismatch(
                stream: stream, pending: kept.count, first: first, last: last)
        }
        return .empty(at: packet.timestamp)
    }

    /// Adds packets, waits until the graph is idle, and takes its outputs.
    private func work<Result: Sendable>(
        _ packets: [(stream: String, packet: Packet)], _ take: (OutputCollector) -> Result
    ) throws(GraphRunnerError) -> Result {
        try isClosed.withLock { (isClosed) throws(GraphRunnerError) in
            if isClosed { throw .closed }
            do throws(GraphRunError) {
                for (stream, packet) in packets { try graph.add(packet, to: stream) }
                try graph.waitUntilIdle()
            } catch {
                throw .run(error)
            }
            return take(collector)
        }
    }
}

extension Packet {
    /// Creates a packet with a frame's image: a `PixelBuffer`, or the `Frame` if rotated.
    public init(_ frame: Frame) {
        let timestamp = GraphTimestamp(frame.timestamp)
        if frame.orientation == .up {
            self.init(frame.image, at: timestamp)
        } else {
            self.init(frame, at: timestamp)
        }
    }
}

/// Collects the packets of a graph's output streams until they are taken.
final class OutputCollector: Sendable {
    private let packets = Mutex<[String: [Packet]]>([:])

    func add(_ packet: Packet, to stream: String) {
        packets.withLock { $0[stream, default: []].append(packet) }
    }

    /// Takes a stream's packet at a timestamp. Its packets at other timestamps are kept; those of
    /// other streams are discarded.
    ///
    /// - Parameter limit: The number of packets to keep; older ones are discarded.
    /// - Returns: The packet, if any, and the timestamps of the packets kept.
    func take(
        _ stream: String, at timestamp: GraphTimestamp, keeping limit: Int
    ) -> (packet: Packet?, kept: [GraphTimestamp]) {
        packets.withLock { packets in
            var kept = packets[stream] ?? []
            packets.removeAll(keepingCapacity: true)
            let place = kept.lastIndex { $0.timestamp == timestamp }
            let found = place.map { kept.remove(at: $0) }
            if kept.isEmpty { return (found, []) }
            kept.removeFirst(max(0, kept.count - limit))
            packets[stream] = kept
            return (found, kept.map(\.timestamp))
        }
    }

    /// Takes all packets, by stream.
    func take() -> [String: [Packet]] {
        packets.withLock { packets in
            defer { packets.removeAll(keepingCapacity: true) }
            return packets
        }
    }
}

extension GraphConfig {
    /// Reads a graph file: a `CalculatorGraphConfig` in protobuf text format.
    ///
    /// - Throws: `GraphRunnerError.file` if the file cannot be read, `.graph` with line and column
    ///   if it is malformed.
    public init(path: String) throws(GraphRunnerError) {
        let bytes: [UInt8]
        do { bytes = try FileStore.read(path) } catch { throw .file(error) }
        do { try self.init(parsing: bytes) } catch { throw .graph(error) }
    }
}

/// An error of a `GraphRunner`.
public enum GraphRunnerError: LandmarkError {
    /// The graph file could not be read.
    case file(ImagingError)
    /// The graph file is malformed, or its graph is not valid.
    case graph(GraphError)
    /// The graph could not be started, rejected an input, or its run has ended with this error.
    case run(GraphRunError)
    /// `process` requires a graph with exactly one input stream; the value lists those of the
    /// graph.
    case singleInputRequired([String])
    /// The graph has no output stream.
    case noOutput
    /// The graph has no output stream with this name.
    case unknownOutput(String, outputs: [String])
    /// The payload of the output stream is of another type.
    case output(stream: String, PacketError)
    /// The output stream sends packets at timestamps other than the images': `pending` packets are
    /// queued, from timestamp `first` to `last`.
    case timestampMismatch(
        stream: String, pending: Int, first: GraphTimestamp, last: GraphTimestamp)
    /// The runner is closed.
    case closed

    /// One sentence.
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .graph(let error): error.description
        case .run(let error): error.description
        case .singleInputRequired(let names):
            names.isEmpty
                ? "the graph has no input stream"
                : "the graph has more than one input stream: \(names.joined(separator: ", "))"
        case .noOutput: "the graph has no output stream"
        case .unknownOutput(let name, let outputs):
            "the graph has no output stream \"\(name)\"; it has "
                + (outputs.isEmpty ? "none" : outputs.joined(separator: ", "))
        case .output(let stream, let error): "output stream \"\(stream)\": \(error)"
        case .timestampMismatch(let stream, let pending, let first, let last):
            "output stream \"\(stream)\" sends packets at timestamps other than the images': "
                + "\(pending) are queued, from \(first) to \(last); use step or close to get them"
        case .closed: "the graph runner is closed"
        }
    }
}
