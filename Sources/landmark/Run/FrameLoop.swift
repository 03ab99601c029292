import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkReports
import LandmarkSystem

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
    /// An input that cannot be read is reported, and the others are processed. When errors or an
    /// interruption left not a single frame to write, the files that the outputs would replace stay
    /// as they are.
    ///
    /// - Returns: The exit code.
    /// - Throws: The first error of an output, or of the handler, after salvaging the outputs.
    mutating func run() async throws -> ExitCode {
        Interruption.watch()
        for note in inputs.notes { console.note(note) }
        for problem in inputs.problems { report("\(problem)") }
        do {
            try await processGroups()
            console.clearProgress()
            if handler.sinks.recordCount == 0, summary.failures > 0 || Interruption.isRequested {
                handler.sinks.discard()
            } else {
                try await handler.finish(
                    isComplete ? .complete : Interruption.isRequested ? .interrupted : .inputFailed)
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
            let start = MonotonicTime.now
            if !group.isImage {
                progress.begin(group.main.name, number: index + 1, of: groups.count)
            }
            if try await !process(group, since: start) { isComplete = false }
            let duration = start.elapsedSeconds
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
                progress.show(
                    group.isNumbered ? output.number + 1 : summary.frames.processed - before,
                    of: steps.total, unit: "frames", since: start.elapsedSeconds)
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

    private mutating func report(_ problem: String) {
        summary.failures += 1
        console.printError(problem)
    }
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
        /// Seconds.
        var duration = 0.0

        mutating func add(instances count: Int) {
            processed += 1
            instances += count
            if count > 0 { withInstances += 1 }
        }

        /// The duration and the rate, as in `1.20 s, 25 frames/s`.
        func pace(_ unit: String) -> String {
            let seconds = String(duration, places: 2)
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
