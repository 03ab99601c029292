import LandmarkCommandSupport
import LandmarkCore

/// Processes several inputs at the same time: `--jobs`.
///
/// Each job has its own handler and takes the next group when it has finished one.
struct ParallelRun<Handler: FrameHandler> {
    private let inputs: InputList
    private let jobs: Int
    private let console: Console
    private let makeHandler: @Sendable () throws -> Handler
    private let lines: (RunSummary) -> [String]

    /// - Parameters:
    ///   - inputs: What to process.
    ///   - jobs: The number of groups to process at the same time.
    ///   - console: Where errors, progress and the summary go.
    ///   - lines: The lines to print at the end.
    ///   - makeHandler: Makes the handler of a job: loads models and opens outputs.
    init(
        _ inputs: InputList, jobs: Int, on console: Console,
        lines: @escaping (RunSummary) -> [String],
        makeHandler: @escaping @Sendable () throws -> Handler
    ) {
        self.lines = lines
        self.inputs = inputs
        self.jobs = jobs
        self.console = console
        self.makeHandler = makeHandler
    }

    /// Processes the inputs, completes the files that they share, and prints a summary.
    ///
    /// - Parameters:
    ///   - skipped: The number of inputs that were skipped because they are already done.
    ///   - texts: The text files of all jobs.
    /// - Returns: The exit code.
    /// - Throws: The first error of an output, after the other jobs have ended.
    func run(skipped: Int, shared texts: SharedTexts) async throws -> ExitCode {
        var summary = RunSummary()
        summary.begin(inputs, on: console)
        let start = MonotonicTime.now
        let queue = GroupQueue(inputs.groups)
        do {
            try await work(on: queue, texts, &summary)
            if jobs > 1 {
                summary.images.duration = start.elapsedSeconds
                summary.frames.duration = start.elapsedSeconds
            }
            if summary.all.processed == 0, summary.failures > 0 || Interruption.isRequested {
                texts.discard()
            } else {
                try texts.close()
            }
        } catch {
            console.clearProgress()
            console.report(texts.salvage())
            throw error
        }
        for line in lines(summary) + inputLines(summary, skipped: skipped) { console.note(line) }
        return summary.exitCode
    }

    private func work(
        on queue: GroupQueue, _ texts: SharedTexts, _ summary: inout RunSummary
    ) async throws {
        let shared = jobs == 1 ? nil : JobProgress(on: console, inputs: queue.count)
        try await withThrowingTaskGroup(of: RunSummary.self) { group in
            for _ in 0..<jobs {
                group.addTask { [makeHandler, console] in
                    let progress = shared.map(RunProgress.jobs) ?? .lines(Progress(on: console))
                    var loop = FrameLoop(try makeHandler(), progress, on: console)
                    try await loop.work(on: queue, ended: texts.end)
                    return loop.summary
                }
            }
            for try await part in group { summary.add(part) }
        }
    }

    /// The outcomes of several inputs.
    private func inputLines(_ summary: RunSummary, skipped: Int) -> [String] {
        let failed = summary.failedInputs
        guard inputs.groups.count + skipped > 1, !failed.isEmpty || skipped > 0 else { return [] }
        let count = inputs.groups.count
        var parts = ["\(count - failed.count) of \(count) inputs complete"]
        if skipped > 0 { parts.append("\(skipped) skipped (already done)") }
        var lines = [parts.joined(separator: ", ")]
        if !failed.isEmpty {
            let more = failed.count > 10 ? " and \(failed.count - 10) more" : ""
            lines.append("incomplete: " + failed.prefix(10).joined(separator: ", ") + more)
        }
        return lines
    }
}

/// The groups of a run that no job has taken yet.
final class GroupQueue: Sendable {
    /// The number of all groups.
    var count: Int { groups.count }
    private let groups: [InputGroup]
    private let next = Mutex(0)

    init(_ groups: [InputGroup]) { self.groups = groups }

    /// Takes the next group; nil if none is left.
    func take() -> InputGroup? {
        next.withLock { next in
            guard next < groups.count else { return nil }
            defer { next += 1 }
            return groups[next]
        }
    }
}

/// The progress of a run: of one input after another, or of several at the same time.
enum RunProgress {
    case lines(Progress)
    case jobs(JobProgress)

    mutating func begin(_ name: String, number: Int, of count: Int) {
        guard case .lines(var progress) = self else { return }
        progress.begin(name, number: number, of: count)
        self = .lines(progress)
    }

    mutating func showFrames(_ done: Int, of total: Int?, since duration: Double) {
        switch self {
        case .jobs: break
        case .lines(var progress):
            progress.show(done, of: total, unit: "frames", since: duration)
            self = .lines(progress)
        }
    }

    mutating func showImages(_ done: Int, of total: Int, since duration: Double) {
        guard case .lines(var progress) = self else { return }
        progress.show(done, of: total, unit: "images", since: duration)
        self = .lines(progress)
    }

    /// Ends an input.
    func end() {
        if case .jobs(let progress) = self { progress.endInput() }
    }
}

/// The progress of several jobs together.
final class JobProgress: Sendable {
    private struct State {
        var inputs = 0
        var progress: Progress
    }

    private let count: Int
    private let start = MonotonicTime.now
    private let state: Mutex<State>

    init(on console: Console, inputs count: Int) {
        self.count = count
        state = Mutex(State(progress: Progress(on: console)))
    }

    func endInput() {
        state.withLock { state in
            state.inputs += 1
            state.progress.show(
                state.inputs, of: count, unit: "inputs", since: start.elapsedSeconds)
        }
    }
}
