/// Keeps alerts active until their cause is over, and for at least 2 s.
struct AlertMachine {
    /// Minimum duration of an alert, in milliseconds.
    static let minDuration = 2000
    /// Minimum speed for distraction events, in km/h.
    static let distractionSpeed = 20.0
    /// Minimum speed for starting a fatigue alert, in km/h.
    static let fatigueSpeed = 50.0

    private struct Latch {
        private(set) var since: Int?

        mutating func update(_ now: Int, on: Bool, off: Bool) {
            if on {
                since = since ?? now
            } else if off, let since, Elapsed.reached(now - since, AlertMachine.minDuration) {
                self.since = nil
            }
        }
    }

    private var microsleep = Latch()
    private var sleep = Latch()
    private var unresponsiveEyes = Latch()
    private var unresponsiveGaze = Latch()
    private var fatigue = Latch()
    private var distractionLong = Latch()
    private var distractionShort = Latch()
    private var phone = Latch()
    private var eyesOpen = EyesOpenTimer()

    /// Whether distraction is muted at `speed` in km/h; nil, unknown, counts as fast.
    static func isMuted(_ speed: Double?) -> Bool { (speed ?? .infinity) < distractionSpeed }

    mutating func update(
        closure: ClosureMachine.Outcome, reading: SanitizedReading, level: FatigueLevel,
        isPhoneReleased: Bool, events: EventTracker, _ tick: Tick
    ) -> ActiveAlerts {
        let now = tick.now
        eyesOpen.update(closure, openness: reading.isUsable ? reading.openness : nil, tick)
        let isAwake = eyesOpen.isLongEnough
        microsleep.update(now, on: events.isActive(.microsleep), off: isAwake)
        sleep.update(now, on: events.isActive(.sleep), off: isAwake)
        unresponsiveEyes.update(now, on: events.isActive(.unresponsiveEyes), off: isAwake)
        unresponsiveGaze.update(now, on: events.isActive(.unresponsiveGaze), off: true)
        distractionLong.update(now, on: events.isActive(.distractionLong), off: true)
        distractionShort.update(now, on: events.isActive(.distractionShort), off: true)
        phone.update(now, on: events.isActive(.phoneLike), off: isPhoneReleased)
        let isFast = (reading.speed ?? .infinity) >= Self.fatigueSpeed
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
        if distractionLong.since != nil { alerts.insert(.distractionLong) }
        if phone.since != nil { alerts.insert(.phoneLike) }
        if distractionShort.since != nil { alerts.insert(.distractionShort) }
        return alerts
    }
}

/// Measures how long the eyes have been open, to end closure alerts: blinks do not count, longer
/// closures restart it, and frames without readable eyes pause it.
struct EyesOpenTimer {
    /// The time with open eyes that ends an alert, in milliseconds.
    static let releaseTime = 3000
    /// Minimum duration of a closure that restarts the timer, in milliseconds.
    private static let restartClosure = 500
    /// The time without readable eyes that ends an alert, in milliseconds.
    private static let unseenLimit = 60_000

    private var openTime = 0
    /// Whether the eyes were open when last seen: time counts from the first frame with open eyes.
    private var wasOpen = false
    /// The last frame with readable eyes that accounts for the time before it.
    private var lastUsable: Int?
    private var unseen = 0
    /// Since when the eyes have been closed, in a closure or under a lowered head.
    private var closedSince: Int?

    /// Whether an alert may end.
    var isLongEnough: Bool {
        Elapsed.reached(openTime, Self.releaseTime) || Elapsed.reached(unseen, Self.unseenLimit)
    }

    /// Processes a frame; `openness` is nil when the eyes cannot be read.
    mutating func update(_ closure: ClosureMachine.Outcome, openness: Double?, _ tick: Tick) {
        // By the clock: gaps are time in which nothing was seen.
        let last = lastUsable ?? tick.now
        lastUsable = openness != nil && tick.step > 0 ? tick.now : last
        unseen = tick.now - (lastUsable ?? last)
        if tick.gapStart != nil { closedSince = nil }
        if closure.isClosing {
            closedSince = tick.now - closure.length
            wasOpen = false
        } else if let openness {
            updateOutsideClosure(openness, tick)
        }
        if let closedSince, Elapsed.reached(tick.now - closedSince, Self.restartClosure) {
            openTime = 0
        }
    }

    /// Processes eyes outside a closure; closed ones are possible because none starts while the
    /// head is lowered.
    private mutating func updateOutsideClosure(_ openness: Double, _ tick: Tick) {
        if openness >= ClosureMachine.endOpenness {
            closedSince = nil
            if wasOpen { openTime += tick.step }
            wasOpen = true
        } else if openness <= ClosureMachine.startOpenness {
            closedSince = closedSince ?? tick.now
            wasOpen = false
        }
    }
}

/// Decides when a warning sounds and when it repeats.
struct SoundMachine {
    /// Intervals of repetition in milliseconds.
    static let criticalInterval = 2000
    static let fatigueInterval = 60_000

    private var previous = ActiveAlerts()
    private var lastCritical: Int?
    private var lastFatigue: Int?

    /// The sound to play in this frame, if any.
    mutating func update(
        _ alerts: ActiveAlerts, level: FatigueLevel, _ now: Int
    ) -> DriverSound? {
        defer { previous = alerts }
        let isCritical =
            alerts.contains(.sleep) || alerts.contains(.unresponsive)
            || (alerts.contains(.fatigue) && level == .critical)
        if !isCritical { lastCritical = nil }
        if !alerts.contains(.fatigue) { lastFatigue = nil }
        if isCritical {
            guard isDue(lastCritical, Self.criticalInterval, now) else { return nil }
            lastCritical = now
            lastFatigue = now
            return .critical
        }
        let isNewMicrosleep = isNew(.microsleep, alerts)
        if alerts.contains(.fatigue),
            isDue(lastFatigue, Self.fatigueInterval, now) || isNewMicrosleep
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

    private func isDue(_ last: Int?, _ interval: Int, _ now: Int) -> Bool {
        last.map { Elapsed.reached(now - $0, interval) } ?? true
    }

    private func isNew(_ alert: DriverAlert, _ alerts: ActiveAlerts) -> Bool {
        alerts.contains(alert) && !previous.contains(alert)
    }
}
