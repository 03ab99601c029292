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
        let sum = SceneSum(outcomes.filter { $0.scene == name })
        let cells = [
            name, "\(sum.people)", "\(sum.closures)", "\(sum.noticed)", "\(sum.missed)",
            sum.delay.map { String(format: "%.2f", $0) } ?? "–",
            String(format: "%.0f %%", 100 * sum.unusable),
            String(format: "%.1f", Double(sum.falseAlerts) / sum.hours),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}

/// What monitors noticed and missed in several outcomes.
struct SceneSum {
    let people: Int
    let closures: Int
    let noticed: Int
    let missed: Int
    let falseAlerts: Int
    let hours: Double
    /// The mean share of unreadable frames, 0…1.
    let unusable: Double
    /// The longest time in seconds from closing the eyes to an event; nil without any.
    let delay: Double?

    init(_ outcomes: [SceneOutcome]) {
        func sum(_ count: (SceneOutcome) -> Int) -> Int { outcomes.reduce(0) { $0 + count($1) } }
        people = outcomes.count
        closures = sum(\.closures)
        noticed = sum(\.noticed)
        missed = sum(\.missed)
        falseAlerts = sum(\.falseAlerts)
        hours = outcomes.reduce(0) { $0 + $1.hours }
        unusable = outcomes.reduce(0) { $0 + $1.unusable } / Double(max(1, outcomes.count))
        delay = outcomes.compactMap(\.delay).max()
    }

    /// The share of the closures that were noticed, 0…1; nil without closures.
    var coverage: Double? { closures > 0 ? Double(noticed) / Double(closures) : nil }
    /// The share that was noticed of the closures that were noticed or readable, 0…1; nil without such.
    var recall: Double? {
        noticed + missed > 0 ? Double(noticed) / Double(noticed + missed) : nil
    }
}
