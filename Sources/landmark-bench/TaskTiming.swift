import Dispatch
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkOverlays
import LandmarkTasks

/// A task on frames in memory, in a loop: from the frame to the result.
struct TaskTiming: Workload, Sendable {
    let facts: BenchFacts
    let threads: Int
    private var frames: BenchFrames
    private let inference: BenchInference
    private let isLive: Bool

    init(_ task: any BenchTask.Type, _ input: BenchInput, _ arguments: Arguments) throws {
        let streams = arguments.integer("--streams") ?? 1
        threads = arguments.integer("--threads") ?? (streams > 1 ? 1 : ProcessorCount.usual)
        frames = BenchFrames(input.images)
        isLive = input.mode == .liveStream
        inference = try task.inference(arguments, mode: input.mode, threads: threads)
        var facts = BenchFacts()
        facts.add("task", task.name)
        facts.add(input.facts)
        facts.add("max", arguments.integer("--max") ?? 1)
        if task == PoseTask.self || task == HolisticTask.self {
            facts.add("masks", arguments.has("--masks") ? "yes" : "no")
        }
        facts.add("threads", threads)
        facts.add("streams", streams)
        self.facts = facts
    }

    mutating func run() throws -> BenchRun {
        let frame = frames.next()
        // A camera's frame finds the caches cold and the threads asleep.
        if isLive { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 1.0 / 30) }
        let start = MonotonicTime.now
        let sample = try inference(frame)
        return BenchRun(duration: start.elapsedSeconds, sample: sample)
    }
}

/// From a bundle's path to the result for an image in memory.
struct FirstTiming: Workload {
    let facts: BenchFacts
    private let task: any BenchTask.Type
    private let arguments: Arguments
    private let frame: Frame

    init(_ task: any BenchTask.Type, _ path: String, _ arguments: Arguments) throws {
        self.task = task
        self.arguments = arguments
        let image = try ImageFile.read(path)
        frame = Frame(image: image, timestamp: .milliseconds(0))
        var facts = BenchFacts()
        facts.add("task", task.name)
        facts.add("input", path)
        facts.add("size", image.size)
        facts.add("threads", arguments.integer("--threads") ?? ProcessorCount.usual)
        self.facts = facts
    }

    func run() throws -> BenchRun {
        let start = MonotonicTime.now
        let inference = try task.inference(
            arguments, mode: .image, threads: arguments.integer("--threads"))
        let sample = try inference(frame)
        return BenchRun(duration: start.elapsedSeconds, sample: sample)
    }
}

/// Drawing what a task detects in an image: from the image to the drawn image.
struct DrawTiming: Workload {
    let facts: BenchFacts
    private let image: PixelBuffer
    private let overlays: [LandmarkOverlay]

    init(_ task: any BenchTask.Type, _ path: String, _ arguments: Arguments) throws {
        image = try ImageFile.read(path)
        overlays = try task.overlays(in: image, arguments)
        var facts = BenchFacts()
        facts.add("task", task.name)
        facts.add("input", path)
        facts.add("size", image.size)
        self.facts = facts
    }

    func run() throws -> BenchRun {
        let start = MonotonicTime.now
        _ = try image.drawn(overlays)
        return BenchRun(duration: start.elapsedSeconds)
    }
}
