import Dispatch
import LandmarkCalculators
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkReports

/// `landmark graph` for a graph with input streams: feeds frames and writes the output packets.
struct GraphHandler: ImageHandler {
    let sinks: OutputSinks<GraphRecord>
    private let setup: GraphSetup
    private let runner: GraphRunner
    private let orientation: Orientation
    private var index = FrameIndex()

    /// Checks the graph, loads its models and opens the outputs.
    init(_ arguments: Arguments, _ setup: GraphSetup, on console: Console) throws {
        self.setup = setup
        orientation = arguments.text("--orientation").flatMap(Orientation.init) ?? .up
        runner = try GraphRunner(
            config: setup.config, registry: setup.registry, sidePackets: setup.sidePackets)
        let outputs = try GraphOutput.all(arguments, setup)
        sinks = try GraphOutput.open(outputs, setup, on: console)
        for stream in setup.unfedStreams {
            console.note("landmark: input stream “\(stream)” has no --input and carries no packets")
        }
    }

    /// Does nothing: the graph itself does the work when the frames are written to it.
    func process(for group: InputGroup) -> FramePipeline<Void>.Process { { _ in } }

    mutating func write(_ output: Steps.Output, in group: InputGroup) throws {
        let frames = output.frames
        let timestamp = GraphTimestamp(frames.timestamp)
        // Send empty packets on unfed streams so that downstream nodes do not wait for them.
        let empty = Packet.empty(at: timestamp)
        var packets = setup.unfedStreams.map { (stream: $0, packet: empty) }
        for (feed, frame) in zip(setup.feeds, frames.frames) {
            let packet = frame.map { numbered in
                Packet(
                    Frame(
                        image: numbered.frame.image, timestamp: numbered.frame.timestamp,
                        orientation: orientation))
            }
            packets.append((feed.stream, packet ?? empty))
        }
        if let main = frames.frames[group.mainIndex] {
            index.add(number: main.number, size: main.frame.image.size, at: timestamp)
        }
        try sinks.write(GraphRecord(packets: runner.step(packets), index: index))
    }

    /// Does nothing yet: closing the graph can still add packets to the outputs.
    mutating func endInput(complete: Bool) {}

    mutating func finish(_ ending: RunEnding) throws {
        try sinks.write(GraphRecord(packets: runner.close(), index: index))
        try sinks.endInput(complete: ending == .complete)
        try sinks.close()
    }

    func lines(for summary: RunSummary) -> [String] {
        let counts = summary.all
        return ["\(String.counted(counts.processed, "frame")), \(counts.pace("frames"))"]
    }
}

/// `landmark graph` for a graph without input streams, whose sources make the packets.
struct SourceGraphHandler: ImageHandler {
    let sinks: LockedSinks<GraphRecord>
    private let graph: CalculatorGraph
    private let sidePackets: [String: Packet]
    /// Seconds.
    private var duration = 0.0

    /// Checks the graph and opens the outputs.
    init(_ arguments: Arguments, _ setup: GraphSetup, on console: Console) throws {
        sidePackets = setup.sidePackets
        try Self.check(sidePackets)
        do {
            let valid = try ValidatedGraph(setup.config, registry: setup.registry)
            try valid.requireSidePackets(Set(sidePackets.keys))
            graph = try CalculatorGraph(valid)
        } catch let error as GraphError {
            throw GraphRunnerError.graph(error)
        }
        let outputs = try GraphOutput.all(arguments, setup)
        sinks = LockedSinks(try GraphOutput.open(outputs, setup, on: console))
        for stream in Set(outputs.map(\.stream)) {
            try graph.observe(stream) { [sinks] packet in
                try sinks.write(GraphRecord(packets: [stream: [packet]], index: nil))
            }
        }
    }

    /// Checks that no two side packets name the same file, because one would be read and the other written.
    private static func check(_ sidePackets: [String: Packet]) throws(CommandError) {
        var paths: Set<String> = []
        for packet in sidePackets.values {
            guard let path = try? packet.get(String.self), FileSystem.isFile(path) else { continue }
            if !paths.insert(Path.resolved(path)).inserted {
                throw .overwritesInput(path, option: "--side-packet")
            }
        }
    }

    /// Never called: there are no inputs.
    func process(for group: InputGroup) -> FramePipeline<Void>.Process { { _ in } }
    func write(_ output: Steps.Output, in group: InputGroup) {}

    /// Runs the graph until its sources stop, or until it is interrupted.
    mutating func finish(_ ending: RunEnding) async throws {
        let start = MonotonicTime.now
        do {
            try await runGraph()
        } catch GraphRunError.observer(_, _, let cause) {
            throw cause
        } catch {
            guard Interruption.isRequested else { throw error }
            if sinks.recordCount == 0 { return sinks.discard() }
        }
        try sinks.endInput(complete: !Interruption.isRequested)
        try sinks.close()
        duration = start.elapsedSeconds
    }

    private func runGraph() async throws {
        try graph.start(sidePackets: sidePackets)
        graph.closeAllInputs()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { [graph] in
                    continuation.resume(
                        returning: Result { () throws(GraphRunError) in
                            try graph.waitUntilDone()
                        })
                }
            }
        } onCancel: {
            graph.cancel()
        }
        try result.get()
    }

    func lines(for summary: RunSummary) -> [String] {
        let seconds = String(duration, places: 2)
        return ["\(String.counted(sinks.recordCount, "packet")) written, \(seconds) s"]
    }
}
