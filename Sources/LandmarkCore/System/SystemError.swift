#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An error number of the operating system (`errno`).
package struct SystemError: Error, Hashable, CustomStringConvertible {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The error of the last failed call on this thread.
    static var last: SystemError { SystemError(code: errno) }

    /// The causes for which callers have their own messages.
    package enum Cause: Sendable {
        /// `ENOENT`, `ENOTDIR`: nothing exists at the path.
        case notFound
        /// `EISDIR`.
        case isFolder
        /// `EACCES`, `EPERM`.
        case notPermitted
        /// `EBUSY`.
        case busy
        /// `EPIPE`: the reader of a pipe has closed it.
        case brokenPipe
        case other
    }

    /// The cause represented by the number.
    package var cause: Cause {
        switch code {
        case ENOENT, ENOTDIR: .notFound
        case EISDIR: .isFolder
        case EACCES, EPERM: .notPermitted
        case EBUSY: .busy
        case EPIPE: .brokenPipe
        default: .other
        }
    }

    /// The operating system's text for the number (`strerror`).
    package var description: String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }
}
