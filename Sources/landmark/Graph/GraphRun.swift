import LandmarkCalculators
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkSystem
import LandmarkTasks

/// `landmark graph` over its inputs.
struct GraphRun {
    private let setup: GraphSetup
    private let console: Console
    private let runner: GraphRunner
    private let orientation: Orientation
    private let settings: StreamSettings
    /// The input streams that carry nothing.
    private let emptyStreams: [String]
    /// The place among the feeds of the one that lines are about.
    private let main: Int
    private var outputs: GraphOutputs
    private var progress: Progress
    private var frames = 0
    private var failures = 0
    private var places = GraphPlaces()

    /// Checks graph, inputs and outputs, and loads the models: what is wrong is said before the work.
    init(_ arguments: Arguments, _ setup: GraphSetup) throws {
        self.setup = setup
        console = Console(isQuiet: arguments.has("--quiet"))
        progress = Progress(on: console)
        orientation = arguments.text("--orientation").flatMap(Orientation.init) ?? .up
        settings = StreamSettings(arguments)
        emptyStreams = setup.emptyStreams
        main = setup.main
        runner = try GraphRunner(
            config: setup.config, registry: GraphSetup.registry(arguments),
            sidePackets: setup.sidePackets)
        outputs = try GraphOutputs(arguments, setup)
    }

    /// Takes the inputs through the graph to their end.
    mutating func run() async throws -> ExitCode {
        Interruption.watch()
        for stream in emptyStreams {
            console.note("landmark: input stream “\(stream)” has no --input and carries nothing")
        }
        let start = ContinuousClock.now
        do {
            let isComplete = try await work(since: start)
            let last = try runner.close()
            if frames > 0 || failures == 0 { try outputs.write(last, at: places) }
            console.clearProgress()
            try outputs.finish(complete: isComplete)
        } catch {
            console.clearProgress()
            outputs.save()
            throw error
        }
        let duration = ContinuousClock.now - start
        console.note(
            "\(frames) \(frames == 1 ? "frame" : "frames"), "
                + "\(String(Rate.seconds(duration), places: 2)) s, "
                + Rate.text(count: frames, in: duration, of: "frames"))
        if Interruption.isRequested { return .interrupted }
        return failures == 0 ? .done : .failed
    }

    /// Returns whether the sources came to their end.
    private mutating func work(since start: ContinuousClock.Instant) async throws -> Bool {
        var moments: GraphMoments
        do {
            let inputs = setup.feeds.map(\.source)
            guard let opened = try await GraphMoments.open(inputs, settings, on: console) else {
                return false
            }
            moments = opened
        } catch {
            report("\(error)")
            return false
        }
        outputs.begin(from: moments.source, on: console)
        while !Interruption.isRequested {
            let moment: GraphMoments.Moment
            do {
                guard let next = try await moments.next() else { return !Interruption.isRequested }
                moment = next
            } catch {
                report("\(error)")
                if error.isOfOneFrame { continue }
                return false
            }
            try take(moment)
            let total = setup.feeds.count == 1 ? moments.source?.information.frameCount : nil
            progress.show(
                frames, of: setup.isImage ? 1 : total, unit: "frames",
                since: ContinuousClock.now - start)
        }
        return false
    }

    /// Takes what the sources have at a moment through the graph, and writes what comes of it.
    private mutating func take(_ moment: GraphMoments.Moment) throws {
        // Streams that carry nothing now are said to, so that nobody waits for them.
        let nothing = Packet.empty(at: GraphTimestamp(moment.timestamp))
        var packets = emptyStreams.map { (stream: $0, packet: nothing) }
        for (feed, frame) in zip(setup.feeds, moment.frames) {
            let packet = frame.map { frame, _ in
                Packet(
                    Frame(
                        image: frame.image, timestamp: frame.timestamp, orientation: orientation))
            }
            packets.append((feed.stream, packet ?? nothing))
        }
        if let (frame, number) = moment.frames[main] {
            places.add(
                GraphPlaces.Place(number: number, size: frame.image.size),
                at: GraphTimestamp(moment.timestamp))
        }
        frames += 1
        try outputs.write(runner.step(packets), at: places)
    }

    /// Counts and tells what went wrong with the input.
    private mutating func report(_ problem: String) {
        failures += 1
        console.complain(problem)
    }
}
