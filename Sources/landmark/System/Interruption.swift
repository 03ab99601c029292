import Synchronization

/// Whether the person asked the program to stop.
enum Interruption {
    private static let asked = Atomic<Bool>(false)

    /// Makes Ctrl-C finish the picture or frame at hand and close every output whole.
    static func watch() {
        // Touched here first: a signal handler must not be what initialises it.
        asked.store(false, ordering: .relaxed)
        System.onInterrupt { _ in Interruption.asked.store(true, ordering: .relaxed) }
    }

    /// Whether Ctrl-C was pressed.
    static var isAsked: Bool { asked.load(ordering: .relaxed) }
}
