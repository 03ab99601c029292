#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A standard stream of the process; the raw value is its file descriptor.
package enum StandardStream: Int32, CaseIterable, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// Whether the stream is a terminal.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The size of the stream's terminal in characters; nil when it is unknown.
    package var terminalSize: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Writes all of `bytes`.
    ///
    /// - Throws: ``SystemError`` when writing fails; some of the bytes may have been written.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        try OpenFile(borrowing: rawValue).write(bytes)
    }

    /// Opens the null device in place of closed standard streams, so that no file opened later
    /// takes their descriptors.
    package static func fillClosedStreams() {
        for stream in allCases {
            var status = stat()
            guard fstat(stream.rawValue, &status) != 0, errno == EBADF else { continue }
            // The opposite direction is intentional: lost output must be an error.
            _ = open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
        }
    }

    /// Makes writes to a closed pipe, or beyond the file size limit, fail instead of ending the
    /// process.
    package static func ignoreWriteSignals() {
        for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
    }
}
