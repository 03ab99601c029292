import LandmarkTasks
import Synchronization
import Testing

/// Who keeps whom alive while frames are in work.
@Suite("Live stream lifetimes", .timeLimit(.minutes(1)))
struct LifetimeTests {
    let control = FakePipeline.Control()
    let results = Journal<FrameResult<Int>>()

    /// What an app has: it owns its landmarker and is told of the results.
    final class Service: Sendable {
        private let landmarker = Mutex<FakeLandmarker?>(nil)
        private let results: Journal<FrameResult<Int>>

        init(_ control: FakePipeline.Control, _ results: Journal<FrameResult<Int>>) throws {
            self.results = results
            let made = try FakeLandmarker(control) { [weak self] in self?.take($0) }
            landmarker.withLock { $0 = made }
        }

        func see(_ moment: Int) throws {
            try landmarker.withLock { try $0?.detectAsync(moment) }
        }

        private func take(_ result: FrameResult<Int>) { results.note(result) }
    }

    @Test func aServiceThatIsItsLandmarkersDelegateIsLetGoWithFramesInWork() async throws {
        weak var gone: Service?
        do {
            let service = try Service(control, results)
            gone = service
            try service.see(1)
            try service.see(2)
            await control.journal.reach(1)
        }
        // The first frame is still in work, and the second waits.
        #expect(gone == nil)
        control.allow(2)
        await control.journal.reach { $0.last == .ended }
        #expect(results.events.isEmpty)
        #expect(control.journal.events == [.began(1), .ended])
    }

    @Test func nothingIsCalledOnceTheLandmarkerIsGone() async throws {
        weak var gone: FakeLandmarker?
        do {
            let landmarker = try FakeLandmarker(control) { [results] in results.note($0) }
            gone = landmarker
            control.allow(1)
            try landmarker.detectAsync(1)
            await results.reach(1)
            try landmarker.detectAsync(2)
            await control.journal.reach(2)
        }
        #expect(gone == nil)
        control.allow(1)
        await control.journal.reach { $0.last == .ended }
        #expect(results.events.map(\.moment) == [1])
    }

    @Test func theLastReferenceMayGoInsideTheHandler() async throws {
        let holder = Holder()
        let landmarker = try FakeLandmarker(control) { [results] result in
            holder.landmarker.withLock { $0 = nil }
            results.note(result)
        }
        holder.landmarker.withLock { $0 = landmarker }
        try Self.submit(to: consume landmarker)
        control.allow(2)
        await control.journal.reach { $0.last == .ended }
        // The frame that waited went with the landmarker.
        #expect(results.events.map(\.moment) == [1])
    }

    private final class Holder: Sendable {
        let landmarker = Mutex<FakeLandmarker?>(nil)
    }

    private static func submit(to landmarker: consuming FakeLandmarker) throws {
        try landmarker.detectAsync(1)
        try landmarker.detectAsync(2)
    }

    @Test func aHandlerMayCallBackIntoTheLandmarker() async throws {
        let holder = Holder()
        let landmarker = try FakeLandmarker(control) { [results] result in
            let landmarker = holder.landmarker.withLock { $0 }
            if result.moment == 1 {
                try? landmarker?.detectAsync(2)
            } else {
                landmarker?.live.reset()
                holder.landmarker.withLock { $0 = nil }
            }
            results.note(result)
        }
        holder.landmarker.withLock { $0 = landmarker }
        control.allow(2)
        try landmarker.detectAsync(1)
        #expect(await results.reach(2).map(\.moment) == [1, 2])
    }
}
