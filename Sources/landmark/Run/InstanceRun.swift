import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkReports
import LandmarkTasks

/// A detector of instances in images and frames.
struct InstanceDetector<Instance: OutputInstance>: Sendable {
    /// Discards the state of the frames so far, before another input.
    let reset: @Sendable () -> Void
    /// Returns the instances of a frame; in image mode, independently of other frames.
    let instances: @Sendable (Frame, RunningMode) throws(TaskError) -> [Instance]
}

extension InstanceDetector {
    /// A single task.
    init<Task: LandmarkTask>(_ landmarker: Landmarker<Task>) where Task.Instance == Instance {
        reset = { landmarker.reset() }
        instances = { (frame, mode) throws(TaskError) in
            try landmarker.instances(in: frame, mode: mode)
        }
    }
}

extension Landmarker {
    /// The instances of a frame; in image mode, independently of other frames.
    func instances(in frame: Frame, mode: RunningMode) throws(TaskError) -> [Task.Instance] {
        let result =
            try mode == .image
            ? detect(frame.image, orientation: frame.orientation) : detect(frame)
        return result.instances
    }
}

/// A run of `hand`, `pose`, `face`, `all`, `holistic` or `segment`: detects the instances in images and
/// frames, and writes them.
struct InstanceRun<Instance: OutputInstance> {
    private let arguments: Arguments
    private let singular: String
    private let plural: String
    private let makeDetector:
        @Sendable (RunningMode, _ jobs: Int) throws ->
            InstanceDetector<Instance>

    /// - Parameters:
    ///   - arguments: The command line.
    ///   - singular: The name of an instance, which is also that of the command.
    ///   - plural: The name of several instances.
    ///   - makeDetector: Makes a detector for single images or for frames; each job has one.
    init(
        _ arguments: Arguments, singular: String, plural: String,
        makeDetector:
            @escaping @Sendable (RunningMode, _ jobs: Int) throws ->
            InstanceDetector<Instance>
    ) {
        self.arguments = arguments
        self.singular = singular
        self.plural = plural
        self.makeDetector = makeDetector
    }

    /// Checks the command line, opens the outputs, and processes all inputs.
    func run() async throws -> ExitCode {
        var inputs = try InputList(arguments)
        let console = Console(isQuiet: arguments.has("--quiet"))
        let transform = try InputTransform(DetectionSettings(arguments))
        let outputs = try LandmarkOutputs<Instance>(arguments, inputs, plural: plural)
        if arguments.has("--resume") { try outputs.checkResuming() }
        let count = inputs.groups.count
        if arguments.has("--resume") { inputs.remove(where: outputs.isWhole) }
        let jobs = min(arguments.integer("--jobs") ?? 1, max(1, inputs.groups.count))
        if jobs > 1, arguments.has("--show") {
            throw CommandError.misplacedOption("--show", use: "--jobs 1")
        }
        let text = try outputs.openText()
        let run = ParallelRun(
            inputs, jobs: jobs, on: console,
            lines: { [singular, plural, isSeveral = inputs.isSeveral] summary in
                summary.lines(singular, plural, isSeveral: isSeveral)
            }
        ) { [inputs, makeDetector] in
            var detectors: [RunningMode: InstanceDetector<Instance>] = [:]
            for mode in Set(inputs.groups.map(\.detectorMode)) {
                detectors[mode] = try makeDetector(mode, jobs)
            }
            return InstanceHandler(transform, detectors, try outputs.sinks(text, on: console))
        }
        return try await run.run(skipped: count - inputs.groups.count, shared: text)
    }
}

extension InputGroup {
    /// The detector's mode. Live mode differs from video mode only in which frames it processes.
    fileprivate var detectorMode: RunningMode { mode == .image ? .image : .video }
}

/// The instances in one frame.
struct LandmarkRecord<Instance: Sendable>: FrameRecord {
    let label: FrameLabel
    let frame: Frame?
    let instances: [Instance]
}

/// Detects the instances in each frame and writes them.
private struct InstanceHandler<Instance: OutputInstance>: ImageHandler {
    let sinks: OutputSinks<LandmarkRecord<Instance>>
    private let transform: InputTransform
    private let detectors: [RunningMode: InstanceDetector<Instance>]

    init(
        _ transform: InputTransform, _ detectors: [RunningMode: InstanceDetector<Instance>],
        _ sinks: OutputSinks<LandmarkRecord<Instance>>
    ) {
        self.transform = transform
        self.detectors = detectors
        self.sinks = sinks
    }

    func process(for group: InputGroup) -> FramePipeline<[Instance]>.Process {
        let mode = group.detectorMode
        guard let detector = detectors[mode] else {
            preconditionFailure("no detector for mode \(mode)")
        }
        detector.reset()
        return { [transform] (frame) throws(TaskError) in
            transform.restore(try detector.instances(transform.apply(to: frame), mode))
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
    /// A line about images, if there were several, a line about frames, and a line about live mode.
    fileprivate func lines(_ singular: String, _ plural: String, isSeveral: Bool) -> [String] {
        var lines: [String] = []
        if isSeveral, images.processed > 0 || frames.processed == 0 {
            let name = images.instances == 1 ? singular : plural
            lines.append(
                "\(String.counted(images.processed, "image")), \(images.instances) \(name), "
                    + images.pace("images"))
        }
        if frames.processed > 0 {
            lines.append(
                "\(String.counted(frames.processed, "frame")),"
                    + " \(plural) in \(frames.withInstances), " + frames.pace("frames"))
        }
        return lines + [liveLine].compactMap { $0 }
    }
}
