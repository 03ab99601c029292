/// Turns the score into levels: up at once, down one at a time and late.
struct LevelMachine {
    /// How far below a level's entry, and for how long, until it is left.
    static let margin = 5.0
    static let delay = 10_000
    /// So many microsleeps in five minutes hold the severe level.
    static let holdingMicrosleeps = 2
    static let holdingTime = 300_000

    private(set) var level = FatigueLevel.alert
    private var belowSince: Int?

    /// Takes a frame's score, and tells of a change.
    mutating func update(
        _ score: ScoreMachine, microsleeps: Int, perclos180: Double, _ tick: Tick,
        _ events: inout EventBook
    ) {
        let isHeld = microsleeps >= Self.holdingMicrosleeps
        let byScore = Self.level(of: score.score)
        let target = isHeld ? max(byScore, .severe) : byScore
        var next = level
        var reason = DriverEventReason.recovery
        if target > level {
            next = target
            reason =
                byScore < target
                ? .repeatedMicrosleeps
                : score.closure >= score.recent ? .eyesClosed : .recentMinutes
            belowSince = nil
        } else if target < level, score.score < level.entryScore - Self.margin {
            let since = belowSince ?? tick.now
            belowSince = since
            if Elapsed.reached(tick.now - since, Self.delay) {
                next = FatigueLevel(rawValue: level.rawValue - 1) ?? .alert
                belowSince = nil
            }
        } else {
            belowSince = nil
        }
        guard next != level else { return }
        events.tell(
            .levelChanged, start: tick.now, now: tick.now, peak: score.score, reason: reason,
            levels: .init(from: level, to: next, perclos180: perclos180))
        level = next
    }

    static func level(of score: Double) -> FatigueLevel {
        FatigueLevel.allCases.last { score >= $0.entryScore - 1e-9 } ?? .alert
    }
}
