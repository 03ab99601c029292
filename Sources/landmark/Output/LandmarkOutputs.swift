import LandmarkCommandSupport
import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkOverlays
import LandmarkReports
import LandmarkTasks

/// The outputs of a run that detects instances, checked before any work.
struct LandmarkOutputs<Instance: OutputInstance>: Sendable {
    typealias Record = LandmarkRecord<Instance>

    /// A file for all inputs, or a folder with one for each.
    private enum Text: Sendable {
        case file(String)
        case folder(TextFolder)
    }

    private let json: Text?
    private let csv: Text?
    private let masks: String?
    private let cutouts: String?
    private let overlay: OverlayPaths?
    private let coco: String?
    private let openPose: String?
    private let includesRaw: Bool
    private let crops: String?
    private let isShown: Bool
    /// The member of JSON that holds a frame's instances.
    private let plural: String
    private let video: VideoSettings
    private let style: LandmarkOverlay.Style

    /// Checks the paths.
    ///
    /// - Parameter plural: The name of the instances, such as `hands`.
    /// - Throws: `CommandError` for outputs that would replace each other, an input or a model, and
    ///   for an unwritable one; `ImagingError` for a background that cannot be read.
    init(_ arguments: Arguments, _ inputs: InputList, plural: String) throws {
        self.plural = plural
        crops = arguments.text("--crops")
        isShown = arguments.has("--show")
        json = try arguments.landmarkJSONPath.map { path throws(CommandError) in
            try Self.text(path, suffix: "jsonl")
        }
        csv = try arguments.text("--csv").map { path throws(CommandError) in
            try Self.text(path, suffix: "csv")
        }
        masks = arguments.text("--masks")
        cutouts = arguments.text("--cutouts")
        includesRaw = arguments.has("--raw")
        coco = arguments.text("--coco")
        openPose = arguments.text("--openpose")
        let others = [arguments.backgroundFile].compactMap { $0 }
        let files = InputFiles(inputs.inputs, and: others, arguments)
        overlay = try arguments.text("--overlay").map { path throws(CommandError) in
            try OverlayPaths(path, for: inputs, at: files)
        }
        video = try VideoSettings(arguments, for: inputs)
        var style = try LandmarkOverlay.Style(arguments)
        style.background = try arguments.text("--background").map(Background.init(words:))
        self.style = style
        if coco != nil, arguments.integer("--jobs") ?? 1 > 1 {
            // The format numbers images and annotations sequentially.
            throw CommandError.misplacedOption("--coco", use: "--jobs 1")
        }
        var paths: [(option: String, path: String?)] = [("--coco", coco)]
        for (option, text) in [("--json", json), ("--csv", csv)] {
            switch text {
            case nil: break
            case .file(let path): paths.append((option, path))
            case .folder(let folder):
                try OutputPaths.makeFolder(folder.path)
                paths += inputs.groups.map { (option, folder.path(for: $0)) }
            }
        }
        try OutputPaths(paths).check(for: files) { [overlay] in overlay?.mayUse($0) ?? false }
        if let openPose { try OpenPosePaths.check(openPose, at: files, beside: paths) }
        var folders: [String: String] = [:]
        for (option, folder) in [("--masks", masks), ("--cutouts", cutouts), ("--crops", crops)] {
            guard let folder else { continue }
            try FrameFilePaths.check(folder, option: option, for: inputs, at: files)
            let file = Path.resolved(Path.join(folder, "x"))
            if let other = folders.updateValue(option, forKey: file) {
                throw CommandError.sameOutput(file: folder, first: other, second: option)
            }
        }
    }

    private static func text(_ path: String, suffix: String) throws(CommandError) -> Text {
        try OutputPaths.isFolder(path)
            ? .folder(TextFolder(path: path, suffix: suffix)) : .file(path)
    }
}

// MARK: Resuming

extension LandmarkOutputs {
    /// The files of a group in folders that have one file for each input.
    private func files(for group: InputGroup) -> [String] {
        var files: [String] = []
        for case .folder(let folder) in [json, csv].compactMap({ $0 }) {
            files.append(folder.path(for: group))
        }
        if let overlay, overlay.isFolder, let path = try? overlay.path(for: group) {
            files.append(path)
        }
        return files
    }

    /// Whether all files of a group exist: they appear only when complete.
    func isWhole(_ group: InputGroup) -> Bool {
        files(for: group).allSatisfy(FileSystem.isFile)
    }

    /// - Throws: `CommandError` unless each output shows which inputs it is complete for.
    func checkResuming() throws(CommandError) {
        let reason = "--resume looks for one file per input"
        for (option, text) in [("--json", json), ("--csv", csv)] {
            if case .file = text { throw .neededOption("\(option) FOLDER/", reason: reason) }
        }
        if let overlay, !overlay.isFolder {
            throw .neededOption("--overlay FOLDER/", reason: reason)
        }
        if json == nil, csv == nil, overlay == nil {
            throw .neededOption("--json, --csv or --overlay FOLDER/", reason: reason)
        }
    }
}

// MARK: Sinks

