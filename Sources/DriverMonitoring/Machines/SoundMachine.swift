/// Decides when a warning sounds and when it repeats.
struct SoundMachine {
    /// Intervals of repetition in milliseconds.
    static let criticalInterval = 2000
    static let fatigueInterval = 60_000
    /// The alerts that belong to one incident: acknowledging one of them acknowledges all.
    private static let incidents: [ActiveAlerts] = [
        [.unresponsive, .sleep, .microsleep, .fatigue], [.unresponsive, .distractionLong],
        [.distractionShort], [.phoneLike], [.degraded],
    ]

    private var previous = ActiveAlerts()
    private var lastCritical: Int?
    private var lastFatigue: Int?
    /// The alerts that were acknowledged and make no sound until their incident ends.
    private var silenced = ActiveAlerts()

    /// Silences the incidents of the active alerts until they end.
    mutating func acknowledge() {
        for incident in Self.incidents where incident.intersects(previous) {
            for alert in incident { silenced.insert(alert) }
        }
    }

    /// The sound to play in this frame, if any.
    mutating func update(
        _ active: ActiveAlerts, _ causes: CriticalCauses, startsMicrosleep: Bool, _ now: Int
    ) -> DriverSound? {
        forget(active, startsMicrosleep)
        var alerts = active
        if !silenced.isEmpty { for alert in silenced { alerts.remove(alert) } }
        defer { previous = active }
        let isCritical =
            (causes.closure && (alerts.contains(.sleep) || alerts.contains(.unresponsive)))
            || (causes.head && alerts.contains(.unresponsive))
            || (causes.level && alerts.contains(.fatigue))
        if !isCritical { lastCritical = nil }
        if !active.contains(.fatigue), !active.contains(.microsleep) { lastFatigue = nil }
        if isCritical {
            guard isDue(lastCritical, Self.criticalInterval, now) else { return nil }
            lastCritical = now
            lastFatigue = now
            return .critical
        }
        // Fatigue that follows a microsleep half a second later makes no sound of its own.
        let isFatigueDue =
            alerts.contains(.fatigue) && isDue(lastFatigue, Self.fatigueInterval, now)
        if isFatigueDue || isNew(.microsleep, alerts) {
            lastFatigue = now
            return .fatigue
        }
        let isDistracted =
            isNew(.distractionLong, alerts) || isNew(.distractionShort, alerts)
            || isNew(.phoneLike, alerts)
        return isDistracted ? .distraction : isNew(.degraded, alerts) ? .notice : nil
    }

    /// Forgets acknowledgments of incidents that are over. Another microsleep is another incident,
    /// even while the alert of an earlier one is active.
    private mutating func forget(_ active: ActiveAlerts, _ startsMicrosleep: Bool) {
        guard !silenced.isEmpty else { return }
        var kept = ActiveAlerts()
        for (index, incident) in Self.incidents.enumerated() where incident.intersects(active) {
            if index == 0, startsMicrosleep { continue }
            for alert in incident where silenced.contains(alert) { kept.insert(alert) }
        }
        silenced = kept
    }

    private func isDue(_ last: Int?, _ interval: Int, _ now: Int) -> Bool {
        last.map { Elapsed.reached(now - $0, interval) } ?? true
    }

    private func isNew(_ alert: DriverAlert, _ alerts: ActiveAlerts) -> Bool {
        alerts.contains(alert) && !previous.contains(alert)
    }
}

extension ActiveAlerts {
    /// Whether an alert is in both sets.
    fileprivate func intersects(_ other: ActiveAlerts) -> Bool { contains { other.contains($0) } }
}
