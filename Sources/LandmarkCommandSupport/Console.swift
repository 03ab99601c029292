package import LandmarkCore

/// Messages and progress on standard error, and text on standard output.
package struct Console: Sendable {
    /// Whether only errors are printed.
    package let isQuiet: Bool
    /// Whether progress is shown: not in quiet mode, and only on a terminal.
    package let showsProgress: Bool

    package init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        showsProgress = !isQuiet && StandardStream.error.isTerminal
    }

    /// Prints text on standard output.
    ///
    /// - Throws: `CommandError.brokenPipe` or `.unwritable`.
    package static func print(_ text: String) throws(CommandError) {
        do throws(SystemError) {
            try StandardStream.output.write(Array(Path.shown(text).utf8))
        } catch {
            if error.cause == .brokenPipe { throw .brokenPipe }
            throw .unwritable(file: "standard output", reason: "\(error)")
        }
    }

    /// Prints an error message.
    package static func printError(_ message: String) {
        write("landmark: \(message)\n")
    }

    /// Prints an error message in place of the progress.
    package func printError(_ message: String) {
        clearProgress()
        Self.printError(message)
    }

    /// Prints a message in place of the progress, except in quiet mode.
    package func note(_ message: String) {
        guard !isQuiet else { return }
        clearProgress()
        Self.write("\(message)\n")
    }

    /// A logger that prints a library's warnings for which `isIncluded` returns true.
    package func logger(_ isIncluded: @escaping @Sendable (String) -> Bool) -> Logger {
        Logger { level, message in
            if level == .warning, isIncluded(message) { note("landmark: \(message)") }
        }
    }

    /// A logger that prints each warning of a library only once, however many parts of a run report it.
    package static let logger: Logger = {
        let printed = Mutex<Set<String>>([])
        return Logger { level, message in
            guard level == .warning, printed.withLock({ $0.insert(message).inserted }) else {
                return
            }
            printError(message)
        }
    }()

    /// Shows a line of progress in place of the previous one.
    ///
    /// The cursor returns to its start: a terminal that becomes narrower wraps the line, and the next one
    /// then also removes the rows below.
    package func showLine(_ line: String) {
        if showsProgress { Self.write("\r\(line)\u{1b}[J\r") }
    }

    /// Shows lines in place of the previous ones; none may be wider than the terminal.
    ///
    /// The cursor returns to the first line, so that they can be removed without knowing their
    /// number, and the terminal needs no cleanup at the end.
    package func showLines(_ lines: [String]) {
        guard showsProgress, !lines.isEmpty else { return }
        let text = lines.map { $0 + "\u{1b}[K" }.joined(separator: "\n\r")
        let back = lines.count > 1 ? "\u{1b}[\(lines.count - 1)A" : ""
        Self.write("\r\(text)\u{1b}[J\(back)\r")
    }

    /// Removes the lines of progress.
    package func clearProgress() {
        if showsProgress { Self.write("\r\u{1b}[J") }
    }

    private static func write(_ text: String) {
        // If standard error cannot be written, the failure cannot be reported anywhere.
        try? StandardStream.error.write(Array(Path.shown(text).utf8))
    }
}

/// Rates as text.
package enum Rate {
    /// The rate of `count` units in `duration` seconds, such as `25 frames/s`, with one decimal below
    /// ten.
    package static func text(count: Int, in duration: Double, of unit: String) -> String {
        let rate = Double(count) / max(duration, 1e-9)
        return "\(String(rate, places: rate < 10 ? 1 : 0)) \(unit)/s"
    }
}
