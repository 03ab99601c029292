import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkSystem
import LandmarkTasks
import Synchronization

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
        console.printError(problem)
    }
}

// MARK: Processing

/// The frames of a group, each with what a function computes from it: every frame, or in live mode
/// the newest one whenever the function is free.
struct FramePipeline<Output: Sendable> {
    /// Computes the output of a frame, in the order of the frames. In live mode it runs on a queue
    /// of its own while earlier outputs are being written.
    typealias Process = @Sendable (Frame) throws(TaskError) -> Output

    /// What ``next()`` returns.
    enum Step {
        /// The output, and the frames that it was computed from.
        case processed(Output, FrameSet)
        /// An error in words. Further steps follow.
        case failed(String)
        /// There are no more frames; `complete` says that all of them were read.
        case ended(complete: Bool)
    }

    private let group: InputGroup
    private var synchronizer: FrameSynchronizer
    private let process: Process
    /// The next result in live mode; nil in other modes.
    private let nextLiveResult: (() async throws -> FrameResult<Output>?)?
    private let arrivals = Counter()
    private var number = 0
    private var hasFailed = false

    init(_ group: InputGroup, _ synchronizer: FrameSynchronizer, process: @escaping Process) {
        self.group = group
        self.synchronizer = synchronizer
        self.process = process
        guard group.mode == .liveStream, let source = synchronizer.source else {
            nextLiveResult = nil
            return
        }
        nextLiveResult =
            group.main.isRecorded
            ? Self.latest(Replay(source, lateFrames: .deliver), process, arrivals)
            : Self.latest(source.frames(), process, arrivals)
    }

    /// The number of frames, if it is known.
    var total: Int? {
        nextLiveResult != nil && !group.main.isRecorded ? nil : synchronizer.count
    }

    /// The number of frames that have arrived in live mode, dropped ones included; nil in other
    /// modes.
    var received: Int? { nextLiveResult == nil ? nil : arrivals.count }

    /// Processes the next frame.
    mutating func next() async -> Step {
        if hasFailed || Interruption.isRequested { return .ended(complete: false) }
        do {
            if let step = try await nextLiveResult == nil ? nextOfAll() : nextOfLatest() {
                return step
            }
            // Sequences also end when their task is cancelled.
            return .ended(complete: !Interruption.isRequested)
        } catch let error as CaptureError {
            hasFailed = nextLiveResult != nil || !error.concernsOneFrame
            // A source names itself in its errors.
            return .failed("\(error)")
        } catch {
            hasFailed = true
            return .failed(group.describe(error, inFrame: number))
        }
    }

    private mutating func nextOfAll() async throws -> Step? {
        guard let frames = try await synchronizer.next() else { return nil }
        number = frames.leading.number
        return .processed(try process(frames.leading.frame), frames)
    }

    private mutating func nextOfLatest() async throws -> Step? {
        guard let result = try await nextLiveResult?() else { return nil }
        number += result.dropped
        let output = try result.get()
        defer { number += 1 }
        return .processed(output, FrameSet(NumberedFrame(frame: result.frame, number: number)))
    }

    private static func latest<Frames: AsyncSequence & Sendable>(
        _ frames: Frames, _ process: @escaping Process, _ arrivals: Counter
    ) -> () async throws -> FrameResult<Output>? where Frames.Element == Frame {
        let counted = frames.map { frame in
            arrivals.increment()
            return frame
        }
        var results = FrameResults(frames: counted, overflow: .latestOnly) { frame in
            Result { () throws(TaskError) in try process(frame) }
        }.makeAsyncIterator()
        return { try await results.next(isolation: nil) }
    }
}

extension InputGroup {
    /// An error with the input and the frame that it concerns.
    func describe(_ error: any Error, inFrame number: Int) -> String {
        isImage ? "\(main.name): \(error)" : "\(main.name), frame \(number): \(error)"
    }
}

/// A count that several threads may increment.
private final class Counter: Sendable {
    private let value = Atomic(0)

    func increment() { value.add(1, ordering: .relaxed) }

    var count: Int { value.load(ordering: .relaxed) }
}

// MARK: Summary

/// What a run has processed so far.
struct RunSummary {
    /// Counts of images or frames.
    struct Counts {
        var processed = 0
        /// Hands, poses or faces in all of them.
        var instances = 0
        /// Images or frames with at least one instance.
        var withInstances = 0
        var duration = Duration.zero

        mutating func add(instances count: Int) {
            processed += 1
            instances += count
            if count > 0 { withInstances += 1 }
        }

        /// The duration and the rate, as in `1.20 s, 25 frames/s`.
        func pace(_ unit: String) -> String {
            let seconds = String(Rate.seconds(duration), places: 2)
            return "\(seconds) s, \(Rate.text(count: processed, in: duration, of: unit))"
        }
    }

    /// Single images.
    var images = Counts()
    /// Frames of videos, folders, cameras and pipes.
    var frames = Counts()
    /// Errors that were reported: inputs or frames that could not be read or processed.
    var failures = 0
    /// Frames that arrived in live mode, dropped ones included; nil without live mode.
    var received: Int?

    /// Images and frames together.
    var all: Counts {
        Counts(
            processed: images.processed + frames.processed,
            instances: images.instances + frames.instances,
            withInstances: images.withInstances + frames.withInstances,
            duration: images.duration + frames.duration)
    }

    /// The line about frames that were dropped; nil without live mode.
    var liveLine: String? {
        received.map { received in
            "live: \(received) received, \(frames.processed) processed,"
                + " \(received - frames.processed) dropped"
        }
    }

    /// `1 frame` or `2 frames`.
    static func counted(_ count: Int, _ unit: String) -> String {
        "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
}
