internal import LandmarkCore

/// The state of a network that a backend was asked to prepare.
package enum Preparation {
    /// It can run.
    case ready(any Executable)
    /// Another thread prepares it.
    case pending(PendingExecutable)
}

/// An executable that another thread prepares.
package final class PendingExecutable: Sendable {
    private enum Outcome {
        // The mutex makes the executable sendable: only one thread takes it out.
        case ready(Mutex<(any Executable)?>)
        case failed(InferenceError)
    }

    private let outcome = Mutex<Outcome?>(nil)

    package init() {}

    /// Keeps what `make` returns or throws. It is called once.
    package func finish(
        _ make: () throws(InferenceError) -> sending any Executable
    ) {
        let new: Outcome
        do {
            new = .ready(Mutex(try make()))
        } catch {
            new = .failed(error)
        }
        outcome.withLock { $0 = new }
    }

    /// Returns the executable, or the reason that there is none; nil while it is being prepared. The
    /// executable is returned once.
    package func take() -> Result<any Executable, InferenceError>? {
        switch outcome.withLock({ $0 }) {
        case .ready(let executable):
            executable.withLock { executable in
                defer { executable = nil }
                return executable
            }.map { .success($0) }
        case .failed(let error): .failure(error)
        case nil: nil
        }
    }
}
