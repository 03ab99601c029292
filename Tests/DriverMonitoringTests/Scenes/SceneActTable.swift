import DriverMonitoring
import Foundation

/// What monitors reported about people who are awake and laugh, sing, yawn and look around.
struct SceneActTable {
    /// What was reported of one kind of act, in the act and up to 3 s after it.
    struct Row {
        let name: String
        private(set) var times = 0
        private(set) var minutes = 0.0
        private(set) var unreadable = 0.0
        /// Yawns that were reported.
        private(set) var yawns = 0
        /// Microsleeps that were reported without an alert.
        private(set) var silentMicrosleeps = 0
        /// The names of alerts that began.
        private(set) var falseAlerts: [String] = []

        init(name: String) { self.name = name }

        fileprivate mutating func begin() { times += 1 }

        fileprivate mutating func add(
            _ frame: SceneOutcome.Frame, seconds: Double, newAlert: DriverAlert?
        ) {
            minutes += seconds / 60
            if !frame.result.signals.isUsable { unreadable += seconds / 60 }
            let fired = frame.result.firedEvents
            yawns += fired.count { $0.kind == .yawn }
            if !frame.result.isAlert { silentMicrosleeps += fired.count { $0.kind == .microsleep } }
            if let newAlert { falseAlerts.append(newAlert.rawValue) }
        }

        fileprivate var text: String {
            let counts = Dictionary(grouping: falseAlerts) { $0 }
                .map { "\($0.key) \($0.value.count)" }.sorted().joined(separator: ", ")
            let share = minutes > 0 ? String(format: "%.0f %%", 100 * unreadable / minutes) : "–"
            let cells = [
                name, "\(times)", String(format: "%.1f", minutes), share, "\(yawns)",
                "\(silentMicrosleeps)", "\(falseAlerts.count)", counts,
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
    }

    private static let header = """
        | the driver | times | minutes | unreadable | yawns reported | microsleeps without alert | false alerts | which |
        |---|--:|--:|--:|--:|--:|--:|---|
        """

    /// A row for each kind of act, one for driving alone, and one for all.
    let rows: [Row]

    /// - Parameters:
    ///   - outcomes: Outcomes of `script`.
    init(_ outcomes: [SceneOutcome], _ script: SceneScript) {
        var acts = Dictionary(
            uniqueKeysWithValues: SceneAct.Kind.allCases.map { ($0, Row(name: $0.rawValue)) })
        var rest = Row(name: "only driving"), all = Row(name: "all")
        for outcome in outcomes {
            for act in script.acts { acts[act.kind]?.begin() }
            var last = 0.0
            var wasAlert = false
            for frame in outcome.frames {
                let alerts = frame.result.activeAlerts.filter { $0 != .degraded }
                let newAlert = wasAlert ? nil : alerts.first
                wasAlert = !alerts.isEmpty
                let seconds = frame.time - last
                last = frame.time
                if let kind = script.act(at: frame.time)?.kind {
                    acts[kind]?.add(frame, seconds: seconds, newAlert: newAlert)
                } else {
                    rest.add(frame, seconds: seconds, newAlert: newAlert)
                }
                all.add(frame, seconds: seconds, newAlert: newAlert)
            }
        }
        rows = SceneAct.Kind.allCases.compactMap { acts[$0] } + [rest, all]
    }

    /// The row of all acts and of driving alone.
    var all: Row? { rows.last }

    /// The row of one kind of act.
    func row(_ kind: SceneAct.Kind) -> Row? { rows.first { $0.name == kind.rawValue } }

    /// The table as Markdown.
    var text: String { ([Self.header] + rows.map(\.text)).joined(separator: "\n") }
}
