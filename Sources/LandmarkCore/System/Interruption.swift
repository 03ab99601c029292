import CLandmarkSystem

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A request to stop the program: Ctrl-C, a termination request, or a closed terminal.
package enum Interruption {
    private static let reaction = Mutex<(@Sendable () -> Void)?>(nil)

    /// Whether the program has been asked to stop since ``watch()``.
    package static var isRequested: Bool { lk_interruption_requested() }

    /// Turns the first interruption into ``isRequested``, so that the program can finish the
    /// current image or frame and close every output; a second one ends the program. Later calls do
    /// nothing.
    package static func watch() {
        let isFirst = isWatched.withLock { isWatched in
            defer { isWatched = true }
            return !isWatched
        }
        guard isFirst else { return }
        installHandler()
        Task.detached {
            // A signal handler may call hardly anything, so poll its flag.
            while !isRequested || reaction.withLock({ $0 }) == nil {
                try await Task.sleep(nanoseconds: 50_000_000)
            }
            reaction.withLock { $0 }?()
        }
    }

    private static let isWatched = Mutex(false)

    /// Sets the closure to call, on another thread, within about 50 ms of a request; for code that
    /// waits and cannot poll ``isRequested``.
    package static func onRequest(_ body: @escaping @Sendable () -> Void) {
        reaction.withLock { $0 = body }
    }

    /// Lets `SIGQUIT` end the program, with a core file where the system writes one.
    ///
    /// The Swift runtime would print the threads as in a crash, and then continue.
    package static func restoreQuitting() {
        if !ignores(SIGQUIT) { _ = signal(SIGQUIT, SIG_DFL) }
    }

    /// Handles `SIGINT`, `SIGTERM` and, unless it is ignored (`nohup`), `SIGHUP`.
    private static func installHandler() {
        var action = sigaction()
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = lk_interruption_handler
        #else
        action.__sigaction_handler.sa_handler = lk_interruption_handler
        #endif
        // Restart interrupted calls, which would otherwise be reported as failures.
        action.sa_flags = Int32(bitPattern: UInt32(truncatingIfNeeded: SA_RESTART))
        // A parent may have started this process from a thread that blocks them.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] where signal != SIGHUP || !ignores(SIGHUP) {
            sigaction(signal, &action, nil)
            sigaddset(&signals, signal)
        }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Ignores a signal from now on; returns whether it was ignored before.
    private static func ignores(_ number: Int32) -> Bool {
        let before = signal(number, SIG_IGN)
        return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
