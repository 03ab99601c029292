import LandmarkCore

/// What other threads leave for the server's thread, and what it tells them.
final class Mailbox: Sendable {
    /// What is waiting.
    struct Post: Sendable {
        /// The newest frame; older ones are gone.
        private(set) var frame: LiveFrame?
        /// The number of older ones that are gone.
        private(set) var replaced = 0
        /// The frame for browsers that come later, which may be none; nil if that has not changed.
        var kept: LiveFrame??
        /// Texts for everyone or for one browser, in order.
        var texts: [(recipient: BrowserID?, message: [UInt8])] = []
        /// Frames for one browser alone, the newest of each.
        var answers: [BrowserID: LiveFrame] = [:]
        /// Whether a resource has something to send.
        var hasParts = false
        var isStopping = false

        /// Puts a frame in place of one that the server's thread has not taken yet.
        mutating func put(_ newer: LiveFrame) {
            if frame != nil { replaced += 1 }
            frame = newer
        }
    }

    private struct State {
        var post = Post()
        /// Whether a browser waits for a frame.
        var hasRoom = false
        /// Wakes the server's thread; nil before and after it runs.
        var wake: (@Sendable () -> Void)?
        var metrics = Metrics()
    }

    private let state = Mutex(State())

    /// Whether a browser waits for a frame.
    var hasRoom: Bool {
        get { state.withLock { $0.hasRoom } }
        set { state.withLock { $0.hasRoom = newValue } }
    }

    /// The counts so far.
    var metrics: Metrics { state.withLock { $0.metrics } }

    func count(_ change: (inout Metrics) -> Void) { state.withLock { change(&$0.metrics) } }

    /// Sets what wakes the server's thread. Once it is nil, it is not running anymore.
    func setWake(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }

    /// Leaves something and wakes the thread, if it runs.
    func post(_ change: (inout Post) -> Void) {
        state.withLock { state in
            guard let wake = state.wake else { return }
            change(&state.post)
            wake()
        }
    }

    /// Takes everything that is waiting.
    func take() -> Post {
        state.withLock { state in
            defer { state.post = Post() }
            return state.post
        }
    }
}
