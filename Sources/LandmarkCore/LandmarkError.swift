#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The protocol of all errors thrown by LandmarkKit.
///
/// Each module defines its own type, whose cases carry the facts: file, offset, option, tensor,
/// expected and actual value. `description` is one sentence without a final period, suitable for
/// printing after a program's name; `localizedDescription` is the same sentence.
public protocol LandmarkError: LocalizedError, Sendable, CustomStringConvertible {}

extension LandmarkError {
    /// The error's `description`.
    public var errorDescription: String? { description }

    // Foundation's defaults for these are visible only where Foundation is imported, which modules
    // that define errors should not need to do.

    /// Nil: `description` contains the reason.
    public var failureReason: String? { nil }
    /// Nil.
    public var recoverySuggestion: String? { nil }
    /// Nil.
    public var helpAnchor: String? { nil }
}

/// An environment variable with an invalid value.
public struct EnvironmentError: LandmarkError, Hashable {
    /// The variable's name.
    public let variable: String
    /// The variable's value.
    public let value: String
    /// The valid values.
    public let allowed: [String]

    /// One sentence with the variable, its value and the valid values.
    public var description: String {
        "environment variable \(variable) is \"\(value)\"; expected "
            + allowed.joined(separator: ", ")
    }
}

/// The destination of a library's messages: a closure provided by the caller.
///
/// Libraries print nothing themselves. The closure may be called from any thread.
public struct Logger: Sendable {
    /// The severity of a message.
    public enum Level: Int, Sendable, Comparable {
        /// Details useful for debugging.
        case debug
        /// Information about normal operation.
        case info
        /// A problem that does not stop the work.
        case warning

        /// Orders levels by severity.
        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    private let write: (@Sendable (Level, String) -> Void)?

    /// Creates a logger that passes every message to `write`.
    public init(_ write: @escaping @Sendable (Level, String) -> Void) {
        self.write = write
    }

    private init() { write = nil }

    /// A logger that discards every message.
    public static let silent = Logger()

    /// Logs a message. The message is not evaluated when the logger is ``silent``.
    public func log(_ level: Level, _ message: @autoclosure () -> String) {
        write?(level, message())
    }
}
