import DriverMonitoring
import DriverMonitoringGraph
import Foundation
import LandmarkCalculators
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite("MPPGraph", .enabled(if: Footage.isReady))
struct MPPGraphTests {
    private func graph() throws -> MPPGraph {
        try MPPGraph(graphPath: Footage.graph, modelFolder: Footage.models)
    }

    private func image(_ index: Int = 0) throws -> PixelBuffer {
        try Footage.frames.get()[index].image
    }

    @Test("results equal those of the monitor and the graph runner")
    func sameResults() throws {
        let graph = try graph()
        let monitor = try DriverMonitor(
            options: DriverMonitorOptions(model: .file(Footage.models + "/face_landmarker.task")))
        let runner = try GraphRunner(
            path: Footage.graph, models: VisionModels(folder: Footage.models))
        let frames = try Footage.frames.get()
        #expect(frames.count == 120)
        for frame in frames {
            let found = try #require(
                graph.process(frame.image, timestamp: frame.timestamp))
            let expected = try monitor.process(frame).result
            #expect(found.details == expected)
            #expect(try runner.process(frame, as: DriverResult.self) == expected)
            #expect(found.fatigueScore == Float(expected.fatigueScore))
            #expect(found.confidence == Float(expected.confidence))
            #expect(found.fatigueLevel == expected.fatigueLevel.rawValue)
            #expect(found.isLevelKnown == expected.isLevelKnown)
            #expect(
                found.eyesUnreadableReason == expected.signals.eyeUnreadableReason?.description)
            #expect(found.isAlert == expected.isAlert)
            #expect(found.alerts == expected.activeAlerts.map(\.rawValue))
            #expect(found.timestampInMilliseconds == frame.timestamp.milliseconds)
            #expect(found.timestamp == Double(frame.timestamp.milliseconds) / 1000)
        }
        #expect(graph.lastError == nil)
    }

    @Test("a result says that the level is unknown, and why")
    func unknownLevel() {
        var signals = DriverSignals()
        signals.eyeUnreadableReason = .tooDark
        let dark = DMSResult(
            DriverResult(
                timestamp: .milliseconds(40), fatigueScore: 70, confidence: 0.1,
                fatigueLevel: .severe, isLevelKnown: false, activeAlerts: [.fatigue],
                signals: signals))
        #expect(!dark.isLevelKnown && dark.fatigueLevel == 3)
        #expect(dark.eyesUnreadableReason == "too dark")
        #expect(dark.description == "40 ms: level unknown (too dark), confidence 0.1, FATIGUE")
        signals.eyeUnreadableReason = nil
        let seen = DMSResult(
            DriverResult(
                timestamp: .milliseconds(40), fatigueScore: 70, confidence: 0.9,
                fatigueLevel: .severe, signals: signals))
        #expect(seen.isLevelKnown && seen.eyesUnreadableReason == nil)
        #expect(seen.description == "40 ms: score 70.0, level 3, confidence 0.9")
    }

    @Test("an image that cannot follow is refused, and the next one is as if it had not been there")
    func refusedImages() throws {
        let (graph, untouched) = (try graph(), try graph())
        let pixels = try image()
        #expect(graph.process(pixels, seconds: 0.1) != nil)
        #expect(untouched.process(pixels, seconds: 0.1) != nil)
        let (first, late) = (Timestamp.milliseconds(100), Timestamp.milliseconds(99))
        let refused: [(Double, DMSError)] = [
            (0.1, .timestampNotIncreasing(previous: first, got: first)),
            (0.099, .timestampNotIncreasing(previous: first, got: late)),
            (.nan, .invalidTime), (.infinity, .invalidTime), (1e300, .invalidTime),
            (1e14, .timestampOutOfRange(.milliseconds(100_000_000_000_000_000))),
        ]
        for (seconds, error) in refused {
            #expect(graph.process(pixels, seconds: seconds) == nil)
            #expect("\(try #require(graph.lastError))" == error.description)
        }
        graph.rotation = 45
        #expect(graph.process(pixels, seconds: 0.12) == nil)
        #expect((graph.lastError as? DMSError)?.code == .rotation)
        graph.rotation = 0
        let next = try image(1)
        #expect(
            graph.process(next, seconds: 0.133)
                == untouched.process(next, seconds: 0.133))
        #expect(graph.lastError == nil)
    }

    @Test("a jump of more than an hour is reported once, and the stream goes on")
    func jumps() throws {
        let graph = try graph()
        let pixels = try image()
        #expect(graph.process(pixels, timestamp: .milliseconds(-5)) != nil)
        #expect(graph.process(pixels, timestamp: .milliseconds(3_599_995)) != nil)
        #expect(graph.process(pixels, timestamp: .milliseconds(7_199_996)) == nil)
        #expect((graph.lastError as? DMSError)?.code == .timestamp)
        #expect(graph.process(pixels, timestamp: .milliseconds(7_200_029)) != nil)
    }

    @Test(
        "times in another unit are reported",
        arguments: [
            // Nanoseconds, microseconds and ticks of 1/90,000 s of 30 images per second.
            (33_333_333, 1), (33_333, 3), (3_003, 3),
        ])
    func otherUnits(interval: Int, accepted: Int) throws {
        var times = TimestampCheck()
        var outcomes: [Bool] = []
        for index in 0..<30 {
            do throws(DMSError) {
                try times.accept(.milliseconds(1_000_000_000 + index * interval))
                outcomes.append(true)
            } catch {
                #expect(error.description.hasSuffix("are these timestamps in milliseconds?"))
                outcomes.append(false)
            }
        }
        #expect(outcomes.prefix(accepted).allSatisfy { $0 })
        #expect(!outcomes.dropFirst(accepted).contains(true))
        // Images that are occasionally late do not form such a pattern.
        var last = 1_000_000_000 + 29 * interval
        for step in [33, 2_500, 2_500, 33, 2_500, 2_500, 2_000, 2_500] {
            last += step
            try times.accept(.milliseconds(last))
        }
    }

    @Test("a result can be created without measurements")
    func emptyResult() {
        let result = DMSResult()
        #expect(result.fatigueScore == 0 && result.confidence == 0 && result.fatigueLevel == 0)
        #expect(!result.isAlert && !result.isLevelKnown && result.alerts.isEmpty)
    }

    @Test("the rotation is that of a frame")
    func rotation() throws {
        for (degrees, orientation) in [
            (0, Orientation.up), (90, .right), (180, .down), (270, .left),
        ] {
            let (turned, framed) = (try graph(), try graph())
            turned.rotation = degrees
            let frame = Frame(
                image: try image(), timestamp: .milliseconds(5), orientation: orientation)
            #expect(
                try framed.process(frame)
                    == turned.process(frame.image, seconds: 0.005))
        }
    }

    @Test("a closed graph refuses images, and may be closed again")
    func closed() throws {
        let graph = try graph()
        let pixels = try image()
        #expect(graph.process(pixels, seconds: 0) != nil)
        graph.close()
        graph.close()
        #expect(graph.process(pixels, seconds: 1) == nil)
        #expect((graph.lastError as? DMSError)?.code == .closed)
        let error = try #require(graph.lastError) as NSError
        #expect(error.domain == "DMSErrorDomain" && error.code == DMSErrorCode.closed.rawValue)
        #expect(error.localizedDescription == "the graph is closed")
    }

    @Test("images from several threads are processed one after another")
    func threads() async throws {
        let graph = try graph()
        let pixels = try image()
        let results = await withTaskGroup(of: DMSResult?.self) { group in
            for time in 0..<16 {
                group.addTask {
                    graph.process(pixels, timestamp: .milliseconds(time * 33))
                }
            }
            group.addTask {
                graph.close()
                return nil
            }
            return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
        #expect(results.count <= 16)
        #expect(graph.process(pixels, seconds: 10) == nil)
    }
}
