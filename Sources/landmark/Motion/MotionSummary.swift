import LandmarkCore
import LandmarkReports

extension MotionLog {
    /// The lines that summarize the run: the frames, and everyone in them.
    ///
    /// - Parameter absence: The line to print if no one was measured.
    func lines(for summary: RunSummary, absence: String) -> [String] {
        let frames = summary.frames
        let seen = "people in \(frames.withInstances)"
        var lines = [
            "\(String.counted(frames.processed, "frame")), \(seen), \(frames.pace("frames"))"
        ]
        if people.isEmpty, frames.processed > 0 { lines.append(absence) }
        for person in people {
            let name = people.count > 1 ? "person \(person.id): " : ""
            lines.append(name + words(of: person))
        }
        return lines + [summary.liveLine].compactMap { $0 }
    }
}
