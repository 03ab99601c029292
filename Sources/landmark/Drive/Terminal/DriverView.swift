import DriverMonitoring
import LandmarkCore

/// The driver's state as a few lines of text for a terminal.
struct DriverView {
    private static let barWidth = 24

    /// Whether the terminal is to show colours.
    let usesColor: Bool
    private var last: String?

    init(usesColor: Bool) { self.usesColor = usesColor }

    /// Remembers the last event but blinks, which come all the time.
    mutating func note(_ told: [ToldEvent]) {
        if let line = told.last(where: { $0.event.kind != .blink }) { last = line.sentence }
    }

    /// The lines for a frame, none wider than `columns`.
    func lines(for result: DriverResult, columns: Int) -> [String] {
        let signals = result.signals
        let level = result.fatigueLevel
        var rows: [TerminalText] = []
        rows.append(
            row("score", share: result.fatigueScore / 100, color: Self.color(of: level))
                + "  \(Rate.rounded(result.fatigueScore, places: 0)) of 100, level"
                + " \(level.rawValue) \(level.words)")
        rows.append(
            row("confidence", share: result.confidence, color: result.isLimited ? .yellow : .plain)
                + "  \(Rate.rounded(result.confidence, places: 2))"
                + (result.isLimited ? ", limited" : ""))
        rows.append(
            row("eyes", share: signals.openness, color: .plain) + "  \(Self.eyes(signals))")
        rows.append(
            row("mouth", share: signals.mouthOpenness, color: .plain)
                + "  \(Self.mouth(signals))")
        rows.append(TerminalText("head        ") + Self.head(signals))
        rows.append(TerminalText("alert       ") + alert(result))
        let time = TimeText.clock(Double(result.timestamp.milliseconds), places: 1)
        let rate = signals.frameRate.map { "\(Rate.rounded($0, places: 0)) frames/s" } ?? "–"
        rows.append(
            TerminalText("\(time), \(rate), calibration: \(result.calibration.words)")
                + (last.map { "; last \($0)" } ?? ""))
        return rows.map { $0.rendered(columns: columns - 1, usesColor: usesColor) }
    }

    private func row(
        _ name: String, share: Double?, color: TerminalText.Color
    ) -> TerminalText {
        let filled = min(
            max(Int(((share ?? 0) * Double(Self.barWidth)).rounded()), 0), Self.barWidth)
        let pad = String(repeating: " ", count: 12 - name.count)
        return TerminalText(name + pad)
            + TerminalText(String(repeating: "█", count: filled), color)
            + TerminalText(String(repeating: "░", count: Self.barWidth - filled), .faint)
    }

    private func alert(_ result: DriverResult) -> TerminalText {
        guard result.isAlert else { return TerminalText("none", .faint) }
        let names = result.activeAlerts.map { $0.words.uppercased() }
        return TerminalText(" \(names.joined(separator: ", ")) ", .alarm)
    }

    private static func eyes(_ signals: DriverSignals) -> String {
        guard signals.isFacePresent else { return "no face" }
        guard signals.isUsable, let openness = signals.openness else { return "not readable" }
        let state =
            signals.closureSeconds.map { "closed for \(Rate.rounded($0, places: 1)) s" }
            ?? "open \(TimeText.percent(openness))"
        let blinks =
            signals.blinks.map { ", \(Rate.rounded($0.perMinute, places: 0)) blinks/min" } ?? ""
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
            .map { "\($0) \(Rate.rounded($1, places: 0))°" }.joined(separator: ", ")
        let road: TerminalText =
            signals.isOffRoad == true
            ? TerminalText(
                "off the road for \(Rate.rounded(signals.offRoadSeconds, places: 1)) s", .yellow)
            : TerminalText("on the road")
        return TerminalText(angles + ", ") + road
    }

    private static func color(of level: FatigueLevel) -> TerminalText.Color {
        switch level {
        case .alert: .green
        case .slight, .moderate: .yellow
        case .severe, .critical: .red
        }
    }
}
