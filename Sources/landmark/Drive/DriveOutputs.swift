import DriverMonitoring
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkReports
import LandmarkTasks

/// Where the results of `drive` go.
struct DriveOutputs {
    /// The options that name outputs.
    static let options = ["--json", "--events", "--overlay", "--report"]

    private let json: OutputFile?
    private let events: OutputFile?
    private var drawings: Drawings?
    private let report: ReportOutput?
    private let name: String
    private var run: DriverReport.Run
    private(set) var history = DriverHistory()
    private var open = OpenEvents()
    private var video: DrawnVideo?
    private let readers: Readers

    /// Opens what the arguments name, and writes JSON to `json`.
    init(
        _ arguments: Arguments, json jsonPath: String?, for inputs: InputList,
        of stream: FrameStream
    ) throws(CommandError) {
        let files = InputFiles(inputs.inputs, arguments)
        let eventsPath = arguments.text("--events")
        let reportPath = arguments.text("--report")
        let pages = try reportPath.map { path throws(CommandError) in
            try ReportFiles(path, for: stream.input)
        }
        drawings = try arguments.text("--overlay").map { path throws(CommandError) in
            try Drawings(path, for: inputs, at: files)
        }
        try OutputNames([
            ("--json", jsonPath), ("--events", eventsPath), ("--report", pages?.html),
            ("--report", pages?.png),
        ]).check(drawings, for: inputs, at: files)
        try drawings?.prepare()
        let paths = [jsonPath, eventsPath, arguments.text("--overlay"), pages?.html, pages?.png]
        let readers = Readers(of: paths.count { $0 != nil })
        self.readers = readers
        json = try jsonPath.map { path throws(CommandError) in try OutputFile(path, for: readers) }
        events = try eventsPath.map { path throws(CommandError) in
            try OutputFile(path, for: readers)
        }
        if let reportPath, let pages {
            report = try ReportOutput(reportPath, pages, for: readers)
        } else {
            report = nil
        }
        name = stream.name
        run = DriverReport.Run(
            input: stream.title, speed: arguments.text("--speed-kmh").flatMap { Double($0) },
            hasEventLog: eventsPath != nil)
    }

    /// Makes ready for the frames of `source`.
    mutating func begin(
        _ stream: FrameStream, from source: any FrameSource, on console: Console
    ) throws(CommandError) {
        let target = try drawings?.target(for: stream.input, suffix: "mp4")
        video = target.map { DrawnVideo($0, from: source, on: console, for: readers) }
    }

    /// Writes everything that is wanted of frame `number`, in which the driver's face is `face`.
    mutating func write(
        _ result: DriverResult, _ told: [DriverEventRecord], _ face: Face?, in frame: Frame,
        number: Int
    ) throws {
        run.imageSize = frame.image.size
        history.add(result, told)
        // Before JSON: its reader may go. An event counts as told once it stands in its file.
        try write(told)
        open.update(told)
        if let json {
            let label = FrameLabel(
                file: name, number: number, timestamp: result.timestamp, size: frame.image.size)
            try json.write(JSONText.line(result, label))
        }
        if let video {
            let drawn = try frame.image.drawn { canvas in
                DriverOverlay(result, face, on: canvas).draw()
            }
            try video.write(drawn, of: frame)
        }
    }

    /// Ends what is open, writes the report, and gives every file its name; where not one frame could
    /// be read, leaves what stood in their places.
    mutating func finish(_ ending: DriverReport.Ending) throws {
        if ending == .inputFailed, history.frames == 0 { return discard() }
        try tellEnds(ending)
        run.ending = ending
        // A video without a frame is none, and no fault beside the one that left it empty.
        if history.frames > 0 { try video?.finish(complete: ending == .complete) }
        video = nil
        try json?.close()
        try events?.close()
        try report?.write(history, run)
    }

    private func discard() {
        json?.discard()
        events?.discard()
        report?.discard()
    }

    /// After an output's error: gives every file its name that is whole up to here.
    mutating func save() {
        try? tellEnds(.outputFailed)
        run.ending = .outputFailed
        try? video?.finish(complete: false)
        video = nil
        try? json?.close()
        try? events?.close()
        try? report?.write(history, run)
    }

    private mutating func tellEnds(_ ending: DriverReport.Ending) throws(CommandError) {
        let ends = open.end(at: .milliseconds(history.last), ending.ofOpenEvents)
        history.add(ends)
        try write(ends)
    }

    private func write(_ told: [DriverEventRecord]) throws(CommandError) {
        guard let events else { return }
        for line in told {
            var text = JSONText()
            text.event(line, file: name)
            try events.write(text.bytes + [UInt8(ascii: "\n")])
        }
    }
}
