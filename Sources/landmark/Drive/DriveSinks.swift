import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkOverlays
import LandmarkReports

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
        let video = try VideoSettings(arguments, for: inputs)
        let lineScale = try LandmarkOverlay.Style(arguments).lineScale
        try OutputPaths([
            ("--json", json), ("--events", events), ("--report", report?.paths.html),
            ("--report", report?.paths.png),
        ]).check(for: files) { overlay?.mayUse($0) ?? false }

        // The report is written last: it says how the other outputs ended.
        var sinks: [OutputSink<DriveRecord>] = []
        if let report {
            let content = ReportSink<DriveRecord>.Content(
                html: { DriverReport.html(of: log.history, log.run) },
                image: { try DriverReport.image(of: log.history, log.run) })
            sinks.append(try ReportSink(report.path, report.paths, content))
        }
        if let events {
            sinks.append(
                try TextSink(events, text: { $0.events.lines(file: log.file) }) {
                    log.takeEnds().lines(file: log.file)
                })
        }
        if let json {
            sinks.append(
                try TextSink(json) { record in
                    record.label.jsonLine { $0.members(of: record.result) }
                })
        }
        if let overlay {
            sinks.append(
                try OverlaySink(overlay, as: video, on: console) { record, canvas in
                    canvas.lineScale = lineScale
                    DriverOverlay(record.result, record.face, on: canvas).draw()
                })
        }
        return OutputSinks(sinks)
    }
}

/// What a run of `drive` has shown so far, for the report and the summary.
final class DriveLog {
    private(set) var history: DriverHistory
    private(set) var run: DriverReport.Run
    /// The input as it was given.
    let file: String
    private var openEvents = OpenEvents()
    private var ends: [DriverEventRecord] = []

    init(_ run: DriverReport.Run, file: String, keepsImages: Bool) {
        history = DriverHistory(keepsImages: keepsImages)
        self.run = run
        self.file = file
    }

    /// Adds a frame.
    ///
    /// - Throws: `ImagingError` when an image for the report cannot be drawn.
    func add(_ record: DriveRecord) throws(ImagingError) {
        run.imageSize = record.label.size
        history.add(record.result, record.events)
        if let image = record.frame?.image {
            try history.addImage(image, record.face, of: record.result)
        }
        openEvents.update(record.events)
    }

    /// Ends the events that are still going on, at the time of the last frame.
    func end(_ ending: RunEnding) {
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
            lines.append(
                "highest level \(history.highestLevelText),"
                    + " \(RunSummary.counted(history.incidentCount, "incident"))\(counts)")
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

extension [DriverEventRecord] {
    /// A line of JSON for each event.
    fileprivate func lines(file: String) -> [UInt8] {
        flatMap { event in
            var json = JSONText()
            json.event(event, file: file)
            return json.bytes + [UInt8(ascii: "\n")]
        }
    }
}
