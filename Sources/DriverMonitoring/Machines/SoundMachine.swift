/// Says when a warning is to be heard, and heard again.
struct SoundMachine {
    static let criticalPause = 2000
    static let fatiguePause = 60_000

    private var before = ActiveAlerts()
    private var lastCritical: Int?
    private var lastFatigue: Int?

    /// The sound that is due now, if any.
    mutating func update(
        _ alerts: ActiveAlerts, level: FatigueLevel, _ now: Int
    ) -> DriverSound? {
        defer { before = alerts }
        let isCritical =
            alerts.contains(.sleep) || alerts.contains(.unresponsive)
            || (alerts.contains(.fatigue) && level == .critical)
        if !isCritical { lastCritical = nil }
        if !alerts.contains(.fatigue) { lastFatigue = nil }
        if isCritical {
            guard isDue(lastCritical, Self.criticalPause, now) else { return nil }
            lastCritical = now
            lastFatigue = now
            return .critical
        }
        let isNewMicrosleep = isNew(.microsleep, alerts)
        if alerts.contains(.fatigue), isDue(lastFatigue, Self.fatiguePause, now) || isNewMicrosleep
        {
            lastFatigue = now
            return .fatigue
        }
        if isNewMicrosleep { return .fatigue }
        let isDistracted =
            isNew(.distractionLong, alerts) || isNew(.distractionShort, alerts)
            || isNew(.phoneLike, alerts)
        return isDistracted ? .distraction : nil
    }

    private func isDue(_ last: Int?, _ pause: Int, _ now: Int) -> Bool {
        last.map { Elapsed.reached(now - $0, pause) } ?? true
    }

    private func isNew(_ alert: DriverAlert, _ alerts: ActiveAlerts) -> Bool {
        alerts.contains(alert) && !before.contains(alert)
    }
}
