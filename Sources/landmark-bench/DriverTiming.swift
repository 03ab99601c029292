import DriverMonitoring
import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// Driver monitoring on frames in memory, in a loop: from the frame to the result.
struct DriverTiming: Workload {
    let facts: BenchFacts
    private var frames: BenchFrames
    private let inference: BenchInference

    init(_ input: BenchInput, _ arguments: Arguments) throws {
        frames = BenchFrames(input.images)
        let threads = arguments.integer("--threads") ?? ProcessorCount.usual
        let device = try arguments.device
        let model = try ModelStore.path(for: arguments, model: .face)
        var facts = BenchFacts()
        facts.add("task", "drive")
        facts.add(input.facts)
        facts.add("form", arguments.has("--graph") ? "graph" : "direct")
        facts.add("threads", threads)
        self.facts = facts
        inference =
            try arguments.has("--graph")
            ? Self.graph(model, threads: threads, device)
            : Self.direct(model, threads: threads, device)
    }

    /// Runs a `DriverMonitor`; the time beyond that of its landmarker is the assessment time.
    private static func direct(
        _ model: String, threads: Int, _ device: ComputeDevice
    ) throws -> BenchInference {
        var options = DriverMonitorOptions(model: .file(model))
        options.landmarker.threads = threads
        options.landmarker.device = device
        options.landmarker.logger = Console.logger
        let monitor = try DriverMonitor(options: options)
        return { frame in
            let start = MonotonicTime.now
            let update = try monitor.process(frame)
            let duration = start.elapsedSeconds
            let timings = update.landmarks.timings
            return BenchSample(
                found: update.face == nil ? 0 : 1, timings: timings,
                assessment: duration - timings[.total])
        }
    }

    /// Runs the same as a graph, whose results contain no stage timings.
    private static func graph(
        _ model: String, threads: Int, _ device: ComputeDevice
    ) throws -> BenchInference {
        var models = VisionModels()
        models.face = model
        models.threads = threads
        models.device = device
        let runner = try GraphRunner(
            config: .driverMonitoring(), registry: .vision(models, logger: Console.logger))
        return { frame in
            let result = try runner.process(frame, as: DriverResult.self)
            return BenchSample(
                found: result?.signals.isFacePresent == true ? 1 : 0, timings: StageTimings())
        }
    }

    mutating func run() throws -> BenchRun {
        let frame = frames.next()
        let start = MonotonicTime.now
        let sample = try inference(frame)
        return BenchRun(duration: start.elapsedSeconds, sample: sample)
    }
}
