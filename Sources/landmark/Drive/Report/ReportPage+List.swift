import DriverMonitoring
import LandmarkCore

extension ReportPage {
    /// The events with their times, in columns, and how many there were of each kind.
    mutating func addList() {
        let listed = history.notable.listed
        let columns = layout.listColumns
        let rows = (listed.count + columns - 1) / columns
        let lines = countLines + (layout.isNarrow ? moreLines : [])
        let head = 44 + Double(lines.count) * 18
        let heights = listed.map(rowHeight)
        let height = head + heights.prefix(rows).reduce(0, +) + (rows > 0 ? 12 : 0)
        card(Mark.Box(left: layout.margin, top: top, width: layout.inner, height: height))
        let left = layout.margin + (layout.isNarrow ? 14 : 20)
        text(
            "Events in the order of time", x: left, y: top + 28,
            Mark.Letters(size: 13, isBold: true, ink: .strong))
        for (index, line) in lines.enumerated() {
            text(
                line, x: left, y: top + 48 + Double(index) * 18,
                Mark.Letters(size: 12, ink: .plain))
        }
        if !layout.isNarrow, let more = moreLines.first {
            text(
                more, x: layout.right - 20, y: top + 28,
                Mark.Letters(size: 12, anchor: .end, ink: .faint))
        }
        let column = (layout.inner - 40) / Double(columns)
        var y = top + head
        for (index, told) in listed.enumerated() {
            if index % rows == 0 { y = top + head }
            add(told, x: left + Double(index / rows) * (column + 10), y: y)
            y += heights[index]
        }
        top += height + layout.gap
    }

    /// Where an event's notes have no place beside it they stand below.
    private func rowHeight(_ told: ToldEvent) -> Double {
        layout.isNarrow && !note(on: told).isEmpty ? 38 : 22
    }

    /// That some are not listed, in lines that fit the page.
    private var moreLines: [String] {
        let left = history.notable.total - history.notable.listed.count
        guard left > 0 else { return [] }
        let place = facts.hasEvents ? "are in the file of --events" : "are not listed"
        return ReportLayout.lines(
            "\(left) more, of the less urgent, \(place)", atMost: layout.letters - 6)
    }

    /// How many events of each kind there were, in lines that fit the page.
    private var countLines: [String] {
        var lines: [String] = []
        for kind in DriverEventKind.allCases {
            guard let count = history.counts[kind] else { continue }
            let text = "\(kind.words.lowercased()) \(count)"
            if let last = lines.last, last.count + text.count < (layout.isNarrow ? 40 : 120) {
                lines[lines.count - 1] = "\(last)  ·  \(text)"
            } else {
                lines.append(text)
            }
        }
        return lines.isEmpty ? ["There were none."] : lines
    }

    private mutating func add(_ told: ToldEvent, x: Double, y: Double) {
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
                TimeText.length(event.duration * 1000), x: x + (layout.isNarrow ? 346 : 330),
                y: base, Mark.Letters(size: 12, anchor: .end, ink: .plain))
        }
        text(
            note(on: told), x: x + (layout.isNarrow ? 98 : 344),
            y: base + (layout.isNarrow ? 16 : 0), Mark.Letters(size: 11.5, ink: .faint))
    }

    private func note(on told: ToldEvent) -> String {
        let ending: String? =
            switch told.ending {
            case .inputEnd: "until the input ends"
            case .inputFailure, .outputFailure, .interruption: "until the run ends"
            case .seen, nil: nil
            }
        return [told.event.reason?.words, ending].compactMap { $0 }.joined(separator: ", ")
    }
}
