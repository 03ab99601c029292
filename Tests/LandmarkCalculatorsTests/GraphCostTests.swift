import DriverMonitoring
import LandmarkCalculators
import LandmarkGraph
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Compares the graph with `DriverMonitor`: `swift test -c release --filter GraphCostTests` prints
/// it.
@Suite("Overhead of a graph", .enabled(if: Footage.isReady), .serialized)
struct GraphCostTests {
    private let monitor = Result {
        var options = DriverMonitorOptions(model: .file(Fixtures.model("face_landmarker.task")))
        options.landmarker.threads = 1
        return try DriverMonitor(options: options)
    }

    private func runner() throws -> GraphRunner {
        var models = Footage.models
        models.threads = 1
        return try GraphRunner(config: .driverMonitoring(), registry: .vision(models))
    }

    /// Processes each frame with both in turn and takes the minimum over several rounds, because
    /// other load can only add time; under heavy load, more rounds find the minimum.
    @Test("the graph adds little time to inference")
    func cost() throws {
        let monitor = try monitor.get()
        let frames = try Footage.frames.get()
        let clock = ContinuousClock()
        var direct = [Duration](repeating: .seconds(60), count: frames.count)
        var graph = direct
        var share = 0.0
        for round in 1...24 {
            monitor.reset()
            let runner = try runner()
            for (index, frame) in frames.enumerated() {
                func monitorFrame() throws { _ = try monitor.process(frame) }
                func run() throws { _ = try runner.process(frame, as: DriverResult.self) }
                let isFirst = (index + round).isMultiple(of: 2)
                if isFirst { direct[index] = min(direct[index], try clock.measure(monitorFrame)) }
                graph[index] = min(graph[index], try clock.measure(run))
                if !isFirst { direct[index] = min(direct[index], try clock.measure(monitorFrame)) }
            }
            try runner.close()
            share = graph.reduce(.zero, +) / direct.reduce(.zero, +)
            if round >= 6, share < 1.05 { break }
        }
        let (best, other) = (direct.reduce(.zero, +), graph.reduce(.zero, +))
        print("driver monitoring, 120 frames: direct \(best), graph \(other), \(share)")
        #expect(best > .zero)
        #expect(share < 1.05)
    }

    /// Overhead that is too small to show in the timing.
    @Test("the graph adds few allocations per frame", .enabled(if: Allocations.areCounted()))
    func allocations() throws {
        let monitor = try monitor.get()
        let runner = try runner()
        var counts: [Int] = []
        for frame in try Footage.frames.get().prefix(40) {
            let direct = try Allocations.count { _ = try monitor.process(frame) }
            let graph = try Allocations.count {
                _ = try runner.process(frame, as: DriverResult.self)
            }
            counts.append(graph - direct)
        }
        try runner.close()
        let most = try #require(counts.dropFirst(10).max())
        print("allocations per frame added by the graph: \(most)")
        #expect(most < Self.allocations)
    }

    /// There are 16 at present.
    private static let allocations = 24
}
