import DriverMonitoring
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkReports
import LandmarkSystem

extension OutputSinks where Record == DriveRecord {
    /// The options of `drive` that name outputs.
    static var driveOptions: [String] { ["--json", "--events", "--overlay", "--report"] }

    /// Checks and opens the outputs of `drive`, with JSON to `json`.
    static func drive(
        _ arguments: Arguments, json: String?, _ inputs: InputList, _ log: DriveLog,
        on console: Console
    ) throws(CommandError) -> OutputSinks {
        let files = InputFiles(inputs.inputs, arguments)
        let events = arguments.text("--events")
        var report: (path: String, paths: ReportPaths)?
        if let path = arguments.text("--report"), let input = inputs.inputs.first {
            report = (path, try ReportPaths(path, for: input))
        }
        let overlay = try arguments.text("--overlay").map { path throws(CommandError) in
            try OverlayPaths(path, for: inputs, at: files)
        }
        try OutputPaths([
            ("--json", json), ("--events", events), ("--report", report?.paths.html),
            ("--report", report?.paths.png),
        ]).check(for: files) { overlay?.mayUse($0) ?? false }

        // The report is written last: it says how the other outputs ended.
        var sinks: [any OutputSink<DriveRecord>] = []
        if let report { sinks.append(try ReportSink(report.path, report.paths, log)) }
        if let events { sinks.append(try EventSink(events, log)) }
        if let json {
            sinks.append(
                try TextSink(json) { record in
                    record.label.jsonLine { $0.members(of: record.result) }
                })
        }
        if let overlay {
            sinks.append(
                try OverlaySink(overlay, on: console) { record, canvas in
                    DriverOverlay(record.result, record.face, on: canvas).draw()
                })
        }
        return OutputSinks(sinks)
    }
}

/// What a run of `drive` has shown so far, for the report and the summary.
final class DriveLog {
    private(set) var history = DriverHistory()
    private(set) var run: DriverReport.Run
    private var openEvents = OpenEvents()
    private var ends: [DriverEventRecord] = []

    init(_ run: DriverReport.Run) { self.run = run }

    func add(_ record: DriveRecord) {
        run.imageSize = record.frame.image.size
        history.add(record.result, record.events)
        openEvents.update(record.events)
    }

    /// Ends the events that are still going on, at the time of the last frame.
    func end(_ ending: DriverReport.Ending) {
        run.ending = ending
        let ended = openEvents.end(at: .milliseconds(history.last), ending.ofOpenEvents)
        history.add(ended)
        ends += ended
    }

    /// Removes and returns the events that ``end(_:)`` has ended.
    func takeEnds() -> [DriverEventRecord] {
        defer { ends = [] }
        return ends
    }

    /// Two or three lines that summarize the run.
    func lines(for summary: RunSummary) -> [String] {
        var lines = [
            "\(RunSummary.counted(history.frames, "frame")), eyes readable in"
                + " \(history.usableFrames), \(summary.frames.pace("frames"))"
        ]
        if history.frames > 0 {
            let level = history.highestLevel
            let score = String(history.highestScore, places: 0)
            let highest =
                history.isUnassessed
                ? "unknown (the eyes were not readable, or not well enough)"
                : "\(level.rawValue) (\(level.displayName), score \(score))"
            lines.append(
                "highest level \(highest), \(RunSummary.counted(history.alerts, "alert"))\(counts)")
        }
        if let line = summary.liveLine { lines.append(line) }
        return lines
    }

    private var counts: String {
        let counts = DriverEventKind.allCases.compactMap { kind in
            history.counts[kind].map { "\(kind.rawValue) \($0)" }
        }
        return counts.isEmpty ? ", no event" : "; " + counts.joined(separator: ", ")
    }
}

/// `--events`: a line of JSON when an event fires, and another when it ends.
private final class EventSink: OutputSink {
    private let file: OutputFile
    private let log: DriveLog
    private var name = ""

    init(_ path: String, _ log: DriveLog) throws(CommandError) {
        file = try OutputFile(path)
        self.log = log
    }

    func begin(_ group: InputGroup, from source: (any FrameSource)?) { name = group.main.name }

    func write(_ record: DriveRecord) throws { try write(events: record.events) }

    func close() throws {
        try write(events: log.takeEnds())
        try file.close()
    }

    func discard() { file.discard() }

    private func write(events: [DriverEventRecord]) throws(CommandError) {
        for event in events {
            var json = JSONText()
            json.event(event, file: name)
            try file.write(json.bytes + [UInt8(ascii: "\n")])
        }
    }
}

/// The files that `--report` names.
struct ReportPaths {
    let html: String?
    let png: String?

    /// A path with the suffix .html or .png is that file. A path without a suffix stands for both
    /// files, and a folder for both with the input's name.
    ///
    /// - Throws: `CommandError.unsupportedOutput` for any other suffix.
    init(_ path: String, for input: Input) throws(CommandError) {
        if FileSystem.isFolder(path) || path.hasSuffix("/") {
            self.init(both: Path.join(path, input.stem))
            return
        }
        switch Path.suffix(of: path) {
        case "html", "htm": self.init(html: path, png: nil)
        case "png": self.init(html: nil, png: path)
        case "": self.init(both: path)
        default:
            throw .unsupportedOutput(
                option: "--report", file: path,
                expected: "an HTML or PNG file, both without a suffix, or both in a folder")
        }
    }

    private init(both path: String) {
        self.init(html: path + ".html", png: path + ".png")
    }

    private init(html: String?, png: String?) {
        self.html = html
        self.png = png
    }
}

/// `--report`: a page about the whole run, as HTML, as PNG or both.
private final class ReportSink: OutputSink {
    private let html: OutputFile?
    private let png: OutputFile?
    private let log: DriveLog

    /// Opens the files, and creates the folder when `path` ends with a slash.
    init(_ path: String, _ paths: ReportPaths, _ log: DriveLog) throws(CommandError) {
        if path.hasSuffix("/") { try OutputPaths.makeFolder(path) }
        html = try paths.html.map { path throws(CommandError) in try OutputFile(path) }
        png = try paths.png.map { path throws(CommandError) in try OutputFile(path) }
        self.log = log
    }

    func write(_ record: DriveRecord) {}

    func close() throws {
        if let html {
            try html.write(DriverReport.html(of: log.history, log.run))
            try html.close()
        }
        if let png {
            let image = try DriverReport.image(of: log.history, log.run)
            try png.write(PNGFile.encode(image, name: "the report"))
            try png.close()
        }
    }

    func discard() {
        html?.discard()
        png?.discard()
    }
}
