import DriverMonitoring
import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// Watching a driver in frames in memory, around and around: from the frame to the result in hand.
struct DriveTiming: Timed {
    let facts: BenchFacts
    private var frames: BenchFrames
    private let look: Look

    init(_ input: BenchInput, _ arguments: Arguments) throws {
        frames = BenchFrames(input.images)
        let threads = arguments.integer("--threads") ?? ProcessorCount.usual
        let model = try ModelStore.path(for: arguments, model: .face)
        var facts = BenchFacts()
        facts.add("task", "drive")
        facts.add(input.facts)
        facts.add("form", arguments.has("--graph") ? "graph" : "direct")
        facts.add("threads", threads)
        self.facts = facts
        look =
            try arguments.has("--graph")
            ? Self.graph(model, threads: threads) : Self.direct(model, threads: threads)
    }

    /// What the landmarker did not take of a call's time is the monitor's.
    private static func direct(_ model: String, threads: Int) throws -> Look {
        var options = DriverMonitorOptions(model: .file(model))
        options.landmarker.threads = threads
        let monitor = try DriverMonitor(options: options)
        return { frame in
            let start = ContinuousClock.now
            let update = try monitor.process(frame)
            let duration = ContinuousClock.now - start
            let timings = update.landmarks.timings
            return Sight(
                found: update.face == nil ? 0 : 1, timings: timings,
                judging: duration - timings[.total])
        }
    }

    /// The same as a graph, whose results say nothing of stages.
    private static func graph(_ model: String, threads: Int) throws -> Look {
        var models = VisionModels()
        models.face = model
        models.threads = threads
        let runner = try GraphRunner(config: .driverMonitoring(), registry: .vision(models))
        return { frame in
            let result = try runner.process(frame, as: DriverResult.self)
            return Sight(
                found: result?.signals.isFacePresent == true ? 1 : 0, timings: StageTimings())
        }
    }

    mutating func run() throws -> BenchRun {
        let frame = frames.next()
        let start = ContinuousClock.now
        let sight = try look(frame)
        return BenchRun(duration: ContinuousClock.now - start, sight: sight)
    }
}
