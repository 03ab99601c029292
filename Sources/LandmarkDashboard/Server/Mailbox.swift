import LandmarkCore

/// The messages that other threads leave for the server's thread, and its state for them.
final class Mailbox: Sendable {
    /// The waiting messages.
    struct Post: Sendable {
        /// The newest frame, which replaces older ones.
        private(set) var frame: LiveFrame?
        /// The number of older frames that were replaced.
        private(set) var replaced = 0
        /// The frame for browsers that connect later, or none; nil if unchanged.
        var kept: LiveFrame??
        /// Texts for everyone or for one browser, in order.
        var texts: [(recipient: BrowserID?, message: [UInt8])] = []
        /// The newest frame for each single browser.
        var answers: [BrowserID: LiveFrame] = [:]
        /// Whether a resource has something to send.
        var hasParts = false
        var isStopping = false

        /// Replaces the frame that the server's thread has not taken yet.
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

    /// Sets the function that wakes the server's thread; nil once the thread no longer runs.
    func setWake(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }

    /// Leaves a message and wakes the thread, if it runs.
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
