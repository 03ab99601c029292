import DriverMonitoring
import LandmarkCore

extension DriverReport {
    /// Adds the list of the events that are not incidents, in columns.
    mutating func addEventList() {
        let listed = history.notable.listed
        guard history.notable.total > 0 else { return }
        let columns = layout.listColumns
        let rows = (listed.count + columns - 1) / columns
        let lines = layout.isNarrow ? omissionLines : []
        let head = 44 + Double(lines.count) * 18
        let heights = listed.map(rowHeight)
        let height = head + heights.prefix(rows).reduce(0, +) + (rows > 0 ? 12 : 0)
        let top = page.top
        page.addCard(
            Mark.Box(left: layout.margin, top: top, width: layout.innerWidth, height: height))
        let left = layout.margin + (layout.isNarrow ? 14 : 20)
        page.add(
            "Other events in order of time", x: left, y: top + 28,
            Mark.TextStyle(size: 13, isBold: true, ink: .strong, role: .heading))
        for (index, line) in lines.enumerated() {
            page.add(
                line, x: left, y: top + 48 + Double(index) * 18,
                Mark.TextStyle(size: 12, ink: .plain))
        }
        if !layout.isNarrow, let omission = omissionLines.first {
            page.add(
                omission, x: layout.right - 20, y: top + 28,
                Mark.TextStyle(size: 12, anchor: .end, ink: .faint))
        }
        let columnWidth = (layout.innerWidth - 40) / Double(columns)
        var y = top + head
        page.add(.beginGroup(.table, name: "Other events"))
        for (index, record) in listed.enumerated() {
            if index % rows == 0 { y = top + head }
            add(record, x: left + Double(index / rows) * (columnWidth + 10), y: y)
            y += heights[index]
        }
        page.add(.endGroup)
        page.top += height + layout.gap
    }

    /// The height of a row; on a narrow page, the note is below the event.
    private func rowHeight(_ record: DriverEventRecord) -> Double {
        layout.isNarrow && !note(on: record).isEmpty ? 38 : 22
    }

    /// The number of events that are not listed, in lines that fit the page.
    private var omissionLines: [String] {
        let count = history.notable.total - history.notable.listed.count
        guard count > 0 else { return [] }
        let place = run.hasEventLog ? "are in the --events file" : "are not listed"
        return PageLayout.lines(
            "\(count) more, less urgent, \(place)", atMost: layout.lineLength - 6)
    }

    private mutating func add(_ record: DriverEventRecord, x: Double, y: Double) {
        let event = record.event
        page.add(.beginGroup(.row))
        defer { page.add(.endGroup) }
        let dot = Mark.Box(left: x, top: y + 5, width: 10, height: 10)
        let ink = event.levels.map { Ink.level($0.to) } ?? event.kind.ink
        page.add(.box(dot, ink: ink, radius: event.kind.isChange ? 1 : 5))
        let baseline = y + 14
        let time = Double(event.start.milliseconds - history.first)
        page.add(
            TimeText.clock(time, places: 2), x: x + 84, y: baseline,
            Mark.TextStyle(size: 12, anchor: .end, ink: .faint, role: .cell))
        let name =
            event.levels.map {
                "Level \($0.from.rawValue) → \($0.to.rawValue) \($0.to.displayName)"
            } ?? event.kind.displayName
        let isUrgent = event.kind.rank <= DriverEventKind.noFace.rank
        page.add(
            name, x: x + 98, y: baseline,
            Mark.TextStyle(
                size: 12, isBold: isUrgent, ink: isUrgent ? .strong : .plain, role: .cell))
        if event.levels == nil {
            page.add(
                TimeText.duration(event.duration * 1000), x: x + (layout.isNarrow ? 346 : 330),
                y: baseline, Mark.TextStyle(size: 12, anchor: .end, ink: .plain, role: .cell))
        }
        let note = note(on: record)
        if note.isEmpty { return }
        page.add(
            note, x: x + (layout.isNarrow ? 98 : 344), y: baseline + (layout.isNarrow ? 16 : 0),
            Mark.TextStyle(size: 11.5, ink: .faint, role: .cell))
    }

    private func note(on record: DriverEventRecord) -> String {
        let event = record.event
        return [
            event.reason?.displayName, event.eyeUnreadableReason?.description,
            event.confidenceText, record.ending?.incompleteText,
        ].compactMap { $0 }.joined(separator: ", ")
    }
}
