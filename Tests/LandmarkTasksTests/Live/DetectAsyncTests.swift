import Dispatch
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import Testing

/// `detectAsync` and its results, with a task that works for as long as the test decides.
@Suite("Live stream mode", limit(minutes: 1))
struct DetectAsyncTests {
    typealias Results = Journal<FakeResult>

    let control = FakeTask.Control()
    let results = Results()

    func landmarker(failing: Set<Int> = []) throws -> FakeLandmarker {
        try FakeLandmarker(control, failing: failing) { [results] in results.note($0) }
    }

    @Test("three frames while the first is processed give two results")
    func dropping() async throws {
        let landmarker = try landmarker()
        for milliseconds in 1...3 { try landmarker.detectAsync(milliseconds) }
        await control.journal.reach(1)
        control.allow(2)
        let found = await results.reach(2)
        #expect(found.map(\.milliseconds) == [1, 3])
        #expect(try found.map { try $0.instance() } == [1, 3])
        #expect(found.map(\.dropped) == [0, 1])
        let counts = landmarker.liveStatistics
        #expect(counts.received == 3 && counts.processed == 2)
        #expect(counts.dropped == 1 && counts.failed == 0)
    }

    @Test("a frame out of order is rejected and the next one accepted")
    func order() async throws {
        let landmarker = try landmarker()
        try landmarker.detectAsync(1)
        try landmarker.detectAsync(5)
        for late in [5, 4] {
            #expect(
                TaskError.timestampNotIncreasing(
                    previous: .milliseconds(5), got: .milliseconds(late)
                ).isThrown { try landmarker.detectAsync(late) })
        }
        control.allow(3)
        await results.reach(2)
        try landmarker.detectAsync(6)
        #expect(await results.reach(3).map(\.milliseconds) == [1, 5, 6])
        #expect(landmarker.liveStatistics.received == 3)
    }

    @Test("an error is a result, and the next frame is processed")
    func errors() async throws {
        let landmarker = try landmarker(failing: [1])
        control.allow(2)
        try landmarker.detectAsync(1)
        await results.reach(1)
        try landmarker.detectAsync(2)
        let found = await results.reach(2)
        #expect(throws: TaskError.self) { try found[0].get() }
        #expect(try found[1].instance() == 2)
        #expect(landmarker.liveStatistics.failed == 1)
        #expect(landmarker.liveStatistics.processed == 2)
    }

    @Test(
        "calls and handlers in another mode are rejected", arguments: [RunningMode.image, .video])
    func wrongMode(mode: RunningMode) throws {
        #expect(
            TaskError.resultHandlerNotAllowed(mode: mode).isThrown {
                _ = try FakeLandmarker(control, mode: mode) { _ in }
            })
        let landmarker = try FakeLandmarker(control, mode: mode)
        #expect(
            TaskError.wrongMode(call: "detectAsync(_:)", needed: .liveStream, mode: mode).isThrown {
                try landmarker.detectAsync(1)
            })
    }

    @Test("frames are rejected without a handler")
    func noHandler() throws {
        let landmarker = try FakeLandmarker(control)
        #expect(TaskError.resultHandlerMissing.isThrown { try landmarker.detectAsync(1) })
        #expect(landmarker.liveStatistics.received == 0)
    }

    @Test("results arrive in order on one queue that is not the main queue")
    func queue() async throws {
        let misplaced = Counter()
        let isCalled = Mutex(false)
        let landmarker = try FakeLandmarker(control) { [results] result in
            let isAlone = isCalled.withLock { isCalled in
                defer { isCalled = true }
                return !isCalled
            }
            if !isAlone || Self.isOnMainQueue { misplaced.next() }
            isCalled.withLock { $0 = false }
            results.note(result)
        }
        control.allow(50)
        for milliseconds in 1...50 {
            try landmarker.detectAsync(milliseconds)
            if milliseconds % 7 == 0 {
                await results.reach { $0.last?.milliseconds == milliseconds }
            }
        }
        let found = await results.reach { $0.last?.milliseconds == 50 }
        #expect(found.map(\.milliseconds) == found.map(\.milliseconds).sorted())
        #expect(found.map(\.dropped).reduce(found.count, +) == 50)
        #expect(misplaced.count == 0)
    }

    /// Whether this runs on the main queue. Other checks would trap if it does not.
    private static var isOnMainQueue: Bool {
        DispatchQueue.getSpecific(key: mainKey) != nil
    }

    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    @Test("a slow handler makes frames drop")
    func slowHandler() async throws {
        let permits = DispatchSemaphore(value: 0)
        let landmarker = try FakeLandmarker(control) { [results] result in
            results.note(result)
            permits.wait()
        }
        control.allow(2)
        try landmarker.detectAsync(1)
        await results.reach(1)
        // The handler still holds the first result: only one of a thousand frames waits.
        for milliseconds in 2...1000 { try landmarker.detectAsync(milliseconds) }
        #expect(landmarker.liveStatistics.dropped == 998)
        #expect(control.journal.events == [.began(1)])
        permits.signal()
        let found = await results.reach(2)
        #expect(found.map(\.milliseconds) == [1, 1000])
        #expect(found[1].dropped == 998)
        permits.signal()
    }

    @Test("frames from many threads are all accounted for")
    func threads() async throws {
        let landmarker = try landmarker()
        control.allow(4001)
        let clock = Counter()
        let refused = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        let milliseconds = clock.next()
                        do {
                            try landmarker.detectAsync(milliseconds)
                        } catch {
                            refused.next()
                        }
                    }
                }
            }
        }
        try landmarker.detectAsync(5000)
        let found = await results.reach { $0.last?.milliseconds == 5000 }
        let counts = landmarker.liveStatistics
        #expect(counts.received + refused.count == 4001)
        #expect(counts.processed == found.count)
        #expect(counts.processed + counts.dropped == counts.received)
        #expect(found.map(\.dropped).reduce(0, +) == counts.dropped)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.milliseconds < $1.milliseconds })
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)

        var count: Int { value.withLock { $0 } }

        @discardableResult
        func next() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }

    @Test("reset starts a new stream")
    func reset() async throws {
        let landmarker = try landmarker()
        control.allow(1)
        try landmarker.detectAsync(100)
        await results.reach(1)
        try landmarker.detectAsync(200)
        await control.journal.reach(2)
        try landmarker.detectAsync(300)
        landmarker.reset()
        try landmarker.detectAsync(0)
        control.allow(2)
        let found = await results.reach(3)
        #expect(found.map(\.milliseconds) == [100, 200, 0])
        #expect(try found.map { try $0.instance() } == [100, 200, 0])
        #expect(found[2].dropped == 1)
        #expect(control.journal.events == [.began(100), .began(200), .reset, .began(0)])
    }
}
