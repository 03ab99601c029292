import LandmarkImaging
import Synchronization

/// One answer that one task waits for; whoever is first, the source or a cancellation, gives it.
final class PendingFrame: Sendable {
    typealias Answer = Result<Frame?, CaptureError>

    private enum State {
        case open
        case waiting(CheckedContinuation<Answer, Never>)
        case answered
    }

    private let state = Mutex(State.open)

    /// Begins to wait; false when the answer, nil, has been given already.
    func wait(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
        let isOpen = state.withLock { state in
            guard case .open = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isOpen { continuation.resume(returning: .success(nil)) }
        return isOpen
    }

    /// Gives the answer unless there is one.
    func answer(_ answer: Answer) {
        let waiting: CheckedContinuation<Answer, Never>? = state.withLock { state in
            defer { state = .answered }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        waiting?.resume(returning: answer)
    }
}
