import Dispatch
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import Synchronization
import Testing

/// `detectAsync` and its results, on a pipeline that works for as long as the test says.
@Suite("Live stream mode", .timeLimit(.minutes(1)))
struct LiveWorkerTests {
    typealias Results = Journal<FrameResult<Int>>

    let control = FakePipeline.Control()
    let results = Results()

    func landmarker(failing: Set<Int> = []) throws -> FakeLandmarker {
        try FakeLandmarker(control, failing: failing) { [results] in results.note($0) }
    }

    @Test func threeFramesWhileTheFirstIsInWorkGiveTwoResults() async throws {
        let landmarker = try landmarker()
        for moment in 1...3 { try landmarker.detectAsync(moment) }
        await control.journal.reach(1)
        control.allow(2)
        let found = await results.reach(2)
        #expect(found.map(\.moment) == [1, 3])
        #expect(try found.map { try $0.get() } == [1, 3])
        #expect(found.map(\.dropped) == [0, 1])
        let counts = landmarker.live.statistics
        #expect(counts.received == 3 && counts.processed == 2)
        #expect(counts.dropped == 1 && counts.failed == 0)
    }

    @Test func aFrameOutOfOrderIsRefusedAndTheNextTaken() async throws {
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
        #expect(await results.reach(3).map(\.moment) == [1, 5, 6])
        #expect(landmarker.live.statistics.received == 3)
    }

    @Test func anErrorIsAResultAndTheNextFrameIsLookedAt() async throws {
        let landmarker = try landmarker(failing: [1])
        control.allow(2)
        try landmarker.detectAsync(1)
        await results.reach(1)
        try landmarker.detectAsync(2)
        let found = await results.reach(2)
        #expect(throws: TaskError.self) { try found[0].get() }
        #expect(try found[1].get() == 2)
        #expect(landmarker.live.statistics.failed == 1)
        #expect(landmarker.live.statistics.processed == 2)
    }

    @Test(arguments: [RunningMode.image, .video])
    func callsAndHandlersOfAnotherModeAreRefused(mode: RunningMode) throws {
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

    @Test func withoutAHandlerThereIsNothingToCall() throws {
        let landmarker = try FakeLandmarker(control)
        #expect(TaskError.resultHandlerMissing.isThrown { try landmarker.detectAsync(1) })
        #expect(landmarker.live.statistics.received == 0)
    }

    @Test func resultsComeInOrderOnOneQueueThatIsNotTheMainOne() async throws {
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
        for moment in 1...50 {
            try landmarker.detectAsync(moment)
            if moment % 7 == 0 { await results.reach { $0.last?.moment == moment } }
        }
        let found = await results.reach { $0.last?.moment == 50 }
        #expect(found.map(\.moment) == found.map(\.moment).sorted())
        #expect(found.map(\.dropped).reduce(found.count, +) == 50)
        #expect(misplaced.count == 0)
    }

    /// Whether this runs on the main queue; asking any other way would stop a test off it.
    private static var isOnMainQueue: Bool {
        DispatchQueue.getSpecific(key: mainKey) != nil
    }

    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    @Test func aSlowHandlerMakesFramesDrop() async throws {
        let permits = DispatchSemaphore(value: 0)
        let landmarker = try FakeLandmarker(control) { [results] result in
            results.note(result)
            permits.wait()
        }
        control.allow(2)
        try landmarker.detectAsync(1)
        await results.reach(1)
        // The handler still has the first result: of a thousand frames one waits.
        for moment in 2...1000 { try landmarker.detectAsync(moment) }
        #expect(landmarker.live.statistics.dropped == 998)
        #expect(control.journal.events == [.began(1)])
        permits.signal()
        let found = await results.reach(2)
        #expect(found.map(\.moment) == [1, 1000])
        #expect(found[1].dropped == 998)
        permits.signal()
    }

    @Test func callsFromManyThreadsAreAllAccountedFor() async throws {
        let landmarker = try landmarker()
        control.allow(4001)
        let clock = Counter()
        let refused = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        let moment = clock.next()
                        do {
                            try landmarker.detectAsync(moment)
                        } catch {
                            refused.next()
                        }
                    }
                }
            }
        }
        try landmarker.detectAsync(5000)
        let found = await results.reach { $0.last?.moment == 5000 }
        let counts = landmarker.live.statistics
        #expect(counts.received + refused.count == 4001)
        #expect(counts.processed == found.count)
        #expect(counts.processed + counts.dropped == counts.received)
        #expect(found.map(\.dropped).reduce(0, +) == counts.dropped)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.moment < $1.moment })
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

    @Test func aResetStartsANewStream() async throws {
        let landmarker = try landmarker()
        control.allow(1)
        try landmarker.detectAsync(100)
        await results.reach(1)
        try landmarker.detectAsync(200)
        await control.journal.reach(2)
        try landmarker.detectAsync(300)
        landmarker.live.reset()
        try landmarker.detectAsync(0)
        control.allow(2)
        let found = await results.reach(3)
        #expect(found.map(\.moment) == [100, 200, 0])
        #expect(try found.map { try $0.get() } == [100, 200, 0])
        #expect(found[2].dropped == 1)
        #expect(control.journal.events == [.began(100), .began(200), .reset, .began(0)])
    }
}
