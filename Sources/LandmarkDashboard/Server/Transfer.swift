#if os(Linux)
import Dispatch
import LandmarkCore

/// The answer to a request for a resource in transit: made on its own thread, and sent by the server's
/// thread, never more than one part ahead of the browser.
final class Transfer: Sendable {
    /// The browser has disconnected.
    struct Gone: Error {}

    private struct State {
        var parts: [[UInt8]] = []
        var isComplete = false
        var isCancelled = false
    }

    /// The next step of the server's thread.
    enum Step {
        case wait
        case send([UInt8])
        case end
    }

    private static let queue = DispatchQueue(
        label: "landmark.dashboard.resources", attributes: .concurrent)

    private let state = Mutex(State())
    private let room = DispatchSemaphore(value: 1)
    private let wake: @Sendable () -> Void

    /// - Parameter wake: Called when there is something to send.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Makes the answer to a request.
    func start(
        _ request: ResourceRequest, withBody: Bool,
        _ make: @escaping @Sendable (ResourceRequest) -> ResourceAnswer
    ) {
        Self.queue.async { [self] in
            let answer = make(request)
            let head = HTTPAnswer.head(of: answer)
            do {
                switch answer.body {
                case .whole(let bytes): try write(head + (withBody ? bytes : []))
                case .parts(let body):
                    try write(head)
                    if withBody {
                        try body { part in
                            if !part.isEmpty { try write(HTTPAnswer.chunk(part)) }
                        }
                        try write(HTTPAnswer.lastChunk)
                    }
                }
            } catch {
                // Without the last chunk, the browser knows that the answer is incomplete.
            }
            state.withLock { $0.isComplete = true }
            wake()
        }
    }

    /// Leaves bytes for the server's thread and waits until it has sent the previous ones.
    private func write(_ bytes: [UInt8]) throws {
        room.wait()
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.parts.append(bytes) }
            return state.isCancelled
        }
        if isCancelled {
            // Lets later calls return, too.
            room.signal()
            throw Gone()
        }
        wake()
    }

    /// Whether the server's thread has something to do.
    var hasWork: Bool { state.withLock { !$0.parts.isEmpty || $0.isComplete } }

    /// The next step.
    func next() -> Step {
        let step: Step = state.withLock { state in
            if !state.parts.isEmpty { return .send(state.parts.removeFirst()) }
            return state.isComplete ? .end : .wait
        }
        if case .send = step { room.signal() }
        return step
    }

    /// Ends the transfer, because the browser has disconnected.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.parts = []
        }
        room.signal()
    }
}
#endif
