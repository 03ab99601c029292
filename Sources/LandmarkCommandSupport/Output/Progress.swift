import LandmarkSystem

/// The line that shows how far the work is, on a terminal only.
package struct Progress {
    private let console: Console
    private var prefix = ""
    private var shown: ContinuousClock.Instant?

    package init(on console: Console) {
        self.console = console
    }

    /// Begins with input `number` of `total`, which has frames of its own to count.
    package mutating func begin(_ name: String, number: Int, of total: Int) {
        // A line that does not fit a terminal's width could not be taken back.
        prefix = total > 1 ? "\(number)/\(total) \(Path.name(of: name).prefix(20))  " : ""
        shown = nil
    }

    /// Shows that `done` of `total` are done, if it is known how many there are, after `duration`.
    ///
    /// Shown ten times a second at most: a terminal may be slower than the work.
    package mutating func show(_ done: Int, of total: Int?, unit: String, since duration: Duration)
    {
        guard console.showsProgress, total != 1 else { return }
        let now = ContinuousClock.now
        if let shown, now - shown < .milliseconds(100), done != total { return }
        shown = now
        let rate = Rate.text(count: done, in: duration, of: unit)
        if let total, total > 0 {
            console.showLine("\(prefix)\(Self.bar(done, total)) \(done)/\(total)  \(rate)")
        } else {
            console.showLine("\(prefix)\(done) \(unit)  \(rate)")
        }
    }

    private static func bar(_ done: Int, _ total: Int) -> String {
        let width = 24
        let filled = min(width, done * width / total)
        return String(repeating: "█", count: filled)
            + String(repeating: "░", count: width - filled)
    }
}
