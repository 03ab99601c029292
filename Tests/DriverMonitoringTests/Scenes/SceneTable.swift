import DriverMonitoring
import Foundation

/// What monitors made of scenes, as a table with a row for each scene.
struct SceneTable {
    private static let header = """
        | scene | people | closures | noticed | missed while readable | latest, s | unreadable | false alerts an hour |
        |---|--:|--:|--:|--:|--:|--:|--:|
        """

    let outcomes: [SceneOutcome]

    /// The table as Markdown, scenes in the order of their first outcomes.
    var text: String {
        var names: [String] = []
        for outcome in outcomes where !names.contains(outcome.scene) { names.append(outcome.scene) }
        return ([Self.header] + names.map(row)).joined(separator: "\n")
    }

    private func row(_ name: String) -> String {
        let some = outcomes.filter { $0.scene == name }
        let closures = some.reduce(0) { $0 + $1.closures }
        let noticed = some.reduce(0) { $0 + $1.noticed }
        let missed = some.reduce(0) { $0 + $1.missed }
        let unusable = some.reduce(0) { $0 + $1.unusable } / Double(some.count)
        let alerts = some.reduce(0) { $0 + $1.falseAlerts }
        let hours = some.reduce(0) { $0 + $1.hours }
        let delay = some.compactMap(\.delay).max().map { String(format: "%.2f", $0) } ?? "–"
        let cells = [
            name, "\(some.count)", "\(closures)", "\(noticed)", "\(missed)", delay,
            String(format: "%.0f %%", 100 * unusable),
            String(format: "%.1f", Double(alerts) / hours),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// How far the confidence is from the share of right readings, at most, in ten bins; bins with
    /// fewer than 1 % of the frames do not count.
    var calibrationError: Double {
        var bins = [(count: Int, right: Int, confidence: Double)](repeating: (0, 0, 0), count: 10)
        var total = 0
        for frame in outcomes.lazy.flatMap(\.frames) {
            guard let isRight = frame.isRight, frame.result.signals.openness != nil else {
                continue
            }
            let bin = min(9, Int(10 * frame.result.confidence))
            bins[bin].count += 1
            bins[bin].right += isRight ? 1 : 0
            bins[bin].confidence += frame.result.confidence
            total += 1
        }
        return bins.filter { 100 * $0.count >= total && $0.count > 0 }.map { bin in
            abs(Double(bin.right) - bin.confidence) / Double(bin.count)
        }.max() ?? 0
    }
}
