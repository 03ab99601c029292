import LandmarkCore
import LandmarkTasks
import Testing

/// Which object keeps which others alive while frames are in progress.
@Suite("Live stream lifetimes", limit(minutes: 1))
struct LifetimeTests {
    let control = FakeTask.Control()
    let results = Journal<FakeResult>()

    /// An app's class that owns its landmarker and receives the results.
    final class Service: Sendable {
        private let landmarker = Mutex<FakeLandmarker?>(nil)
        private let results: Journal<FakeResult>

        init(_ control: FakeTask.Control, _ results: Journal<FakeResult>) throws {
            self.results = results
            let made = try FakeLandmarker(control) { [weak self] in self?.take($0) }
            landmarker.withLock { $0 = made }
        }

        func submit(_ milliseconds: Int) throws {
            try landmarker.withLock { try $0?.detectAsync(milliseconds) }
        }

        private func take(_ result: FakeResult) { results.note(result) }
    }

    @Test("an owner captured weakly is released with frames in progress")
    func owner() async throws {
        weak var gone: Service?
        do {
            let service = try Service(control, results)
            gone = service
            try service.submit(1)
            try service.submit(2)
            await control.journal.reach(1)
        }
        // The first frame is still being processed, and the second waits.
        #expect(gone == nil)
        control.allow(2)
        await control.journal.reach { $0.last == .ended }
        #expect(results.events.isEmpty)
        #expect(control.journal.events == [.began(1), .ended])
    }

    @Test("the handler is not called after the landmarker is released")
    func released() async throws {
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
        #expect(results.events.map(\.milliseconds) == [1])
    }

    @Test("the last reference may be released inside the handler")
    func releasedInHandler() async throws {
        let holder = Holder()
        let landmarker = try FakeLandmarker(control) { [results] result in
            holder.landmarker.withLock { $0 = nil }
            results.note(result)
        }
        holder.landmarker.withLock { $0 = landmarker }
        try Self.submit(to: consume landmarker)
        control.allow(2)
        await control.journal.reach { $0.last == .ended }
        // The waiting frame was discarded with the landmarker.
        #expect(results.events.map(\.milliseconds) == [1])
    }

    private final class Holder: Sendable {
        let landmarker = Mutex<FakeLandmarker?>(nil)
    }

    private static func submit(to landmarker: consuming FakeLandmarker) throws {
        try landmarker.detectAsync(1)
        try landmarker.detectAsync(2)
    }

    @Test("a handler may call the landmarker")
    func reentrant() async throws {
        let holder = Holder()
        let landmarker = try FakeLandmarker(control) { [results] result in
            let landmarker = holder.landmarker.withLock { $0 }
            if result.milliseconds == 1 {
                try? landmarker?.detectAsync(2)
            } else {
                landmarker?.reset()
                holder.landmarker.withLock { $0 = nil }
            }
            results.note(result)
        }
        holder.landmarker.withLock { $0 = landmarker }
        control.allow(2)
        try landmarker.detectAsync(1)
        #expect(await results.reach(2).map(\.milliseconds) == [1, 2])
    }
}
