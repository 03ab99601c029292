import Synchronization

/// Events that threads and tasks note, and that a test waits for.
final class Journal<Event: Sendable>: Sendable {
    typealias Condition = @Sendable ([Event]) -> Bool

    private struct State {
        var events: [Event] = []
        var waiting:
            [(until: @Sendable ([Event]) -> Bool, waiter: CheckedContinuation<[Event], Never>)] =
                []
    }

    private let state = Mutex(State())

    /// What has been noted.
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

    /// What has been noted once that is `count` events or more.
    @discardableResult
    func reach(_ count: Int) async -> [Event] {
        await reach { $0.count >= count }
    }

    /// What has been noted once `until` says so, or the test has run out of time.
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
