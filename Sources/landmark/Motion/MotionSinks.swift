import LandmarkCommandSupport
import LandmarkCore
import LandmarkDrawing
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports

extension OutputSinks where Record == MotionRecord {
    /// The options of `motion` and `exercise` that name outputs.
    static var motionOptions: [String] {
        ["--json", "--csv", "--events", "--summary", "--trc", "--mot", "--overlay", "--report"]
    }

    /// Checks and opens the outputs, with JSON to `json`.
    ///
    /// - Parameter files: The files that are read, which no output may replace.
    /// - Throws: `CommandError`.
    static func motion(
        _ arguments: Arguments, json: String?, _ inputs: MotionInputs, _ files: InputFiles,
        _ log: MotionLog, on console: Console
    ) throws(CommandError) -> OutputSinks {
        let input = inputs.group.main
        let (csv, events) = (arguments.text("--csv"), arguments.text("--events"))
        let summary = arguments.text("--summary")
        var report: (path: String, paths: ReportPaths)?
        if let path = arguments.text("--report") {
            report = (path, try ReportPaths(path, for: input))
        }
        let isRange = log.plan.movement != nil
        let ranges = isRange ? arguments.text("--json") : nil
        let picture = arguments.text("--picture")
        var tables: [(kind: PersonTable, value: String, path: String)] = []
        for kind in PersonTable.allCases {
            guard let value = arguments.text(kind.option) else { continue }
            let path = try PersonFileSink.path(
                value, option: kind.option, suffix: kind.rawValue, for: input)
            tables.append((kind, value, path))
        }
        let overlay = try arguments.text("--overlay").map { path throws(CommandError) in
            try OverlayPaths(path, for: inputs.list, at: files)
        }
        let video = try VideoSettings(arguments, for: inputs.list)
        let lineScale = try LandmarkOverlay.Style(arguments).lineScale
        try OutputPaths(
            [
                ("--json", json ?? ranges), ("--picture", picture), ("--csv", csv),
                ("--events", events), ("--summary", summary),
                ("--report", report?.paths.html), ("--report", report?.paths.png),
            ] + tables.map { ($0.kind.option, $0.path) }
        ).check(for: files) { overlay?.mayUse($0) ?? false }

        // The report is written last, because it states how the other outputs ended.
        var sinks: [OutputSink<MotionRecord>] = []
        if let report {
            let content = ReportSink<MotionRecord>.Content(
                html: { MotionReport.html(of: log.people.map(\.history), log.run) },
                image: { try MotionReport.image(of: log.people.map(\.history), log.run) })
            sinks.append(try ReportSink(report.path, report.paths, content))
        }
        let file = inputs.group.main.name
        for table in tables {
            if table.value.hasSuffix("/") { try OutputPaths.makeFolder(table.value) }
            sinks.append(
                try PersonFileSink(table.path, on: console) {
                    log.people.map {
                        table.kind.content(of: $0, file: file, frameRate: log.frameRate)
                    }
                })
        }
        if isRange { sinks += try rangeSinks(ranges, picture, file, log, on: console) }
        if let summary {
            sinks.append(
                try TextSink(summary, text: { _ in [] }) { log.summaries(file: file) })
        }
        if let events { sinks.append(try eventSink(events, inputs, log)) }
        if let csv { sinks.append(try csvSink(csv, file, log)) }
        if let json {
            sinks.append(
                try TextSink(json) { record in
                    record.label.jsonLine { json in
                        if let orientation = record.orientation, orientation != .up {
                            json.key("orientation")
                            json.string(orientation.rawValue)
                        }
                        if let up = record.up {
                            json.key("up")
                            json.array { json in
                                for index in 0..<3 { json.number(up[index]) }
                            }
                        }
                        json.people(record.people, log.plan)
                    }
                })
        }
        if let overlay {
            sinks.append(
                try OverlaySink(overlay, as: video, on: console) {
                    [plan = log.plan] record, canvas in
                    canvas.lineScale = lineScale
                    try MotionOverlay(
                        record.people.map(\.result), measures: plan.shownMeasures,
                        definition: plan.exercise, target: plan.target, on: canvas
                    ).draw()
                })
        }
        return OutputSinks(sinks)
    }

    /// The outputs of `rom` at the end: a line for each side on standard output, or JSON, and the frame of
    /// the peak.
    private static func rangeSinks(
        _ json: String?, _ picture: String?, _ file: String, _ log: MotionLog,
        on console: Console
    ) throws(CommandError) -> [OutputSink<MotionRecord>] {
        guard let movement = log.plan.movement else { return [] }
        var sinks: [OutputSink<MotionRecord>] = []
        if json != "-" {
            sinks.append(
                try TextSink("-", text: { _ in [] }) {
                    let ranges = log.ranges
                    let lines = ranges.flatMap { range in
                        range.lines.map {
                            ranges.count > 1 ? "person \(range.id): \($0)\n" : "\($0)\n"
                        }
                    }
                    return Array(lines.joined().utf8)
                })
        }
        if let json {
            sinks.append(
                try TextSink(json, text: { _ in [] }) {
                    log.ranges.flatMap { range in
                        var text = JSONText()
                        text.range(range, file: file)
                        return text.bytes + [UInt8(ascii: "\n")]
                    }
                })
        }
        if let picture {
            sinks.append(
                try PeakPictureSink(picture, movement, on: console))
        }
        return sinks
    }

    /// `--events`: as they happen for a live input, and at the end for a recording, when the tempo of each
    /// repetition is known.
    private static func eventSink(
        _ path: String, _ inputs: MotionInputs, _ log: MotionLog
    ) throws(CommandError) -> TextSink<MotionRecord> {
        let file = inputs.group.main.name
        guard inputs.group.isLive else {
            return try TextSink(path, text: { _ in [] }) { log.completeEvents.lines(file: file) }
        }
        return try TextSink(path, text: { $0.events.lines(file: file) }) {
            log.takeLastEvents().lines(file: file)
        }
    }

    /// `--csv`: measures as they arrive, and repetitions at the end, when the pause after each is known.
    private static func csvSink(
        _ path: String, _ file: String, _ log: MotionLog
    ) throws(CommandError) -> TextSink<MotionRecord> {
        guard let exercise = log.plan.exercise else {
            return try TextSink(path, header: CSVText.motionHeader) { record in
                var text = CSVText()
                text.lines(of: record, log.plan)
                return text.bytes
            }
        }
        return try TextSink(path, header: CSVText.repetitionHeader, text: { _ in [] }) {
            var text = CSVText()
            for person in log.people {
                text.lines(of: person, exercise: exercise.name, file: file)
            }
            return text.bytes
        }
    }
}

/// The formats of tables that are written for each person.
private enum PersonTable: String, CaseIterable {
    case trc
    case mot

    var option: String { "--\(rawValue)" }

    func content(
        of person: MotionLog.Person, file: String, frameRate: Double?
    ) -> PersonFileSink.Content {
        PersonFileSink.Content(id: person.id) {
            switch self {
            case .trc: TRCFile.bytes(of: person.markers, name: file, frameRate: frameRate)
            case .mot: MOTFile.bytes(of: person.history.recording)
            }
        }
    }
}

extension [ExerciseEvent] {
    /// A line of JSON for each event.
    fileprivate func lines(file: String) -> [UInt8] {
        flatMap { event in
            var json = JSONText()
            json.event(event, file: file)
            return json.bytes + [UInt8(ascii: "\n")]
        }
    }
}
