import DriverMonitoring
import LandmarkCore
import LandmarkReports

extension DriveSession {
    /// Two or three lines that summarize the run.
    func lines(for summary: RunSummary) -> [String] {
        var lines = [
            "\(String.counted(history.frames, "frame")), eyes readable in"
                + " \(history.usableFrames), \(summary.frames.pace("frames"))"
        ]
        if history.frames > 0 {
            lines.append(
                "highest level \(history.highestLevelText),"
                    + " \(String.counted(history.incidentCount, "incident"))\(counts)")
        }
        if let line = summary.liveLine { lines.append(line) }
        return lines
    }

    private var counts: String {
        let counts = DriverEventKind.allCases.compactMap { kind in
            history.counts[kind].map { "\(kind.rawValue) \($0)" }
        }
        return counts.isEmpty ? ", no events" : "; " + counts.joined(separator: ", ")
    }
}
