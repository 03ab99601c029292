import LandmarkCore
import Synchronization

/// Keeps the warnings that a library has for its user.
final class Warnings: Sendable {
    private let list = Mutex<[String]>([])

    var logger: Logger {
        Logger { [self] level, text in
            if level == .warning { list.withLock { $0.append(text) } }
        }
    }

    var all: [String] { list.withLock { $0 } }
}
