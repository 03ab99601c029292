import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkReports

/// The only path from inputs to outputs: opens each group of inputs, has its frames processed and written,
/// reports errors and progress, and completes the outputs.
struct FrameLoop<Handler: FrameHandler> {
    private let console: Console
    private var handler: Handler
    private var progress: RunProgress
    /// The summary of the run so far.
    private(set) var summary = RunSummary()
    private var isComplete = true

    init(_ handler: Handler, _ progress: RunProgress, on console: Console) {
        self.handler = handler
        self.console = console
        self.progress = progress
    }

    /// Processes all inputs of a command, one after another, and prints a summary.
    ///
    /// - Returns: The exit code.
    /// - Throws: As ``work(on:ended:)``.
    static func run(
        _ inputs: InputList, _ handler: Handler, on console: Console
    ) async throws -> ExitCode {
        var loop = FrameLoop(handler, .lines(Progress(on: console)), on: console)
        loop.summary.begin(inputs, on: console)
        try await loop.work(on: GroupQueue(inputs.groups))
        for line in loop.handler.lines(for: loop.summary) { console.note(line) }
        return loop.summary.exitCode
    }

    /// Processes groups until none is left, and completes the outputs.
    ///
    /// An input that cannot be read is reported, and the others are processed. When not a single
    /// frame was written because of errors or an interruption, the files that the outputs would
    /// replace are left unchanged.
    ///
    /// - Parameters:
    ///   - queue: The groups. Other loops may take from it, too.
    ///   - ended: Called when a group is over.
    /// - Throws: The first error of an output, or of the handler, after salvaging the outputs.
    mutating func work(
        on queue: GroupQueue, ended: (InputGroup) throws -> Void = { _ in }
    ) async throws {
        do {
            while let group = queue.take() {
                if Interruption.isRequested || Task.isCancelled {
                    isComplete = false
                    break
                }
                try await process(group, number: group.index + 1, of: queue.count)
                try ended(group)
            }
            console.clearProgress()
            if handler.sinks.recordCount == 0, summary.failures > 0 || Interruption.isRequested {
                handler.sinks.discard()
            } else {
                try await handler.finish(
                    isComplete ? .complete : Interruption.isRequested ? .interrupted : .inputFailed)
            }
        } catch {
            console.clearProgress()
            console.report(handler.salvage())
            throw error
        }
    }

    private mutating func process(
        _ group: InputGroup, number: Int, of count: Int
    ) async throws {
        let start = MonotonicTime.now
        if !group.isImage { progress.begin(group.main.name, number: number, of: count) }
        if try await !process(group, since: start) {
            isComplete = false
            if !Interruption.isRequested, !Task.isCancelled {
                summary.failedInputs.append(group.main.name)
            }
        }
        let duration = start.elapsedSeconds
        if group.isImage {
            summary.images.duration += duration
            progress.showImages(number, of: count, since: summary.images.duration)
        } else {
            summary.frames.duration += duration
        }
        progress.end()
    }

    /// Returns whether all frames of the group were read.
    private mutating func process(
        _ group: InputGroup, since start: MonotonicTime
    ) async throws -> Bool {
        var steps: Handler.Steps
        do {
            guard let opened = try await handler.open(group, on: console) else { return false }
            steps = opened
            try handler.sinks.begin(group, from: steps.source)
        } catch {
            report("\(error)")
            return false
        }
        let isComplete = try await drain(&steps, of: group, since: start)
        if let received = steps.received {
            summary.received = (summary.received ?? 0) + received
        }
        do {
            try handler.endInput(complete: isComplete)
        } catch let fault as InputFault {
            report(group.describe(fault.cause, inFrame: fault.frame ?? 0))
            return false
        }
        return isComplete || handler.isFinished
    }

    /// Writes the output of each frame; returns whether all frames were read.
    private mutating func drain(
        _ steps: inout Handler.Steps, of group: InputGroup, since start: MonotonicTime
    ) async throws -> Bool {
        let before = summary.frames.processed
        while !handler.isFinished {
            switch await steps.next() {
            case .processed(let output):
                count(handler.instanceCount(in: output), in: group)
                do {
                    try handler.write(output, in: group)
                } catch let fault as InputFault {
                    report(group.describe(fault.cause, inFrame: fault.frame ?? output.number))
                    return false
                }
                if group.isImage || !handler.showsProgress { continue }
                progress.showFrames(
                    group.isNumbered ? output.number + 1 : summary.frames.processed - before,
                    of: steps.total, since: start.elapsedSeconds)
            case .failed(let problem): report(problem)
            case .ended(let isComplete): return isComplete
            }
        }
        return false
    }

    private mutating func count(_ instances: Int, in group: InputGroup) {
        if group.isImage {
            summary.images.add(instances: instances)
        } else {
            summary.frames.add(instances: instances)
        }
    }

    private mutating func report(_ problem: String) { summary.report(problem, on: console) }
}
