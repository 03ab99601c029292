import DriverMonitoring
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkReports
import LandmarkSystem
import LandmarkTasks

/// `landmark drive` over its input.
struct DriveRun {
    private let stream: FrameStream
    private let console: Console
    private let tool: DriverSearch
    private let view: View
    private let speed: Double?
    private var analyzer: DriverAnalyzer
    private var selector = DriverFaceSelector()
    private var outputs: DriveOutputs
    private var screen: DriverScreen
    private var slowness = SlowInput()
    private var failures = 0
    private var received: Int?

    /// Checks input and outputs, then loads the models: what is wrong is said before the work.
    init(_ arguments: Arguments) throws {
        guard let input = arguments.inputs.first else {
            throw CommandError.missingStream(command: "drive")
        }
        if arguments.inputs.count > 1 {
            throw CommandError.unexpectedArgument(arguments.inputs[1])
        }
        if case .image(let path) = Input(input) {
            throw CommandError.imageWithoutFrames(path, command: "drive")
        }
        let inputs = try InputList(arguments, usual: .video)
        guard case .stream(let stream) = inputs.items.first else {
            throw CommandError.missingStream(command: "drive")
        }
        self.stream = stream
        console = Console(isQuiet: arguments.has("--quiet"))
        let plan = ScreenPlan(arguments, stream, console)
        screen = DriverScreen(plan.kind, on: console)
        tool = try DriverSearch(arguments)
        view = View(orientation: arguments.text("--orientation").flatMap(Orientation.init) ?? .up)
        speed = arguments.text("--speed-kmh").flatMap { Double($0) }
        analyzer = DriverAnalyzer(isMirrored: arguments.has("--mirrored"))
        outputs = try DriveOutputs(
            arguments, json: plan.jsonPath, for: inputs, of: stream)
    }

    /// Watches the driver to the end of the input.
    mutating func run() async throws -> ExitCode {
        Interruption.watch()
        let start = ContinuousClock.now
        let duration: Duration
        do {
            let isComplete = try await watch(since: start)
            duration = ContinuousClock.now - start
            console.clearProgress()
            try outputs.finish(
                isComplete ? .complete : Interruption.isRequested ? .interrupted : .inputFailed)
        } catch {
            console.clearProgress()
            outputs.save()
            throw error
        }
        let summary = DriveSummary(
            history: outputs.history, duration: duration, received: received)
        for line in summary.lines { console.note(line) }
        if Interruption.isRequested { return .interrupted }
        return failures == 0 ? .done : .failed
    }

    /// Looks at every frame; returns whether the source came to its end.
    private mutating func watch(since start: ContinuousClock.Instant) async throws -> Bool {
        let source: any FrameSource
        do {
            guard let opened = try await stream.open(on: console) else { return false }
            source = opened
        } catch {
            report("\(error)")
            return false
        }
        try outputs.begin(stream, from: source, on: console)
        var search = FrameSearch(stream, from: source, by: tool, view: view)
        defer { received = search.received }
        while true {
            switch await search.next() {
            case .found(let found, let frame, let number):
                guard try take(found, frame, number: number) else { return false }
                screen.showProgress(
                    number + 1, of: search.total, since: ContinuousClock.now - start)
            case .failed(let problem): report(problem)
            case .ended(let isComplete): return isComplete
            }
        }
    }

    /// Judges a frame and writes the result; false when the frame is none that goes with those
    /// before it.
    private mutating func take(
        _ found: DriverSearch.Output, _ frame: Frame, number: Int
    ) throws -> Bool {
        let face = selector.select(from: found.faces, at: frame.timestamp)
        let observation = DriverObservation(
            timestamp: frame.timestamp, imageSize: frame.image.size, face: face,
            context: DriverContext(speed: speed, hands: found.hands))
        do {
            let result = try analyzer.update(observation)
            if slowness.add(result.timestamp.milliseconds) {
                console.note(
                    "landmark: \(stream.title) has less than 2 frames a second: too few to follow a"
                        + " driver")
            }
            let told = result.eventRecords
            try outputs.write(result, told, face, in: frame, number: number)
            screen.show(result, told)
            return true
        } catch let error as DriverError {
            report("\(stream.name), frame \(number): \(error)")
            return false
        } catch let error as CaptureError {
            guard case .wrongImageSize = error else { throw error }
            report("\(stream.name), frame \(number): \(error)")
            return false
        }
    }

    /// Counts and tells what went wrong with the input.
    private mutating func report(_ problem: String) {
        failures += 1
        console.complain(problem)
    }
}
