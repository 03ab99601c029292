import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// One task on frames in memory, around and around: from the frame to the result in hand.
struct TaskTiming: Timed, Sendable {
    let facts: BenchFacts
    let threads: Int
    private var frames: BenchFrames
    private let look: Look

    init(_ task: BenchTask, _ input: BenchInput, _ arguments: Arguments) throws {
        let streams = arguments.integer("--streams") ?? 1
        threads =
            arguments.integer("--threads") ?? (streams > 1 ? 1 : ProcessorCount.usual)
        frames = BenchFrames(input.images)
        look = try task.look(arguments, mode: input.mode, threads: threads)
        var facts = BenchFacts()
        facts.add("task", task.rawValue)
        facts.add(input.facts)
        facts.add("most", arguments.integer("--max") ?? 1)
        if task == .pose { facts.add("masks", arguments.has("--masks") ? "yes" : "no") }
        facts.add("threads", threads)
        facts.add("streams", streams)
        self.facts = facts
    }

    mutating func run() throws -> BenchRun {
        let frame = frames.next()
        let start = ContinuousClock.now
        let sight = try look(frame)
        return BenchRun(duration: ContinuousClock.now - start, sight: sight)
    }
}
