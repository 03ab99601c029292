import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkReports

/// The lines that end a run, for whoever watches.
struct DriveSummary {
    let history: DriverHistory
    let duration: Duration
    /// Frames that came in live mode; nil in other modes.
    let received: Int?

    /// Two or three lines.
    var lines: [String] {
        let frames = history.frames
        let seconds = String(Rate.seconds(duration), places: 2)
        var lines = [
            "\(frames) \(frames == 1 ? "frame" : "frames"), eyes readable in"
                + " \(history.usableFrames), \(seconds) s, "
                + Rate.text(count: frames, in: duration, of: "frames")
        ]
        if frames > 0 {
            let level = history.highestLevel
            let score = String(history.highestScore, places: 0)
            let alerts = history.alerts == 1 ? "1 alert" : "\(history.alerts) alerts"
            let told =
                history.isUnassessed
                ? "unknown (the eyes were not readable, or not well enough)"
                : "\(level.rawValue) (\(level.displayName), score \(score))"
            lines.append("highest level \(told), \(alerts)\(events)")
        }
        if let received {
            lines.append(
                "live: \(received) received, \(frames) processed, \(received - frames) dropped")
        }
        return lines
    }

    private var events: String {
        let counted = DriverEventKind.allCases.compactMap { kind in
            history.counts[kind].map { "\(kind.rawValue) \($0)" }
        }
        return counted.isEmpty ? ", no event" : "; " + counted.joined(separator: ", ")
    }
}
