import LandmarkCore

/// The line of progress of a run; shown only on a terminal.
package struct Progress {
    private let console: Console
    /// The input's number and the number of inputs; nil for a single one.
    private var place: (number: Int, total: Int, name: String)?
    private var lastUpdate: MonotonicTime?

    package init(on console: Console) {
        self.console = console
    }

    /// Begins input `number` of `total`, whose frames are then counted.
    package mutating func begin(_ name: String, number: Int, of total: Int) {
        place = total > 1 ? (number, total, Path.name(of: name)) : nil
        lastUpdate = nil
    }

    /// Shows that `done` images or frames, of `total` if known, are processed after `duration` seconds. The
    /// line is updated at most ten times a second: a terminal may be slower than the run.
    package mutating func show(
        _ done: Int, of total: Int?, unit: String, since duration: Double
    ) {
        guard console.showsProgress, total != 1 else { return }
        if let lastUpdate, lastUpdate.elapsedSeconds < 0.1, done != total { return }
        lastUpdate = .now
        // Queried for each line, because the window may have changed.
        let columns = StandardStream.error.terminalSize?.columns ?? 80
        let line = ProgressLine(
            done: done, total: total, unit: unit, duration: duration, input: place)
        console.showLine(line.text(columns: columns))
    }
}

/// The content of a line of progress.
package struct ProgressLine {
    private static let longestBar = 24
    private static let shortestBar = 6
    private static let longestName = 20

    private let done: Int
    private let total: Int?
    private let unit: String
    private let duration: Double
    private let input: (number: Int, total: Int, name: String)?

    /// - Parameters:
    ///   - done: How many images or frames are processed.
    ///   - total: The total number; nil if unknown.
    ///   - unit: `images` or `frames`.
    ///   - duration: The seconds since the first.
    ///   - input: The number of the input, the number of inputs and the input's name; nil for a
    ///     single one.
    package init(
        done: Int, total: Int?, unit: String, duration: Double,
        input: (number: Int, total: Int, name: String)? = nil
    ) {
        self.done = done
        // Files may have more frames than they declare.
        self.total = total.flatMap { $0 > 0 ? max($0, done) : nil }
        self.unit = unit
        self.duration = duration
        self.input = input
    }

    /// The line for a terminal of a width. It leaves the last column empty, because a line that wraps cannot
    /// be overwritten. If there is little room, the bar becomes shorter, and then the name, the bar, the rate
    /// and the remaining time are dropped, in this order.
    package func text(columns: Int) -> String {
        let room = max(0, columns - 1)
        let count = total.map { "\(done)/\($0)" } ?? "\(done) \(unit)"
        let rate = Rate.text(count: done, in: duration, of: unit)
        let place = input.map { "\($0.number)/\($0.total)" }
        let name = input.flatMap { input in
            Self.printable(input.name).map { "\(input.number)/\(input.total) \($0)" }
        }
        let bars = total == nil ? [nil] : [Self.longestBar, 12, Self.shortestBar, nil]
        var choices: [[String?]] = []
        for start in [name ?? place, place] {
            choices += bars.map { [start, $0.map(bar), count, rate, timeLeft] }
        }
        choices += [[place, count, rate, timeLeft], [count, rate, timeLeft], [count, timeLeft]]
        let lines = choices.map { $0.compactMap { $0 }.joined(separator: "  ") }
        return lines.first { $0.count <= room } ?? String(count.prefix(room))
    }

    /// The remaining time at the rate so far, such as `ETA 1:05`; nil if unknown or over.
    private var timeLeft: String? {
        guard let total, done > 0, done < total, duration > 0 else { return nil }
        let seconds = (duration * Double(total - done) / Double(done)).rounded(.up)
        guard seconds < 3_600_000 else { return nil }
        let (hours, rest) = Int(seconds).quotientAndRemainder(dividingBy: 3600)
        let (minutes, left) = rest.quotientAndRemainder(dividingBy: 60)
        return hours > 0
            ? "ETA \(hours):\(Self.twoDigits(minutes)):\(Self.twoDigits(left))"
            : "ETA \(minutes):\(Self.twoDigits(left))"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private func bar(_ width: Int) -> String {
        let filled = total.map { min(width, done * width / $0) } ?? 0
        return String(repeating: "█", count: filled)
            + String(repeating: "░", count: width - filled)
    }

    /// The start of a name; nil unless each of its characters takes one column, as in ASCII.
    private static func printable(_ name: String) -> String? {
        let start = name.prefix(longestName)
        return start.utf8.allSatisfy { 0x20..<0x7F ~= $0 } ? String(start) : nil
    }
}
