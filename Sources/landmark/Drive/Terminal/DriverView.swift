import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkReports

/// The driver's state as a few lines of text for a terminal.
struct DriverView {
    /// How wide a name is with what follows it.
    private static let nameWidth = 12
    /// What the words beside a bar take.
    private static let wordsWidth = 41

    /// Whether the terminal is to show colors.
    let usesColor: Bool
    private var last: String?

    init(usesColor: Bool) { self.usesColor = usesColor }

    /// Remembers the last event but blinks, which come all the time.
    mutating func note(_ told: [DriverEventRecord]) {
        if let line = told.last(where: { $0.event.kind != .blink }) { last = line.sentence }
    }

    /// The lines for a frame, none wider than `columns` and no more than `rows`: where there is
    /// room for few, the ones that matter most.
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
            + "\(String(result.confidence, places: 2))"
            + (result.isLimited ? ", limited" : "")
        let eyes = row("eyes", bar, share: signals.openness, color: .plain) + Self.eyes(signals)
        let mouth =
            row("mouth", bar, share: signals.mouthOpenness, color: .plain) + Self.mouth(signals)
        let head = row("head", 0, share: nil, color: .plain) + Self.head(signals)
        let alert = row("alert", 0, share: nil, color: .plain) + alert(result)
        let time = TimeText.clock(Double(result.timestamp.milliseconds), places: 1)
        let rate = signals.frameRate.map { "\(String($0, places: 0)) frames/s" } ?? "–"
        let foot =
            TerminalText("\(time), \(rate), calibration: \(result.calibration.displayName)")
            + (last.map { "; last \($0)" } ?? "")
        // Each line with its place among those that matter.
        return [
            (score, 1), (confidence, 4), (eyes, 2), (mouth, 6), (head, 3), (alert, 0), (foot, 5),
        ]
        .filter { $0.1 < rows }
        .map { $0.0.rendered(columns: columns - 1, usesColor: usesColor) }
    }

    /// How wide bars are: none where there is no room for one beside the words.
    private static func barWidth(_ columns: Int) -> Int {
        let room = columns - 1 - nameWidth - 2 - wordsWidth
        return room < 6 ? 0 : min(room, 24)
    }

    /// The beginning of a line: a name, and a bar of `width` columns.
    private func row(
        _ name: String, _ width: Int, share: Double?, color: TerminalText.Color
    ) -> TerminalText {
        let pad = String(repeating: " ", count: max(0, Self.nameWidth - name.count))
        let start = TerminalText(name + pad)
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
