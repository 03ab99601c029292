import LandmarkCalculators
import LandmarkCapture
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// `landmark graph` over its input.
struct GraphRun {
    private let feed: GraphSetup.Feed
    private let console: Console
    private let runner: GraphRunner
    private let orientation: Orientation
    private let settings: StreamSettings
    private var outputs: GraphOutputs
    private var progress: Progress
    private var frames = 0
    private var failures = 0
    private var size = PixelSize(width: 0, height: 0)

    /// Checks graph, input and outputs, and loads the models: what is wrong is said before the work.
    init(_ arguments: Arguments, _ setup: GraphSetup, _ feed: GraphSetup.Feed) throws {
        self.feed = feed
        console = Console(isQuiet: arguments.has("--quiet"))
        progress = Progress(on: console)
        orientation = arguments.text("--orientation").flatMap(Orientation.init) ?? .up
        settings = StreamSettings(arguments)
        runner = try GraphRunner(
            config: setup.config, registry: GraphSetup.registry(arguments),
            sidePackets: GraphSetup.sidePackets(arguments))
        outputs = try GraphOutputs(arguments, setup, feed.source)
    }

    /// Takes the input through the graph to its end.
    mutating func run() async throws -> ExitCode {
        Interruption.watch()
        let start = ContinuousClock.now
        do {
            let isComplete = try await work(since: start)
            if failures == 0 {
                try outputs.write(runner.close(), size: size, number: max(0, frames - 1))
            }
            console.clearProgress()
            try outputs.finish(complete: isComplete)
        } catch {
            console.clearProgress()
            outputs.save()
            throw CommandError.tellingBrokenPipes(error)
        }
        let duration = ContinuousClock.now - start
        console.note(
            "\(frames) \(frames == 1 ? "frame" : "frames"), "
                + "\(Rate.rounded(Rate.seconds(duration), places: 2)) s, "
                + Rate.text(count: frames, in: duration, of: "frames"))
        if Interruption.isAsked { return .interrupted }
        return failures == 0 ? .done : .failed
    }

    /// Returns whether the source came to its end.
    private mutating func work(since start: ContinuousClock.Instant) async throws -> Bool {
        if case .picture(let path) = feed.source {
            let picture: PixelBuffer
            do { picture = try ImageFile.read(path) } catch {
                report("\(error)")
                return false
            }
            try take(Frame(image: picture, timestamp: .milliseconds(0), orientation: orientation))
            return true
        }
        let stream = FrameStream(input: feed.source, mode: .video, settings: settings)
        let source: any FrameSource
        do {
            guard let opened = try await stream.open(on: console) else { return false }
            source = opened
        } catch {
            report("\(error)")
            return false
        }
        outputs.begin(from: source, on: console)
        var pictures = source.frames().makeAsyncIterator()
        while !Interruption.isAsked {
            let frame: Frame
            do {
                guard let next = try await pictures.next(isolation: nil) else {
                    return !Interruption.isAsked
                }
                frame = next
            } catch {
                report("\(error)")
                return false
            }
            try take(
                Frame(image: frame.image, timestamp: frame.timestamp, orientation: orientation))
            progress.show(
                frames, of: source.information.frameCount, unit: "frames",
                since: ContinuousClock.now - start)
        }
        return false
    }

    /// Takes a frame through the graph and writes what comes of it.
    private mutating func take(_ frame: Frame) throws {
        size = frame.image.size
        let packets = try runner.step([(feed.stream, Packet(frame))])
        try outputs.write(packets, size: size, number: frames)
        frames += 1
    }

    /// Counts and tells what went wrong with the input.
    private mutating func report(_ problem: String) {
        failures += 1
        console.complain(problem)
    }
}
