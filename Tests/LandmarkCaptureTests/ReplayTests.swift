import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import Testing

@Suite("Replay on a manual clock")
struct ReplayTests {
    /// The frames delivered, with their times on the clock.
    final class Arrivals: Sendable {
        private let list = Mutex<[[Int]]>([])
        func add(_ frame: Frame, at moment: ManualClock.Instant) {
            let (seconds, rest) = moment.offset.components
            let now = Int(seconds) * 1000 + Int(rest / 1_000_000_000_000_000)
            list.withLock { $0.append([frame.timestamp.milliseconds, now]) }
        }
        var all: [[Int]] { list.withLock { $0 } }
    }

    @Test("Frames are delivered at their times relative to the first")
    func pace() async throws {
        let clock = ManualClock()
        let replay = Replay(ListSource([7, 47, 50, 1000]), clock: clock)
        let arrivals = Arrivals()
        let player = Task {
            for try await frame in replay { arrivals.add(frame, at: clock.now) }
        }
        for step in [40, 3, 950] {
            let deadline = await clock.sleeper()
            // A time that is slightly too early must not wake the sleeper.
            clock.advance(by: .milliseconds(step - 1))
            #expect(clock.now < deadline)
            clock.advance(by: .milliseconds(1))
            #expect(clock.now == deadline)
        }
        try await player.value
        #expect(arrivals.all == [[7, 0], [47, 40], [50, 43], [1000, 993]])
        #expect(replay.droppedFrames == 0)
    }

    @Test("A slow reader gets the newest frame that is due; the others are counted")
    func lateFrames() async throws {
        let clock = ManualClock()
        let replay = Replay(ListSource((0..<10).map { $0 * 40 }), clock: clock)
        var times: [Int] = []
        for try await frame in replay {
            times.append(frame.timestamp.milliseconds)
            clock.advance(by: .milliseconds(100))
        }
        #expect(times == [0, 80, 200, 280, 360])
        #expect(replay.droppedFrames == 5)
    }

    @Test("Without dropping, a slow reader gets every frame at once")
    func everyFrame() async throws {
        let clock = ManualClock()
        let replay = Replay(ListSource([0, 40, 80, 120]), clock: clock, lateFrames: .deliver)
        var times: [Int] = []
        for try await frame in replay {
            times.append(frame.timestamp.milliseconds)
            clock.advance(by: .milliseconds(100))
        }
        #expect(times == [0, 40, 80, 120])
        #expect(replay.droppedFrames == 0)
    }

    @Test("The source's error is thrown after its frames, then nil is returned")
    func error() async {
        let lost = CaptureError.cameraLost(device: "a", frames: 2, reason: "gone")
        let clock = ManualClock()
        let replay = Replay(ListSource([0, 40], error: lost), clock: clock)
        var iterator = replay.makeAsyncIterator()
        var times: [Int] = []
        do throws(CaptureError) {
            while let frame = try await iterator.next() {
                times.append(frame.timestamp.milliseconds)
                clock.advance(by: .milliseconds(1000))
            }
            Issue.record("no error")
        } catch {
            #expect(error == lost)
        }
        #expect(times == [0, 40])
        #expect(await Result { try await iterator.next() }.isEnd)
    }

    @Test("Cancellation ends a waiting reader at once")
    func cancellation() async throws {
        let clock = ManualClock()
        let replay = Replay(ListSource([0, 1_000_000]), clock: clock)
        let arrivals = Arrivals()
        let player = Task {
            for try await frame in replay { arrivals.add(frame, at: clock.now) }
        }
        _ = await clock.sleeper()
        player.cancel()
        try await player.value
        #expect(arrivals.all == [[0, 0]])
    }
}

extension Result where Success == Frame?, Failure == any Error {
    fileprivate init(_ body: () async throws -> Frame?) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }

    fileprivate var isEnd: Bool {
        if case .success(nil) = self { true } else { false }
    }
}
