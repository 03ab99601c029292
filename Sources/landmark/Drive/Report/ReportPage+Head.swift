import DriverMonitoring
import LandmarkCommandSupport

extension ReportPage {
    /// The title, the input's name, and a warning when the run did not come to its end.
    mutating func addHead() {
        text(
            "Driver report", x: layout.margin, y: top + 24,
            Mark.Letters(size: 26, isBold: true, ink: .strong))
        text(
            facts.name(atMost: layout.headLetters), x: layout.margin, y: top + 48,
            Mark.Letters(size: 14, ink: .faint))
        if let warning = facts.ending.warning {
            let width = Double(warning.count) * 8.2 + 28
            if layout.isNarrow { top += 60 }
            let left = layout.isNarrow ? layout.margin : layout.right - width
            let box = Mark.Box(left: left, top: top, width: width, height: 30)
            add(.box(box, ink: .note, radius: 15))
            text(
                warning, x: box.left + width / 2, y: top + 20,
                Mark.Letters(size: 13, isBold: true, anchor: .middle, ink: .warning))
        }
        top += (layout.isNarrow && facts.ending.warning != nil ? 30 : 48) + layout.gap
    }

    private struct Tile {
        let name: String
        let value: String
        let note: String
        var ink = Ink.strong
    }

    /// The six things to know first.
    mutating func addTiles() {
        let tiles = [length, frames, level, alerts, availability, calibration]
        let between = 12.0
        let columns = layout.tileColumns
        let width = (layout.inner - between * Double(columns - 1)) / Double(columns)
        for (index, tile) in tiles.enumerated() {
            if index > 0, index % columns == 0 { top += 84 + between }
            let left = layout.margin + Double(index % columns) * (width + between)
            card(Mark.Box(left: left, top: top, width: width, height: 84))
            text(tile.name, x: left + 14, y: top + 23, Mark.Letters(size: 12, ink: .faint))
            text(
                tile.value, x: left + 14, y: top + 50,
                Mark.Letters(size: 21, isBold: true, ink: tile.ink))
            text(tile.note, x: left + 14, y: top + 71, Mark.Letters(size: 11.5, ink: .plain))
        }
        top += 84 + layout.gap
    }

    private var length: Tile {
        let speed = facts.speed.map { "driving at \(Rate.rounded($0, places: 0)) km/h" }
        return Tile(
            name: "Duration", value: TimeText.length(history.duration),
            note: speed ?? "speed unknown")
    }

    private var frames: Tile {
        let rate =
            history.step > 0 ? "\(Rate.rounded(1000 / history.step, places: 1)) a second" : ""
        let size = facts.size.map { "\($0)" } ?? ""
        return Tile(
            name: "Frames", value: "\(history.frames)",
            note: [rate, size].filter { !$0.isEmpty }.joined(separator: ", "))
    }

    private var level: Tile {
        guard let share = history.availability, !history.isUnjudged else {
            return Tile(
                name: "Highest level", value: "unknown",
                note: history.usableFrames > 0
                    ? "eyes not seen enough" : "eyes never readable",
                ink: .warning)
        }
        let highest = history.highestLevel
        let score = Rate.rounded(history.highestScore, places: 0)
        return Tile(
            name: "Highest level", value: "\(highest.rawValue) \(highest.words)",
            note: share < 0.6
                ? "of \(TimeText.percent(share)) of the time only" : "score up to \(score) of 100",
            ink: highest >= .severe ? .alarm : .strong)
    }

    private var alerts: Tile {
        Tile(
            name: "Alerts", value: "\(history.alerts)",
            note: history.alerts == 0
                ? "none was on" : "on for \(TimeText.length(Double(history.alertTime)))",
            ink: history.alerts > 0 ? .alarm : .strong)
    }

    private var availability: Tile {
        Tile(
            name: "Availability",
            value: history.availability.map { TimeText.percent($0) } ?? "–",
            note: "of the time, eyes readable",
            ink: (history.availability ?? 0) < 0.6 ? .warning : .strong)
    }

    private var calibration: Tile {
        let note =
            history.calibrationTime.map { "since \(TimeText.clock(Double($0), places: 1))" }
            ?? "own eyes not learned"
        return Tile(name: "Calibration", value: history.calibration.words, note: note)
    }
}
