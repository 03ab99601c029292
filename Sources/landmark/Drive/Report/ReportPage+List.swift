import DriverMonitoring
import LandmarkCore

extension ReportPage {
    private static let rowHeight = 22.0

    /// The events with their times, in two columns, and how many there were of each kind.
    mutating func addList() {
        let listed = history.notable.listed
        let rows = (listed.count + 1) / 2
        let start = top
        let counts = countLines
        let head = 44 + Double(counts.count) * 18
        let height = head + Double(rows) * Self.rowHeight + (rows > 0 ? 12 : 0)
        card(Mark.Box(left: Self.margin, top: top, width: Self.inner, height: height))
        text(
            "Events in the order of time", x: Self.margin + 20, y: top + 28,
            Mark.Letters(size: 13, isBold: true, ink: .strong))
        for (index, line) in counts.enumerated() {
            text(
                line, x: Self.margin + 20, y: top + 48 + Double(index) * 18,
                Mark.Letters(size: 12, ink: .plain))
        }
        let left = history.notable.total - listed.count
        if left > 0 {
            text(
                "\(left) more, of the less urgent,"
                    + (facts.hasEvents ? " are in the file of --events" : " are not listed"),
                x: Self.right - 20, y: top + 28,
                Mark.Letters(size: 12, anchor: .end, ink: .faint))
        }
        let column = (Self.inner - 40) / 2
        for (index, told) in listed.enumerated() {
            let x = Self.margin + 20 + (index < rows ? 0 : column + 10)
            let y = start + head + Double(index % max(rows, 1)) * Self.rowHeight
            add(told, x: x, y: y, width: column - 10)
        }
        top += height + Self.gap
    }

    /// How many events of each kind there were, in lines that fit the page.
    private var countLines: [String] {
        var lines: [String] = []
        for kind in DriverEventKind.allCases {
            guard let count = history.counts[kind] else { continue }
            let text = "\(kind.words.lowercased()) \(count)"
            if let last = lines.last, last.count + text.count < 120 {
                lines[lines.count - 1] = "\(last)  ·  \(text)"
            } else {
                lines.append(text)
            }
        }
        return lines.isEmpty ? ["There were none."] : lines
    }

    private mutating func add(_ told: ToldEvent, x: Double, y: Double, width: Double) {
        let event = told.event
        let dot = Mark.Box(left: x, top: y + 5, width: 10, height: 10)
        let ink =
            event.levels.map { Ink.level($0.to.rawValue) } ?? event.kind.ink
        add(.box(dot, ink: ink, radius: event.kind == .levelChanged ? 1 : 5))
        let base = y + 14
        let time = Double(event.start.milliseconds - history.first)
        text(
            TimeText.clock(time, places: 2), x: x + 84, y: base,
            Mark.Letters(size: 12, anchor: .end, ink: .faint))
        let name =
            event.levels.map { "Level \($0.from.rawValue) → \($0.to.rawValue) \($0.to.words)" }
            ?? event.kind.words
        let isUrgent = event.kind.rank <= 4
        text(
            name, x: x + 98, y: base,
            Mark.Letters(size: 12, isBold: isUrgent, ink: isUrgent ? .strong : .plain))
        if event.levels == nil {
            text(
                TimeText.length(event.duration * 1000), x: x + 330, y: base,
                Mark.Letters(size: 12, anchor: .end, ink: .plain))
        }
        text(note(on: told), x: x + 344, y: base, Mark.Letters(size: 11.5, ink: .faint))
    }

    private func note(on told: ToldEvent) -> String {
        let ending: String? =
            switch told.ending {
            case .inputEnd: "until the input ends"
            case .inputFailure, .interruption: "until the run ends"
            case .seen, nil: nil
            }
        return [told.event.reason?.words, ending].compactMap { $0 }.joined(separator: ", ")
    }
}
