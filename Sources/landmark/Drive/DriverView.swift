import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkReports

/// The driver's state as a few lines for a terminal.
struct DriverView {
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
    ///   - columns: The width of the terminal; every line is shorter.
    ///   - rows: The maximum number of lines; with few rows, only the most important lines are
    ///     kept.
    func lines(for result: DriverResult, columns: Int, rows: Int) -> [String] {
        let signals = result.signals
        let level = result.knownLevel
        var view = TerminalRows(columns: columns)
        view.add(
            "score", share: level == nil ? nil : result.fatigueScore / 100,
            color: level.map { Self.color(of: $0) } ?? .yellow,
            TerminalText(
                level.map { level in
                    "\(String(result.fatigueScore, places: 0)) of 100, level"
                        + " \(level.rawValue) \(level.displayName)"
                } ?? "level unknown"),
            rank: 1)
        view.add(
            "confidence", share: result.confidence, color: result.isLimited ? .yellow : .plain,
            TerminalText(
                "\(String(result.confidence, places: 2))\(result.isLimited ? ", limited" : "")"),
            rank: 4)
        view.add("eyes", share: signals.openness, TerminalText(Self.eyes(signals)), rank: 2)
        view.add("mouth", share: signals.mouthOpenness, TerminalText(Self.mouth(signals)), rank: 6)
        view.add("head", Self.head(signals), rank: 3)
        view.add("alert", alert(result), rank: 0)
        let time = TimeText.clock(Double(result.timestamp.milliseconds), places: 1)
        let rate = signals.frameRate.map { "\(String($0, places: 0)) frames/s" } ?? "–"
        view.add(
            TerminalText("\(time), \(rate), calibration: \(result.calibration.displayName)")
                + (lastEvent.map { "; last \($0)" } ?? ""),
            rank: 5)
        return view.rendered(atMost: rows, usesColor: usesColor)
    }

    private func alert(_ result: DriverResult) -> TerminalText {
        guard result.isAlert else { return TerminalText("none", .faint) }
        let names = result.activeAlerts.map { $0.displayName.uppercased() }
        return TerminalText(" \(names.joined(separator: ", ")) ", .alarm)
    }

    private static func eyes(_ signals: DriverSignals) -> String {
        guard signals.isFacePresent else { return "no face" }
        guard signals.isUsable, let openness = signals.openness else {
            return signals.eyeUnreadableReason.map { "not readable: \($0)" } ?? "not readable"
        }
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
