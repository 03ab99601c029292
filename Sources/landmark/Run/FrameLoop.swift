import LandmarkCapture
import LandmarkCommandSupport
import LandmarkSystem

/// How a run ended.
enum RunEnding: Sendable {
    /// All frames of all inputs were read.
    case complete
    /// It was interrupted, as by Ctrl-C.
    case interrupted
    /// An input could not be read to its end.
    case failed
}

/// An error that ends the input it occurred in, but not the run.
struct InputFault: Error {
    let cause: any Error
}

/// What a command does with the frames of its inputs. ``FrameLoop`` calls it.
protocol FrameHandler {
    /// What is computed from a frame.
    associatedtype Output: Sendable
    associatedtype Sinks: OutputSet

    /// Where results go.
    var sinks: Sinks { get }

    /// Whether a terminal shows the line of progress; not when the handler shows something else.
    var showsProgress: Bool { get }

    /// The function that computes the output of each of a group's frames; called once for a group.
    func process(for group: InputGroup) -> FramePipeline<Output>.Process

    /// The number of hands, poses or faces in an output, for the summary.
    func instanceCount(in output: Output) -> Int

    /// Writes the records of an output to the sinks.
    ///
    /// - Throws: ``InputFault`` when only this input is at fault; any other error ends the run.
    mutating func write(_ output: Output, of frames: FrameSet, in group: InputGroup) throws

    /// Called after a group's last frame; `complete` says that all of its frames were read.
    mutating func endInput(complete: Bool) throws

    /// Completes all outputs after the last group.
    mutating func finish(_ ending: RunEnding) async throws

    /// Completes what can be completed of the outputs after an error.
    mutating func salvage()

    /// The lines to print at the end.
    func lines(for summary: RunSummary) -> [String]
}

extension FrameHandler {
    var showsProgress: Bool { true }
    func instanceCount(in output: Output) -> Int { 0 }
    mutating func endInput(complete: Bool) throws { try sinks.endInput(complete: complete) }
    mutating func finish(_ ending: RunEnding) async throws { try sinks.close() }
    mutating func salvage() { sinks.salvage() }
}

/// The one path from inputs to outputs: opens each group of inputs, has its frames processed and
/// written, reports errors and progress, and completes the outputs.
struct FrameLoop<Handler: FrameHandler> {
    private let inputs: InputList
    private let console: Console
    private var handler: Handler
    private var progress: Progress
    private var summary = RunSummary()
    private var isComplete = true

    init(_ inputs: InputList, _ handler: Handler, on console: Console) {
        self.inputs = inputs
        self.handler = handler
        self.console = console
        progress = Progress(on: console)
    }

    /// Processes all inputs.
    ///
    /// An input that cannot be read is reported, and the others are processed. When errors left not
    /// a single frame to write, the files that the outputs would replace stay as they are.
    ///
    /// - Returns: The exit code.
    /// - Throws: The first error of an output, or of the handler, after salvaging the outputs.
    mutating func run() async throws -> ExitCode {
        Interruption.watch()
        for problem in inputs.problems { report("\(problem)") }
        do {
            try await processGroups()
            console.clearProgress()
            if handler.sinks.recordCount == 0, summary.failures > 0 {
                handler.sinks.discard()
            } else {
                try await handler.finish(
                    isComplete ? .complete : Interruption.isRequested ? .interrupted : .failed)
            }
        } catch {
            console.clearProgress()
            handler.salvage()
            throw error
        }
        for line in handler.lines(for: summary) { console.note(line) }
        if Interruption.isRequested { return .interrupted }
        return summary.failures == 0 ? .done : .failed
    }

    private mutating func processGroups() async throws {
        let groups = inputs.groups
        for (index, group) in groups.enumerated() {
            if Interruption.isRequested {
                isComplete = false
                return
            }
            let start = ContinuousClock.now
            if !group.isImage {
                progress.begin(group.main.name, number: index + 1, of: groups.count)
            }
            if try await !process(group, since: start) { isComplete = false }
            let duration = ContinuousClock.now - start
            if group.isImage {
                summary.images.duration += duration
                progress.show(
                    index + 1, of: groups.count, unit: "images", since: summary.images.duration)
            } else {
                summary.frames.duration += duration
            }
        }
    }

    /// Returns whether all frames of the group were read.
    private mutating func process(
        _ group: InputGroup, since start: ContinuousClock.Instant
    ) async throws -> Bool {
        let synchronizer: FrameSynchronizer
        do {
            guard let opened = try await FrameSynchronizer.open(group, on: console) else {
                return false
            }
            synchronizer = opened
            try handler.sinks.begin(group, from: opened.source)
        } catch {
            report("\(error)")
            return false
        }
        var pipeline = FramePipeline(group, synchronizer, process: handler.process(for: group))
        let isComplete = try await drain(&pipeline, of: group, since: start)
        if let received = pipeline.received {
            summary.received = (summary.received ?? 0) + received
        }
        try handler.endInput(complete: isComplete)
        return isComplete
    }

    /// Writes the output of each frame; returns whether all frames were read.
    private mutating func drain(
        _ pipeline: inout FramePipeline<Handler.Output>, of group: InputGroup,
        since start: ContinuousClock.Instant
    ) async throws -> Bool {
        while true {
            switch await pipeline.next() {
            case .processed(let output, let frames):
                count(handler.instanceCount(in: output), in: group)
                do {
                    try handler.write(output, of: frames, in: group)
                } catch let fault as InputFault {
                    report(group.describe(fault.cause, inFrame: frames.leading.number))
                    return false
                }
                if group.isImage || !handler.showsProgress { continue }
                progress.show(
                    group.inputs.count == 1 ? frames.leading.number + 1 : summary.frames.processed,
                    of: pipeline.total, unit: "frames", since: ContinuousClock.now - start)
            case .failed(let problem): report(problem)
            case .ended(let isComplete): return isComplete
            }
        }
    }

    private mutating func count(_ instances: Int, in group: InputGroup) {
        if group.isImage {
            summary.images.add(instances: instances)
        } else {
            summary.frames.add(instances: instances)
        }
    }

    private mutating func report(_ problem: String) {
        summary.failures += 1
        console.complain(problem)
    }
}
