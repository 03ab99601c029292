import DriverMonitoring
import LandmarkCore
import LandmarkReports

/// The driver's state as a few lines for a terminal.
struct DriverView {
    /// The columns of a name and the space after it.
    private static let nameWidth = 12
    /// The columns of the text beside a bar.
    private static let textWidth = 41

    /// Whether the lines have colors.
    let usesColor: Bool
    private var lastEvent: String?

    init(usesColor: Bool) { self.usesColor = usesColor }

    /// Remembers the last event for the bottom line, except blinks, which are too frequent.
    mutating func add(_ events: [DriverEventRecord]) {
        if let event = events.last(where: { $0.event.kind != .blink }) {
            lastEvent = event.sentence
        }
    }

    /// The lines for a frame.
    ///
    /// - Parameters:
    ///   - result: The result of the frame.
    ///   - columns: The width of the terminal, which no line reaches.
    ///   - rows: The maximum number of lines; with few rows, the most important lines stay.
    func lines(for result: DriverResult, columns: Int, rows: Int) -> [String] {
        let signals = result.signals
        let level = result.fatigueLevel
        let bar = Self.barWidth(columns)
        let score =
            row("score", bar, share: result.fatigueScore / 100, color: Self.color(of: level))
            + "\(String(result.fatigueScore, places: 0)) of 100, level"
            + " \(level.rawValue) \(level.displayName)"
        let confidence =
            row(
                "confidence", bar, share: result.confidence,
                color: result.isLimited ? .yellow : .plain)
            + "\(String(result.confidence, places: 2))\(result.isLimited ? ", limited" : "")"
        let eyes = row("eyes", bar, share: signals.openness, color: .plain) + Self.eyes(signals)
        let mouth =
            row("mouth", bar, share: signals.mouthOpenness, color: .plain) + Self.mouth(signals)
        let head = row("head", 0, share: nil, color: .plain) + Self.head(signals)
        let alert = row("alert", 0, share: nil, color: .plain) + alert(result)
        let time = TimeText.clock(Double(result.timestamp.milliseconds), places: 1)
        let rate = signals.frameRate.map { "\(String($0, places: 0)) frames/s" } ?? "–"
        let bottom =
            TerminalText("\(time), \(rate), calibration: \(result.calibration.displayName)")
            + (lastEvent.map { "; last \($0)" } ?? "")
        // Each line with its rank in importance.
        return [
            (score, 1), (confidence, 4), (eyes, 2), (mouth, 6), (head, 3), (alert, 0), (bottom, 5),
        ]
        .filter { $0.1 < rows }
        .map { $0.0.rendered(columns: columns - 1, usesColor: usesColor) }
    }

    /// The width of bars; 0 when there is no room for one beside the text.
    private static func barWidth(_ columns: Int) -> Int {
        let room = columns - 1 - nameWidth - 2 - textWidth
        return room < 6 ? 0 : min(room, 24)
    }

    /// The start of a line: a name, and a bar of `width` columns.
    private func row(
        _ name: String, _ width: Int, share: Double?, color: TerminalText.Color
    ) -> TerminalText {
        let padding = String(repeating: " ", count: max(0, Self.nameWidth - name.count))
        let start = TerminalText(name + padding)
        guard width > 0 else { return start }
        let filled = min(max(Int(((share ?? 0) * Double(width)).rounded()), 0), width)
        return start
            + TerminalText(String(repeating: "█", count: filled), color)
            + TerminalText(String(repeating: "░", count: width - filled) + "  ", .faint)
    }

    private func alert(_ result: DriverResult) -> TerminalText {
        guard result.isAlert else { return TerminalText("none", .faint) }
        let names = result.activeAlerts.map { $0.displayName.uppercased() }
        return TerminalText(" \(names.joined(separator: ", ")) ", .alarm)
    }

    private static func eyes(_ signals: DriverSignals) -> String {
        guard signals.isFacePresent else { return "no face" }
        guard signals.isUsable, let openness = signals.openness else { return "not readable" }
        let state =
            signals.closureSeconds.map { "closed for \(String($0, places: 1)) s" }
            ?? "open \(TimeText.percent(openness))"
        let blinks =
            signals.blinks.map { ", \(String($0.perMinute, places: 0)) blinks/min" } ?? ""
        return "\(state), PERCLOS \(TimeText.percent(signals.perclos60, places: 1))\(blinks)"
    }

    private static func mouth(_ signals: DriverSignals) -> String {
        guard let mouth = signals.mouthOpenness else { return "–" }
        return "open \(TimeText.percent(mouth)), \(signals.yawns)"
            + " \(signals.yawns == 1 ? "yawn" : "yawns") in 5 min"
    }

    private static func head(_ signals: DriverSignals) -> TerminalText {
        guard let head = signals.relativeHead else { return TerminalText("–", .faint) }
        let angles = [("yaw", head.yaw), ("pitch", head.pitch), ("roll", head.roll)]
            .map { "\($0) \(String($1, places: 0))°" }.joined(separator: ", ")
        let road: TerminalText =
            signals.isOffRoad == true
            ? TerminalText(
                "off the road for \(String(signals.offRoadSeconds, places: 1)) s", .yellow)
            : TerminalText("on the road")
        return road + ", \(angles)"
    }

    private static func color(of level: FatigueLevel) -> TerminalText.Color {
        switch level {
        case .alert: .green
        case .slight, .moderate: .yellow
        case .severe, .critical: .red
        }
    }
}

/// A line of colored text.
private struct TerminalText {
    /// The SGR codes of colors that every terminal has.
    enum Color: String {
        case plain = ""
        case faint = "2"
        case green = "32"
        case yellow = "33"
        case red = "31"
        /// Bold white on red.
        case alarm = "1;37;41"
    }

    private var runs: [(text: String, color: Color)]

    init(_ text: String, _ color: Color = .plain) { runs = [(text, color)] }

    static func + (a: TerminalText, b: TerminalText) -> TerminalText {
        var sum = a
        sum.runs += b.runs
        return sum
    }

    static func + (a: TerminalText, b: String) -> TerminalText { a + TerminalText(b) }

    /// The text with escape sequences, cut to `columns`: a longer line would wrap, and could not be
    /// overwritten.
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
