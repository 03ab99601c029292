import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkReports
import LandmarkTasks

/// A hand, pose or face that can be written as JSON and CSV, and drawn.
protocol OutputInstance: Mirrorable, Sendable {
    /// The columns of CSV after those of ``FrameLabel``.
    static var csvColumns: [String] { get }

    /// The number of the instance, which it keeps from frame to frame.
    var id: Int { get }
    /// The segmentation mask; nil when there is none.
    var mask: Mask? { get }

    /// Writes the instance as an object.
    ///
    /// - Parameters:
    ///   - json: Where to write.
    ///   - includesRaw: Whether to add the landmarks before smoothing.
    func write(to json: inout JSONText, includesRaw: Bool)

    /// Writes a line for each landmark; every line begins with the fields of `label`.
    func write(to csv: inout CSVText, label: FrameLabel)

    /// How the instance is drawn.
    var overlay: LandmarkOverlay { get }
}

extension OutputInstance {
    var mask: Mask? { nil }

    /// Writes the instance as an object, without the landmarks before smoothing.
    func write(to json: inout JSONText) { write(to: &json, includesRaw: false) }
}

extension Arguments {
    /// Where the landmarks go as JSON: to the file named, to standard output when no output is
    /// named, or nowhere.
    var landmarkJSONPath: String? {
        if let path = text("--json") { return path }
        return ["--csv", "--overlay", "--masks"].contains(where: has) ? nil : "-"
    }
}

extension OutputSinks {
    /// Checks and opens the outputs of `hand`, `pose` or `face`.
    ///
    /// - Throws: `CommandError` for outputs that would replace each other, an input or a model, and
    ///   for one that cannot be written.
    static func landmarks<Task: LandmarkTask>(
        of task: Task.Type, _ arguments: Arguments, _ inputs: InputList, on console: Console
    ) throws(CommandError) -> OutputSinks
    where Record == LandmarkRecord<Task.Instance>, Task.Instance: OutputInstance {
        let (json, csv) = (arguments.landmarkJSONPath, arguments.text("--csv"))
        let masks = arguments.text("--masks")
        let files = InputFiles(inputs.inputs, arguments)
        let overlay = try arguments.text("--overlay").map { path throws(CommandError) in
            try OverlayPaths(path, for: inputs, at: files)
        }
        try OutputPaths([("--json", json), ("--csv", csv)]).check(against: overlay, for: files)
        if let masks { try MaskPaths.check(masks, for: inputs, at: files) }

        let includesRaw = arguments.has("--raw")
        var sinks: [any OutputSink<Record>] = []
        if let json {
            sinks.append(
                try TextSink(json) { (record: Record) in
                    record.label.jsonLine { json in
                        json.key(Task.plural)
                        json.array { json in
                            for instance in record.instances {
                                instance.write(to: &json, includesRaw: includesRaw)
                            }
                        }
                    }
                })
        }
        if let csv {
            sinks.append(
                try TextSink(csv, header: Task.Instance.csvHeader) { (record: Record) in
                    var text = CSVText()
                    for instance in record.instances {
                        instance.write(to: &text, label: record.label)
                    }
                    return text.bytes
                })
        }
        if let masks {
            sinks.append(
                try MaskSink(masks) { (record: Record) in
                    record.instances.compactMap { instance in
                        instance.mask.map { (instance.id, $0) }
                    }
                })
        }
        if let overlay {
            sinks.append(
                try OverlaySink(overlay, on: console) { (record: Record, canvas) in
                    for instance in record.instances { try instance.overlay.draw(on: canvas) }
                })
        }
        return OutputSinks(sinks)
    }
}

extension OutputInstance {
    /// The first line of CSV.
    fileprivate static var csvHeader: [UInt8] {
        var text = CSVText()
        for column in FrameLabel.columns + csvColumns { text.field(column) }
        text.endLine()
        return text.bytes
    }
}
