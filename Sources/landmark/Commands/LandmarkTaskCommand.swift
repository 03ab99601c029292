import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkOverlays
import LandmarkReports
import LandmarkTasks

extension Subcommand {
    static let hand = LandmarkTaskCommand<HandTask>(
        summary: "Detects hands: 21 landmarks each, in the image and in meters", model: .hand,
        peerFormats: LandmarkOptions.openPose
    ).subcommand

    static let pose = LandmarkTaskCommand<PoseTask>(
        summary: "Detects poses: 33 landmarks each, in the image and in meters", model: .poseFull,
        namedModels: KnownModel.poses, hasMasks: true,
        hasSideGuard: true, peerFormats: LandmarkOptions.coco + LandmarkOptions.openPose,
        configure: { options, arguments in
            options.segmentationMasks = arguments.has("--masks")
            options.sideGuard = arguments.has("--side-guard")
        }
    ).subcommand

    static let face = LandmarkTaskCommand<FaceTask>(
        summary: "Detects faces: 478 landmarks each, with blendshapes and head pose", model: .face,
        configure: { options, arguments in
            // Only JSON has a place for them.
            let hasJSON = arguments.landmarkJSONPath != nil
            options.blendshapes = hasJSON
            options.transformationMatrices = hasJSON
        }
    ).subcommand
}

/// A subcommand that detects the instances of a task in images and frames, and writes them.
struct LandmarkTaskCommand<Task: LandmarkTask>: Sendable
where Task.Options: TrackingOptions, Task.Instance: OutputInstance {
    /// One sentence for help, without a full stop.
    let summary: String
    /// The model without `--model`.
    let model: KnownModel
    /// The models that `--model` knows by name.
    var namedModels: [String: KnownModel] = [:]
    /// Whether there are the options `--masks` and `--draw-visibility`.
    var hasMasks = false
    /// Whether there is the option `--side-guard`.
    var hasSideGuard = false
    /// The options for the formats of other programs.
    var peerFormats: [Option] = []
    /// Sets the options that only this task has.
    var configure: @Sendable (inout Task.Options, Arguments) -> Void = { _, _ in }

    var subcommand: Subcommand {
        Subcommand(
            name: Task.singular, summary: summary, synopsis: LandmarkOptions.synopsis,
            discussion: LandmarkOptions.discussion,
            options: LandmarkOptions.detection(
                model: namedModels.isEmpty ? "PATH" : "PATH|lite|full|heavy", plural: Task.plural)
                + (hasSideGuard ? LandmarkOptions.sideGuard : [])
                + LandmarkOptions.output
                + (hasMasks ? LandmarkOptions.visibility + LandmarkOptions.masks : []) + peerFormats
                + LandmarkOptions.folders + LandmarkOptions.input + LandmarkOptions.execution,
            run: run)
    }

    /// Checks the command line, loads the model, opens the outputs, and processes all inputs.
    @Sendable private func run(_ arguments: Arguments) async throws -> ExitCode {
        guard !arguments.inputs.isEmpty else {
            throw CommandError.missingInput(command: Task.singular)
        }
        let inputs = try InputList(arguments)
        let console = Console(isQuiet: arguments.has("--quiet"))
        let handler = try LandmarkTaskHandler<Task>(
            inputs, transform: InputTransform(arguments),
            landmarkers: landmarkers(for: inputs, arguments),
            sinks: { try .landmarks(of: Task.self, arguments, inputs, on: console) })
        var loop = FrameLoop(inputs, handler, on: console)
        return try await loop.run()
    }

    /// A landmarker for single images, for frames, or for each of both, as the inputs need.
    private func landmarkers(
        for inputs: InputList, _ arguments: Arguments
    ) throws -> [RunningMode: Landmarker<Task>] {
        let path = try ModelStore.path(for: arguments, model: model, named: namedModels)
        var landmarkers: [RunningMode: Landmarker<Task>] = [:]
        for mode in Set(inputs.groups.map(\.landmarkerMode)) {
            var options = Task.Options(model: path, arguments)
            options.runningMode = mode
            configure(&options, arguments)
            landmarkers[mode] = try Landmarker(options: options)
        }
        return landmarkers
    }
}

extension TrackingOptions {
    /// Options with the model at `path` and what the arguments say; the defaults are MediaPipe's.
    init(model path: String, _ arguments: Arguments) {
        self.init(model: .file(path))
        if let count = arguments.integer("--max") { maxCount = count }
        if let score = arguments.fraction("--min-detection") { minDetectionConfidence = score }
        if let score = arguments.fraction("--min-presence") { minPresenceConfidence = score }
        if let overlap = arguments.fraction("--min-tracking") { minTrackingConfidence = overlap }
        if let kind = arguments.text("--smoothing").flatMap(Smoothing.init(words:)) {
            smoothing = kind
        }
        if let count = arguments.integer("--threads") { threads = count }
    }
}

