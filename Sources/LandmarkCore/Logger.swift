/// Where a library's messages go: a closure of the caller's, or nowhere.
///
/// Libraries print nothing. The closure may be called from any thread.
public struct Logger: Sendable {
    /// How much a message matters.
    public enum Level: Int, Sendable, Comparable {
        /// Of use when looking for a fault.
        case debug
        /// Worth knowing.
        case info
        /// Something is not as asked, and work goes on.
        case warning

        /// Orders levels by weight.
        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    private let write: (@Sendable (Level, String) -> Void)?

    /// Hands every message to `write`.
    public init(_ write: @escaping @Sendable (Level, String) -> Void) {
        self.write = write
    }

    private init() { write = nil }

    /// Drops every message.
    public static let silent = Logger()

    /// Passes on a message, which is only built when somebody listens.
    public func log(_ level: Level, _ message: @autoclosure () -> String) {
        write?(level, message())
    }
}
