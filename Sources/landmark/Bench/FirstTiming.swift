import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// From a bundle's path to the result for one image, which is in memory.
struct FirstTiming: Timed {
    let facts: BenchFacts
    private let task: BenchTask
    private let arguments: Arguments
    private let frame: Frame

    init(_ task: BenchTask, _ path: String, _ arguments: Arguments) throws {
        self.task = task
        self.arguments = arguments
        let image = try ImageFile.read(path)
        frame = Frame(image: image, timestamp: .milliseconds(0))
        var facts = BenchFacts()
        facts.add("task", task.rawValue)
        facts.add("input", path)
        facts.add("size", "\(image.width)x\(image.height)")
        facts.add("threads", arguments.integer("--threads") ?? ProcessorCount.usual)
        self.facts = facts
    }

    func run() throws -> BenchRun {
        let start = ContinuousClock.now
        let look = try task.look(
            arguments, mode: .image, threads: arguments.integer("--threads"))
        let sight = try look(frame)
        return BenchRun(duration: ContinuousClock.now - start, sight: sight)
    }
}