extension InputGroup {
    /// The landmarker's mode. Live mode differs from video mode only in which frames it processes.
    fileprivate var landmarkerMode: RunningMode { mode == .image ? .image : .video }
}

/// The instances in one frame.
struct LandmarkRecord<Instance: Sendable>: FrameRecord {
    let label: FrameLabel
    let frame: Frame?
    let instances: [Instance]
}

/// Detects the instances in each frame and writes them.
private struct LandmarkTaskHandler<Task: LandmarkTask>: ImageHandler
where Task.Instance: OutputInstance {
    let sinks: OutputSinks<LandmarkRecord<Task.Instance>>
    private let transform: InputTransform
    private let landmarkers: [RunningMode: Landmarker<Task>]
    private let summarizesImages: Bool

    init(
        _ inputs: InputList, transform: InputTransform,
        landmarkers: [RunningMode: Landmarker<Task>],
        sinks: () throws -> OutputSinks<LandmarkRecord<Task.Instance>>
    ) rethrows {
        self.transform = transform
        self.landmarkers = landmarkers
        self.sinks = try sinks()
        summarizesImages = inputs.isSeveral
    }

    func process(for group: InputGroup) -> FramePipeline<[Task.Instance]>.Process {
        let mode = group.landmarkerMode
        guard let landmarker = landmarkers[mode] else {
            preconditionFailure("no landmarker for mode \(mode)")
        }
        landmarker.reset()
        return { [transform] (frame) throws(TaskError) in
            let input = transform.apply(to: frame)
            let result =
                try mode == .image
                ? landmarker.detect(input.image, orientation: input.orientation)
                : landmarker.detect(input)
            return transform.restore(result.instances)
        }
    }

    func instanceCount(in output: Steps.Output) -> Int { output.value.count }

    func write(_ output: Steps.Output, in group: InputGroup) throws {
        let leading = output.frames.leading
        try sinks.write(
            LandmarkRecord(
                label: FrameLabel(leading, of: group), frame: leading.frame,
                instances: output.value))
    }

    func lines(for summary: RunSummary) -> [String] {
        var lines: [String] = []
        let (images, frames) = (summary.images, summary.frames)
        if summarizesImages, images.processed > 0 || frames.processed == 0 {
            let name = images.instances == 1 ? Task.singular : Task.plural
            lines.append(
                "\(RunSummary.counted(images.processed, "image")), \(images.instances) \(name), "
                    + images.pace("images"))
        }
        if frames.processed > 0 {
            lines.append(
                "\(RunSummary.counted(frames.processed, "frame")),"
                    + " \(Task.plural) in \(frames.withInstances), " + frames.pace("frames"))
        }
        return lines + [summary.liveLine].compactMap { $0 }
    }
}

// MARK: Outputs

extension Arguments {
    /// Where the landmarks go as JSON: to the file named, to standard output when no output is
    /// named, or nowhere.
    var landmarkJSONPath: String? {
        if let path = text("--json") { return path }
        return ["--csv", "--overlay", "--masks", "--coco", "--openpose"].contains(where: has)
            ? nil : "-"
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
        let video = try VideoSettings(arguments, for: inputs)
        let style = try LandmarkOverlay.Style(arguments)
        let coco = arguments.text("--coco")
        let texts = [("--json", json), ("--csv", csv), ("--coco", coco)]
        try OutputPaths(texts).check(for: files) { overlay?.mayUse($0) ?? false }
        let openPose = arguments.text("--openpose")
        if let openPose { try OpenPosePaths.check(openPose, at: files, beside: texts) }
        if let masks { try MaskPaths.check(masks, for: inputs, at: files) }

        let includesRaw = arguments.has("--raw")
        var sinks: [OutputSink<Record>] = []
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
        if let coco {
            let document = COCODocument<Task.Instance>()
            sinks.append(
                try TextSink(
                    coco, header: document.header, text: document.annotations,
                    footer: document.footer))
        }
        if let openPose { sinks.append(try OpenPoseSink<Task.Instance>(openPose)) }
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
                try OverlaySink(overlay, as: video, on: console) { (record: Record, canvas) in
                    for instance in record.instances {
                        try instance.overlay.draw(on: canvas, style: style)
                    }
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