/// The text files of a run that all inputs share.
struct SharedTexts: Sendable {
    fileprivate var json: OrderedText?
    fileprivate var csv: OrderedText?

    private var all: [OrderedText] { [json, csv].compactMap { $0 } }

    /// Marks the end of a group.
    func end(_ group: InputGroup) throws(CommandError) {
        for text in all { try text.end(group.index) }
    }

    /// Completes the files.
    ///
    /// - Throws: The first error, after completing the others.
    func close() throws(CommandError) {
        var failure: CommandError?
        for text in all {
            do throws(CommandError) { try text.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    func discard() { for text in all { text.discard() } }

    /// After an error, keeps the written parts under separate names.
    func salvage() -> [PartialFile] {
        all.compactMap { text in
            if !text.isEmpty { return text.keepLines() }
            text.discard()
            return nil
        }
    }
}

extension LandmarkOutputs {
    /// Opens the files that all inputs share.
    ///
    /// - Throws: `CommandError.unwritable`.
    func openText() throws(CommandError) -> SharedTexts {
        var texts = SharedTexts()
        if case .file(let path) = json { texts.json = try OrderedText(path, header: []) }
        if case .file(let path) = csv {
            texts.csv = try OrderedText(path, header: Instance.csvHeader)
        }
        return texts
    }

    /// The outputs of one job.
    ///
    /// - Throws: `CommandError.unwritable`.
    func sinks(
        _ texts: SharedTexts, on console: Console
    ) throws(CommandError) -> OutputSinks<Record> {
        var sinks: [OutputSink<Record>] = []
        if let target = target(json, texts.json, header: []) {
            sinks.append(
                TextSink(target) { [includesRaw, plural] record in
                    record.jsonLine(plural, includesRaw: includesRaw)
                })
        }
        if let target = target(csv, texts.csv, header: Instance.csvHeader) {
            sinks.append(TextSink(target, text: { $0.csvLines }))
        }
        if let coco {
            let document = COCODocument(version: Version.current)
            sinks.append(
                try TextSink(
                    coco, header: document.header(), text: { document.annotations($0) },
                    footer: document.footer))
        }
        if let openPose { sinks.append(try OpenPoseSink<Instance>(openPose)) }
        if let masks { sinks.append(try MaskSink<Instance>(masks) { mask, _ in mask.image }) }
        if let cutouts {
            sinks.append(
                try MaskSink<Instance>(cutouts) { mask, frame in try frame.cutOut(by: mask) })
        }
        if let crops {
            sinks.append(
                try CropSink(crops) { (record: Record) in
                    record.instances.map { ($0.id, $0.cropLandmarks) }
                })
        }
        let draw: OverlaySink<Record>.Draw = { [style] record, canvas in
            for overlay in record.instances.flatMap(\.overlays) {
                try overlay.draw(on: canvas, style: style)
            }
        }
        if let overlay {
            sinks.append(try OverlaySink(overlay, as: video, on: console, draw: draw))
        }
        #if os(Linux)
        if isShown { sinks.append(WindowSink(draw: draw)) }
        #endif
        return OutputSinks(sinks)
    }

    private func target(
        _ text: Text?, _ shared: OrderedText?, header: [UInt8]
    ) -> (any TextTarget)? {
        if case .folder(let folder) = text { return FolderText(folder, header: header) }
        return shared.map(SharedText.init)
    }
}

extension Arguments {
    /// Where the landmarks go as JSON: to the named file, to standard output if no output is named, or
    /// nowhere.
    var landmarkJSONPath: String? {
        if let path = text("--json") { return path }
        return [
            "--csv", "--overlay", "--masks", "--cutouts", "--coco", "--openpose", "--crops",
            "--show",
        ].contains(where: has)
            ? nil : "-"
    }
}

// MARK: Text

extension LandmarkRecord where Instance: OutputInstance {
    /// A line of JSON, with the instances as the member `plural`.
    fileprivate func jsonLine(_ plural: String, includesRaw: Bool) -> [UInt8] {
        label.jsonLine { json in
            json.list(plural, instances) { $1.write(to: &$0, includesRaw: includesRaw) }
        }
    }

    /// A line for each landmark.
    fileprivate var csvLines: [UInt8] {
        var text = CSVText()
        for instance in instances { instance.write(to: &text, label: label) }
        return text.bytes
    }
}

extension COCODocument {
    /// Adds a frame, and returns the annotations of its instances.
    fileprivate func annotations(_ record: LandmarkRecord<some OutputInstance>) -> [UInt8] {
        guard let size = record.label.size else { return [] }
        return annotations(
            of: record.instances.map {
                Person(id: $0.id, score: $0.presence, keypoints: $0.cocoKeypoints(in: size))
            },
            in: Image(
                file: record.label.file, number: record.label.number ?? 0,
                timestamp: record.label.timestamp ?? .milliseconds(0), size: size))
    }
}

extension OutputInstance {
    /// The first line of CSV.
    fileprivate static var csvHeader: [UInt8] {
        CSVText.header(FrameLabel.columns + csvColumns)
    }
}
