import DriverMonitoring
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkReports
import LandmarkTasks

/// The record that `drive` computes from a frame and writes.
struct DriveRecord: FrameRecord {
    let label: FrameLabel
    let frame: Frame?
    let result: DriverResult
    /// The events that fired or ended in the frame.
    let events: [DriverEventRecord]
    /// The driver's face; nil when it was not found.
    let face: Face?
}

/// `landmark drive`: detects faces, analyzes the driver's face over time, and writes the results.
struct DriveHandler: ImageHandler {
    let sinks: OutputSinks<DriveRecord>
    private let detector: DriverDetector
    private let session: DriveSession
    private let title: String
    private let console: Console
    private var screen: LiveScreen
    private var view = DriverView(usesColor: LiveScreen.usesColor)
    private var slowness = SlowInputCheck()

    /// Checks the command line, loads the models and opens the outputs.
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let input = arguments.inputs.first else {
            throw CommandError.missingStream(command: "drive")
        }
        if arguments.inputs.count > 1 {
            throw CommandError.unexpectedArgument(arguments.inputs[1])
        }
        if case .image(let path) = Input(input, arguments) {
            throw CommandError.imageWithoutFrames(path, command: "drive")
        }
        if arguments.has("--report-images"), !arguments.has("--report") {
            throw CommandError.misplacedOption("--report-images", use: "--report")
        }
        let options = try DriverOptions(arguments)
        let inputs = try InputList(arguments, defaultMode: .video)
        let console = Console(isQuiet: arguments.has("--quiet"))
        let handler = try DriveHandler(arguments, options, inputs, on: console)
        return try await FrameLoop.run(inputs, handler, on: console)
    }

    private init(
        _ arguments: Arguments, _ options: DriverOptions, _ inputs: InputList,
        on console: Console
    ) throws {
        guard let group = inputs.groups.first else {
            throw inputs.problems.first ?? CommandError.missingStream(command: "drive")
        }
        let plan = ScreenPlan(
            arguments, isLive: group.isLive, outputs: OutputSinks<DriveRecord>.driveOptions,
            on: console)
        self.console = console
        title = group.main.title
        screen = LiveScreen(plan.kind, on: console)
        detector = try DriverDetector(DetectionSettings(arguments))
        let run = DriverReport.Run(
            input: group.main.reportName,
            speed: arguments.text("--speed-kmh").flatMap { Double($0) },
            hasHands: arguments.has("--hands"), hasEventLog: arguments.has("--events"))
        session = DriveSession(
            run, version: Version.current, isMirrored: arguments.has("--mirrored"),
            keepsImages: arguments.has("--report-images"), options: options)
        sinks = try .drive(arguments, json: plan.jsonPath, inputs, session, on: console)
    }

    var showsProgress: Bool { screen.kind == .progress }

    func process(for group: InputGroup) -> FramePipeline<DriverDetections>.Process {
        detector.detect
    }

    mutating func write(_ output: Steps.Output, in group: InputGroup) throws {
        let frame = output.frames.leading.frame
        let driver = output.value.driver
        let update: (result: DriverResult, events: [DriverEventRecord])
        do {
            update = try session.update(frame, driver, hands: output.value.hands)
        } catch let error as DriverError {
            throw InputFault(cause: error)
        }
        if slowness.add(update.result.timestamp) {
            console.note(
                "landmark: \(title) has fewer than 2 frames per second: too few to monitor drivers")
        }
        let record = DriveRecord(
            label: FrameLabel(output.frames.leading, of: group), frame: frame,
            result: update.result, events: update.events, face: driver.face)
        try sinks.write(record)
        view.add(record.events)
        screen.show(events: record.events.map(\.sentence)) { columns, rows in
            view.lines(for: record.result, columns: columns, rows: rows)
        }
    }

    mutating func finish(_ ending: RunEnding) throws {
        session.end(ending)
        try sinks.close()
    }

    mutating func salvage() -> [PartialFile] {
        session.end(.outputFailed)
        return sinks.salvage()
    }

    func lines(for summary: RunSummary) -> [String] { session.lines(for: summary) }
}

/// Detects inputs whose frames are too far apart to monitor a driver.
private struct SlowInputCheck {
    /// The longest step in milliseconds that still connects two frames: half a second, and 1 for
    /// rounding.
    private static let longestStep = 501
    /// The number of successive gaps that make an input slow, rather than paused.
    private static let gaps = 3

    private var last: Int?
    private var count = 0

    /// Adds a frame; returns true once, when the input turns out to be slow.
    mutating func add(_ timestamp: Timestamp) -> Bool {
        let time = timestamp.milliseconds
        defer { last = time }
        guard let last, count < Self.gaps else { return false }
        count = time - last > Self.longestStep ? count + 1 : 0
        return count == Self.gaps
    }
}

extension DriveSession {
    /// Two or three lines that summarize the run.
    func lines(for summary: RunSummary) -> [String] {
        var lines = [
            "\(String.counted(history.frames, "frame")), eyes readable in"
                + " \(history.usableFrames), \(summary.frames.pace("frames"))"
        ]
        if history.frames > 0 {
            lines.append(
                "highest level \(history.highestLevelText),"
                    + " \(String.counted(history.incidentCount, "incident"))\(counts)")
        }
        if let line = summary.liveLine { lines.append(line) }
        return lines
    }

    private var counts: String {
        let counts = DriverEventKind.allCases.compactMap { kind in
            history.counts[kind].map { "\(kind.rawValue) \($0)" }
        }
        return counts.isEmpty ? ", no events" : "; " + counts.joined(separator: ", ")
    }
}
