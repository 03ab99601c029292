import LandmarkApple
import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import Observation
import Testing

/// A camera that the user has refused.
private final class DeniedCamera: CameraSource {
    func start(_ handler: @escaping @Sendable (CameraEvent) -> Void) {
        handler(.failed(.accessDenied))
    }
    func stop() {}
}

/// What an observer has read.
@MainActor private final class SeenErrors {
    var errors: [CameraError?] = []
}

@Suite struct SessionTests {
    private func frame(_ milliseconds: Int) throws -> CameraFrame {
        CameraFrame(
            Frame(
                image: try PixelBuffer(width: 1, height: 1, format: .gray8, bytes: [0]),
                timestamp: .milliseconds(milliseconds)), arrival: 0)
    }

    @Test func oneFrameWaitsAndTheNewestStays() throws {
        var state = SessionEngineState(
            SessionRecipe<Int> { _ in FrameProcessor { _ in 0 } }, device: nil)
        let run = try #require(state.start().run)
        let ticket = state.beginPreparation().ticket
        _ = state.finishPreparation(.success(FrameProcessor { _ in 0 }), ticket)
        let job = try #require(state.submit(try frame(0), run: run))
        #expect(job.startsAnew)
        #expect(state.submit(try frame(33), run: run) == nil)
        #expect(state.submit(try frame(66), run: run) == nil)
        let finished = state.finish(job, .success(7), start: 0, end: 0.01)
        let next = try #require(finished)
        #expect(next.frame.frame.timestamp == .milliseconds(66))
        #expect(!next.startsAnew)
        let snapshot = state.take()
        #expect(snapshot.results.map(\.output) == [7])
        #expect(snapshot.statistics.dropped == 1)
        #expect(snapshot.state == .running)
        #expect(state.submit(try frame(99), run: run - 1) == nil)
    }

    @Test func statesFollowTheCamera() {
        var machine = SessionMachine()
        _ = machine.handle(.cameraStarted)
        #expect(machine.state == .stopped)
        _ = machine.handle(.start)
        #expect(machine.state == .starting)
        _ = machine.handle(.frame)
        _ = machine.handle(.interrupted(.background))
        _ = machine.handle(.frame)
        #expect(machine.state == .interrupted(.background))
        _ = machine.handle(.resumed)
        #expect(machine.state == .running)
        _ = machine.handle(.failed("x"))
        #expect(machine.state == .failed("x"))
    }

    @Test func onlyWorkKeepsTheDeviceAwake() {
        let awake: [SessionState] = [.starting, .running]
        #expect(awake.allSatisfy { $0.needsAwakeDevice })
        let asleep: [SessionState] = [
            .stopped, .failed("x"), .interrupted(.background), .interrupted(.systemPressure),
        ]
        #expect(!asleep.contains { $0.needsAwakeDevice })
    }

    @Test func aFailureOfTheCameraIsTypedUntilTheNextStart() throws {
        var state = SessionEngineState(
            SessionRecipe<Int> { _ in FrameProcessor { _ in 0 } }, device: nil)
        let run = try #require(state.start().run)
        let isNew = state.handle(.failed(.accessDenied), run: run)
        let failed = state.take()
        #expect(isNew && failed.cameraError == .accessDenied)
        _ = state.start()
        let restarted = state.take()
        #expect(restarted.state == .starting && restarted.cameraError == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, visionOS 1, *)
    @MainActor @Test func anObserverOfTheStateReadsTheErrorOfTheCamera() async {
        let session = ObservableLandmarkSession(
            SessionRecipe<Int> { _ in FrameProcessor { _ in 0 } }, camera: DeniedCamera(),
            device: nil)
        let seen = SeenErrors()
        withObservationTracking {
            _ = session.state
        } onChange: {
            MainActor.assumeIsolated { seen.errors.append(session.cameraError) }
        }
        session.start()
        while session.state == .stopped { await Task.yield() }
        #expect(seen.errors == [.accessDenied])
    }

    @Test func pacesFrames() {
        var pacer = FramePacer(framesPerSecond: 20)
        let accepted = (0..<300).filter { pacer.accepts(Double($0) / 30) }
        #expect((198...202).contains(accepted.count))
    }

    @Test func choosesFrameRates() {
        #expect(FrameRateChoice(30, ranges: [(1, 24), (1, 60)]) == .exact(30, inRange: 1))
        #expect(FrameRateChoice(30, ranges: [(5, 15), (1, 24)]) == .highest(ofRange: 1))
        #expect(FrameRateChoice(30, ranges: [(60, 60)]) == .lowest(ofRange: 0))
        #expect(FrameRateChoice(30, ranges: []) == nil)
    }

    @Test func timesOfRepeatedFilesIncrease() {
        var clock = LoopClock()
        var times: [Int] = []
        for _ in 0..<2 {
            clock.begin(at: 0)
            for time in [100, 140, 180] {
                times.append(clock.place(.milliseconds(time), now: 0).0.milliseconds)
            }
        }
        #expect(times == [100, 140, 180, 220, 260, 300])
    }
}
