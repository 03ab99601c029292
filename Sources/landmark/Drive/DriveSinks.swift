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
        _ arguments: Arguments, json: String?, _ inputs: InputList, _ session: DriveSession,
        on console: Console
    ) throws(CommandError) -> OutputSinks {
        let files = InputFiles(
            inputs.inputs, and: arguments.text("--rules").map { [$0] } ?? [], arguments)
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

        // The report is written last, because it states how the other outputs ended.
        var sinks: [OutputSink<DriveRecord>] = []
        if let report {
            let content = ReportSink<DriveRecord>.Content(
                html: { DriverReport.html(of: session.history, session.run) },
                image: { try DriverReport.image(of: session.history, session.run) })
            sinks.append(try ReportSink(report.path, report.paths, content))
        }
        if let events {
            sinks.append(
                try TextSink(events, text: { $0.events.lines(file: $0.label.file) }) {
                    session.takeEnds().lines(file: inputs.groups.first?.main.name ?? "")
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
