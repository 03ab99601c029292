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
                + LandmarkOptions.folders + LandmarkOptions.input + LandmarkOptions.jobs
                + LandmarkOptions.execution,
            run: run)
    }

    /// Checks the command line, opens the outputs, and processes all inputs.
    @Sendable private func run(_ arguments: Arguments) async throws -> ExitCode {
        guard !arguments.inputs.isEmpty else {
            throw CommandError.missingInput(command: Task.singular)
        }
        var inputs = try InputList(arguments)
        let console = Console(isQuiet: arguments.has("--quiet"))
        let transform = InputTransform(arguments)
        let outputs = try LandmarkOutputs<Task>(arguments, inputs)
        if arguments.has("--resume") { try outputs.checkResuming() }
        let count = inputs.groups.count
        if arguments.has("--resume") { inputs.remove(where: outputs.isWhole) }
        let skipped = count - inputs.groups.count
        let jobs = min(arguments.integer("--jobs") ?? 1, max(1, inputs.groups.count))
        let text = try outputs.openText()
        let isSeveral = inputs.isSeveral
        let run = ParallelRun(
            inputs, jobs: jobs, on: console,
            lines: { $0.lines(of: Task.self, isSeveral: isSeveral) }
        ) { [inputs] in
            try LandmarkTaskHandler<Task>(
                transform, landmarkers(for: inputs, arguments, jobs: jobs),
                outputs.sinks(text, on: console))
        }
        return try await run.run(skipped: skipped, shared: text)
    }

    /// A landmarker for single images, for frames, or for each of both, as the inputs need.
    private func landmarkers(
        for inputs: InputList, _ arguments: Arguments, jobs: Int
    ) throws -> [RunningMode: Landmarker<Task>] {
        let path = try ModelStore.path(for: arguments, model: model, named: namedModels)
        var landmarkers: [RunningMode: Landmarker<Task>] = [:]
        for mode in Set(inputs.groups.map(\.landmarkerMode)) {
            var options = Task.Options(model: path, arguments)
            if !arguments.has("--threads") { options.threads = max(1, options.threads / jobs) }
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

    init(
        _ transform: InputTransform, _ landmarkers: [RunningMode: Landmarker<Task>],
        _ sinks: OutputSinks<LandmarkRecord<Task.Instance>>
    ) {
        self.transform = transform
        self.landmarkers = landmarkers
        self.sinks = sinks
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
}

extension RunSummary {
    /// A line about images, if there were several, one about frames, and one about live mode.
    fileprivate func lines<Task: LandmarkTask>(of task: Task.Type, isSeveral: Bool) -> [String] {
        var lines: [String] = []
        if isSeveral, images.processed > 0 || frames.processed == 0 {
            let name = images.instances == 1 ? Task.singular : Task.plural
            lines.append(
                "\(Self.counted(images.processed, "image")), \(images.instances) \(name), "
                    + images.pace("images"))
        }
        if frames.processed > 0 {
            lines.append(
                "\(Self.counted(frames.processed, "frame")),"
                    + " \(Task.plural) in \(frames.withInstances), " + frames.pace("frames"))
        }
        return lines + [liveLine].compactMap { $0 }
    }
}
