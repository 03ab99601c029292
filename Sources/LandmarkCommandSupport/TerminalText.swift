/// A line of colored text.
package struct TerminalText {
    /// The SGR codes of colors that every terminal has.
    package enum Color: String {
        case plain = ""
        case faint = "2"
        case green = "32"
        case yellow = "33"
        case red = "31"
        /// Bold white on red.
        case alarm = "1;37;41"
    }

    private var runs: [(text: String, color: Color)]

    package init(_ text: String, _ color: Color = .plain) { runs = [(text, color)] }

    package static func + (a: TerminalText, b: TerminalText) -> TerminalText {
        var sum = a
        sum.runs += b.runs
        return sum
    }

    package static func + (a: TerminalText, b: String) -> TerminalText { a + TerminalText(b) }

    /// The text with escape sequences, cut to `columns`, because a longer line would wrap and could
    /// not be overwritten.
    package func rendered(columns: Int, usesColor: Bool) -> String {
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

// MARK: Views

/// The lines of a live view: a name, a bar if there is room, and text.
package struct TerminalRows {
    /// The columns of a name and the space after it.
    private static let nameWidth = 12
    /// The columns of the text next to a bar.
    private static let textWidth = 41

    private let columns: Int
    private var rows: [(text: TerminalText, rank: Int)] = []

    /// - Parameter columns: The width of the terminal; every line is shorter.
    package init(columns: Int) { self.columns = columns }

    /// Adds a line; if there is no room for all, those with the lowest rank are kept.
    package mutating func add(_ text: TerminalText, rank: Int) { rows.append((text, rank)) }

    /// Adds a line that begins with a name.
    package mutating func add(_ name: String, _ text: TerminalText, rank: Int) {
        add(Self.start(name) + text, rank: rank)
    }

    /// Adds a line that begins with a name and a bar that is filled to `share`, 0…1.
    package mutating func add(
        _ name: String, share: Double?, color: TerminalText.Color = .plain, _ text: TerminalText,
        rank: Int
    ) {
        add(Self.start(name) + bar(share ?? 0, color) + text, rank: rank)
    }

    /// The lines to show.
    package func rendered(atMost limit: Int, usesColor: Bool) -> [String] {
        let ranks = rows.map(\.rank).sorted().prefix(max(limit, 0))
        return rows.filter { ranks.contains($0.rank) }
            .map { $0.text.rendered(columns: columns - 1, usesColor: usesColor) }
    }

    private static func start(_ name: String) -> TerminalText {
        let shown = name.prefix(nameWidth - 1)
        return TerminalText(shown + String(repeating: " ", count: nameWidth - shown.count))
    }

    private func bar(_ share: Double, _ color: TerminalText.Color) -> TerminalText {
        let room = columns - 1 - Self.nameWidth - 2 - Self.textWidth
        let width = room < 6 ? 0 : min(room, 24)
        guard width > 0 else { return TerminalText("") }
        let filled = Int((min(max(share, 0), 1) * Double(width)).rounded())
        return TerminalText(String(repeating: "█", count: filled), color)
            + TerminalText(String(repeating: "░", count: width - filled) + "  ", .faint)
    }
}
