import LandmarkCore
import LandmarkImaging

/// A source that produces the frames that the test provides, and records every request.
struct ScriptedSource: AsyncSequence, Sendable {
    enum Event: Equatable {
        /// The frame with this index was requested.
        case requested(Int)
    }

    struct Broken: Error, Equatable {}

    let journal = Journal<Event>()
    private let frames: AsyncThrowingStream<Frame, any Error>
    private let continuation: AsyncThrowingStream<Frame, any Error>.Continuation

    init() {
        (frames, continuation) = AsyncThrowingStream.makeStream()
    }

    /// A source that has these frames and then ends.
    init(_ timestamps: some Sequence<Int>) throws {
        self.init()
        for milliseconds in timestamps { try give(milliseconds) }
        end()
    }

    func give(_ milliseconds: Int) throws { continuation.yield(try .at(milliseconds)) }
    func end(_ error: Broken? = nil) { continuation.finish(throwing: error) }

    func makeAsyncIterator() -> Iterator {
        Iterator(journal: journal, frames: frames.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        let journal: Journal<Event>
        var frames: AsyncThrowingStream<Frame, any Error>.AsyncIterator
        var index = 0

        mutating func next() async throws -> Frame? {
            journal.note(.requested(index))
            index += 1
            return try await frames.next()
        }
    }
}

/// A source that ignores cancellation and produces a frame when the test requests it.
final class StubbornSource: AsyncSequence, Sendable {
    let requests = Journal<Void>()
    private let waiting = Mutex<CheckedContinuation<Frame?, Never>?>(nil)

    func give(_ frame: Frame?) {
        let waiter = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiter?.resume(returning: frame)
    }

    func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    struct Iterator: AsyncIteratorProtocol {
        let source: StubbornSource

        func next() async -> Frame? {
            await withCheckedContinuation { waiter in
                source.waiting.withLock { $0 = waiter }
                source.requests.note(())
            }
        }
    }
}

/// Events recorded by threads and tasks, which a test waits for.
final class Journal<Event: Sendable>: Sendable {
    typealias Condition = @Sendable ([Event]) -> Bool

    private struct State {
        var events: [Event] = []
        var waiting:
            [(until: @Sendable ([Event]) -> Bool, waiter: CheckedContinuation<[Event], Never>)] =
                []
    }

    private let state = Mutex(State())

    /// The events so far.
    var events: [Event] { state.withLock { $0.events } }

    func note(_ event: Event) {
        let (ready, events) = state.withLock { state in
            state.events.append(event)
            let events = state.events
            let ready = state.waiting.filter { $0.until(events) }.map(\.waiter)
            state.waiting.removeAll { $0.until(events) }
            return (ready, events)
        }
        for waiter in ready { waiter.resume(returning: events) }
    }

    /// Waits for at least `count` events.
    @discardableResult
    func reach(_ count: Int) async -> [Event] {
        await reach { $0.count >= count }
    }

    /// Waits until `until` returns true or the test is cancelled; returns the events so far.
    @discardableResult
    func reach(_ until: @escaping Condition) async -> [Event] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let events: [Event]? = state.withLock { state in
                    if until(state.events) || Task.isCancelled { return state.events }
                    state.waiting.append((until, waiter))
                    return nil
                }
                if let events { waiter.resume(returning: events) }
            }
        } onCancel: {
            let (waiting, events) = state.withLock { state in
                defer { state.waiting = [] }
                return (state.waiting, state.events)
            }
            for (_, waiter) in waiting { waiter.resume(returning: events) }
        }
    }
}
