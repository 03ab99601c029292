/// Keeps alerts on until what they warn of is over, and for 2 s at the least.
struct AlertMachine {
    static let shortest = 2000
    /// Below this, looking away is not warned of; in km/h.
    static let distractionSpeed = 20.0
    /// Below this no fatigue alert is turned on; in km/h.
    static let fatigueSpeed = 50.0

    private struct Latch {
        private(set) var since: Int?

        mutating func update(_ now: Int, on: Bool, off: Bool) {
            if on {
                since = since ?? now
            } else if off, let since, Elapsed.reached(now - since, AlertMachine.shortest) {
                self.since = nil
            }
        }
    }

    private var microsleep = Latch()
    private var sleep = Latch()
    private var unresponsiveEyes = Latch()
    private var unresponsiveGaze = Latch()
    private var fatigue = Latch()
    private var long = Latch()
    private var short = Latch()
    private var phone = Latch()
    private var openEyes = OpenEyesTimer()

    /// Whether a driver at `speed`, nil when unknown, may look where he wants.
    static func isMuted(_ speed: Double?) -> Bool { (speed ?? .infinity) < distractionSpeed }

    mutating func update(
        closure: ClosureMachine.Outcome, sight: Sight, level: FatigueLevel,
        isPhoneReleased: Bool, events: EventBook, _ tick: Tick
    ) -> ActiveAlerts {
        let now = tick.now
        openEyes.update(closure, openness: sight.isUsable ? sight.openness : nil, tick)
        let isAwake = openEyes.isLongEnough
        microsleep.update(now, on: events.isActive(.microsleep), off: isAwake)
        sleep.update(now, on: events.isActive(.sleep), off: isAwake)
        unresponsiveEyes.update(now, on: events.isActive(.unresponsiveEyes), off: isAwake)
        unresponsiveGaze.update(now, on: events.isActive(.unresponsiveGaze), off: true)
        long.update(now, on: events.isActive(.distractionLong), off: true)
        short.update(now, on: events.isActive(.distractionShort), off: true)
        phone.update(now, on: events.isActive(.phoneLike), off: isPhoneReleased)
        let isFast = (sight.speed ?? .infinity) >= Self.fatigueSpeed
        fatigue.update(now, on: level >= .severe && isFast, off: level < .severe)
        return active
    }

    private var active: ActiveAlerts {
        var alerts = ActiveAlerts()
        if unresponsiveEyes.since != nil || unresponsiveGaze.since != nil {
            alerts.insert(.unresponsive)
        }
        if sleep.since != nil { alerts.insert(.sleep) }
        if microsleep.since != nil { alerts.insert(.microsleep) }
        if fatigue.since != nil { alerts.insert(.fatigue) }
        if long.since != nil { alerts.insert(.distractionLong) }
        if phone.since != nil { alerts.insert(.phoneLike) }
        if short.since != nil { alerts.insert(.distractionShort) }
        return alerts
    }
}
