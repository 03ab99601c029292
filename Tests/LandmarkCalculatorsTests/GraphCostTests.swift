import DriverMonitoring
import LandmarkCalculators
import LandmarkGraph
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// The graph form against the direct one: `swift test -c release --filter GraphCostTests` prints it.
@Suite("What a graph costs", .enabled(if: Footage.isReady), .serialized)
struct GraphCostTests {
    @Test("next to nothing beside the networks")
    func cost() throws {
        var options = DriverMonitorOptions(model: .file(Fixtures.model("face_landmarker.task")))
        options.landmarker.threads = 2
        let monitor = try DriverMonitor(options: options)
        var models = Footage.models
        models.threads = 2
        let config = try GraphConfig.driverMonitoring()
        let frames = try Footage.frames.get()
        let clock = ContinuousClock()
        var direct: [Duration] = []
        var graph: [Duration] = []
        for _ in 0..<8 {
            monitor.reset()
            direct.append(
                try clock.measure { for frame in frames { _ = try monitor.update(frame) } })
            let runner = try GraphRunner(config: config, registry: .vision(models))
            graph.append(
                try clock.measure {
                    for frame in frames { _ = try runner.process(frame, as: DriverResult.self) }
                })
            try runner.close()
        }
        let (best, other) = (direct.min() ?? .zero, graph.min() ?? .zero)
        print("driver monitoring, 120 frames: direct \(best), graph \(other), \(other / best)")
        #expect(best > .zero)
        // Half as much again would be a fault, whatever else the machine does.
        #expect(other / best < 1.5)
    }
}
