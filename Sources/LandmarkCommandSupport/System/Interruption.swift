import Synchronization

/// Whether the person asked the program to stop.
package enum Interruption {
    private static let asked = Atomic<Bool>(false)
    private static let reaction = Mutex<(@Sendable () -> Void)?>(nil)

    /// Makes Ctrl-C finish the image or frame at hand and close every output whole.
    package static func watch() {
        // Touched here first: a signal handler must not be what initializes it.
        asked.store(false, ordering: .relaxed)
        System.onInterrupt { _ in Interruption.asked.store(true, ordering: .relaxed) }
        Task.detached {
            // A signal handler may do next to nothing, so somebody has to look.
            while !isAsked || reaction.withLock({ $0 }) == nil {
                try await Task.sleep(for: .milliseconds(50))
            }
            reaction.withLock { $0 }?()
        }
    }

    /// Does `work` soon after Ctrl-C, for what waits and cannot look by itself.
    package static func onAsked(_ work: @escaping @Sendable () -> Void) {
        reaction.withLock { $0 = work }
    }

    /// Whether Ctrl-C was pressed.
    package static var isAsked: Bool { asked.load(ordering: .relaxed) }
}
