import DriverMonitoring
import Foundation

/// The outcomes of monitors on scenes, as a table with a row for each scene.
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
}
