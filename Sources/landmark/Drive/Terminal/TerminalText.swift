/// A line of text in colors, which can be cut to a terminal's width.
struct TerminalText {
    /// Colors that every terminal has.
    enum Color: String {
        case plain = ""
        case faint = "2"
        case green = "32"
        case yellow = "33"
        case red = "31"
        /// White on red.
        case alarm = "1;37;41"
    }

    private var runs: [(text: String, color: Color)]

    init(_ text: String, _ color: Color = .plain) { runs = [(text, color)] }

    static func + (a: TerminalText, b: TerminalText) -> TerminalText {
        var both = a
        both.runs += b.runs
        return both
    }

    static func + (a: TerminalText, b: String) -> TerminalText { a + TerminalText(b) }

    /// The text for the terminal, at most `columns` wide: a longer line would break, and could not
    /// be written over.
    func rendered(columns: Int, usesColor: Bool) -> String {
        var room = max(columns, 0)
        var text = ""
        for run in runs {
            let part = String(run.text.prefix(room))
            room -= part.count
            if part.isEmpty { continue }
            text +=
                usesColor && run.color != .plain
                ? "\u{1b}[\(run.color.rawValue)m\(part)\u{1b}[0m" : part
        }
        return text
    }
}
