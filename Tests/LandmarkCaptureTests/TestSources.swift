import LandmarkCapture
import LandmarkCore
import LandmarkImaging

/// A source of 1×1 frames at given timestamps, followed by an optional error.
final class ListSource: FrameSource {
    let information = SourceInformation(name: "list")
    private let rest: Mutex<(times: [Int], error: CaptureError?)>

    init(_ times: [Int], error: CaptureError? = nil) {
        rest = Mutex((times, error))
    }

    func next() throws(CaptureError) -> Frame? {
        let (time, error) = rest.withLock { rest -> (Int?, CaptureError?) in
            if !rest.times.isEmpty { return (rest.times.removeFirst(), nil) }
            defer { rest.error = nil }
            return (nil, rest.error)
        }
        if let error { throw error }
        guard let time else { return nil }
        do {
            let image = try PixelBuffer(width: 1, height: 1, format: .gray8, bytes: [0])
            return Frame(image: image, timestamp: .milliseconds(time))
        } catch {
            throw .image(error)
        }
    }
}

/// A clock that only advances on request.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        let offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var nextID = 0
        var watchers: [CheckedContinuation<Instant, Never>] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let elapsed = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver: Bool? = state.withLock { state in
                    if state.cancelled.contains(id) { return false }
                    if deadline <= state.now { return true }
                    state.sleepers.append(
                        Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return nil
                }
                if let isOver { return continuation.resume(returning: isOver) }
                for watcher in state.withLock({ state in
                    defer { state.watchers = [] }
                    return state.watchers
                }) {
                    watcher.resume(returning: deadline)
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                let index = state.sleepers.firstIndex { $0.id == id }
                return index.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(returning: false)
        }
        if !elapsed { throw CancellationError() }
    }

    /// Waits until a task sleeps, and returns its deadline.
    func sleeper() async -> Instant {
        await withCheckedContinuation { continuation in
            let deadline = state.withLock { state in
                let deadline = state.sleepers.first?.deadline
                if deadline == nil { state.watchers.append(continuation) }
                return deadline
            }
            if let deadline { continuation.resume(returning: deadline) }
        }
    }

    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let woken = state.sleepers.filter { $0.deadline <= now }
            state.sleepers.removeAll { $0.deadline <= now }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume(returning: true) }
    }
}

/// Collects the warnings that a library logs.
final class Warnings: Sendable {
    private let list = Mutex<[String]>([])

    var logger: Logger {
        Logger { [self] level, text in
            if level == .warning { list.withLock { $0.append(text) } }
        }
    }

    /// Also collects debug messages.
    var everyLevel: Logger { Logger { [self] _, text in list.withLock { $0.append(text) } } }

    var all: [String] { list.withLock { $0 } }
}
