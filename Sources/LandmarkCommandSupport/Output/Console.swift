package import LandmarkCore
import LandmarkSystem

/// What the person at the terminal sees: messages and progress on standard error.
package struct Console: Sendable {
    /// Nothing but errors.
    package let isQuiet: Bool
    /// Whether somebody watches.
    package let showsProgress: Bool

    package init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        showsProgress = !isQuiet && StandardStream.error.isTerminal
    }

    /// Prints text on standard output.
    package static func print(_ text: String) throws(CommandError) {
        do throws(SystemError) {
            try StandardStream.output.write(Array(text.utf8))
        } catch {
            if error.cause == .brokenPipe { throw .brokenPipe }
            throw .unwritable(file: "standard output", reason: "\(error)")
        }
    }

    /// Reports something that went wrong.
    package static func complain(_ message: String) {
        say("landmark: \(message)\n")
    }

    /// Reports an error in passing, over a line of progress.
    package func complain(_ message: String) {
        clearProgress()
        Self.complain(message)
    }

    /// Reports something worth knowing.
    package func note(_ message: String) {
        guard !isQuiet else { return }
        clearProgress()
        Self.say("\(message)\n")
    }

    /// Takes a library's warnings, and notes those that `isWanted`.
    package func logger(_ isWanted: @escaping @Sendable (String) -> Bool) -> Logger {
        Logger { level, message in
            if level == .warning, isWanted(message) { note("landmark: \(message)") }
        }
    }

    /// Shows a line of progress in place of the one before.
    package func showLine(_ line: String) {
        if showsProgress { Self.say("\r\u{1b}[K\(line)") }
    }

    /// Shows lines in place of those before; none may be wider than the terminal.
    ///
    /// The cursor goes back to the first one, so that nothing need be known of them to take them
    /// away, and nothing of the terminal be put back.
    package func showLines(_ lines: [String]) {
        guard showsProgress, !lines.isEmpty else { return }
        let text = lines.map { $0 + "\u{1b}[K" }.joined(separator: "\n\r")
        let back = lines.count > 1 ? "\u{1b}[\(lines.count - 1)A" : ""
        Self.say("\r\(text)\u{1b}[J\(back)\r")
    }

    /// Removes the lines of progress.
    package func clearProgress() {
        if showsProgress { Self.say("\r\u{1b}[J") }
    }

    private static func say(_ text: String) {
        // Nobody can be told that standard error fails.
        try? StandardStream.error.write(Array(text.utf8))
    }
}
