/// Keeps alerts active until their cause is over.
///
/// Alerts last for at least 2 s, except those of a sleeping driver, which would otherwise be shown to a
/// driver who is already awake.
struct AlertMachine {
    /// Minimum duration of an alert, in milliseconds.
    static let minDuration = 2000
    /// Minimum speed for starting a fatigue alert, in km/h.
    let fatigueSpeed: Double

    private struct Latch {
        private(set) var since: Int?

        var isActive: Bool { since != nil }

        mutating func update(
            _ now: Int, on: Bool, off: Bool, minDuration: Int = AlertMachine.minDuration
        ) {
            if on {
                since = since ?? now
            } else if off, let since, Elapsed.reached(now - since, minDuration) {
                self.since = nil
            }
        }
    }

    private var microsleep = Latch()
    private var sleep = Latch()
    private var unresponsiveEyes = Latch()
    private var unresponsiveGaze = Latch()
    private var unresponsiveHead = Latch()
    private var fatigue = Latch()
    private var distractionLong = Latch()
    private var distractionShort = Latch()
    private var phone = Latch()
    private var degraded = Latch()
    private var eyesOpen = EyesOpenTimer()

    init(fatigueSpeed: Double) { self.fatigueSpeed = fatigueSpeed }

    mutating func update(
        closure: ClosureMachine.Outcome, reading: SanitizedReading, level: FatigueLevel,
        isPhoneReleased: Bool, events: EventTracker, _ tick: Tick
    ) -> ActiveAlerts {
        let now = tick.now
        eyesOpen.update(closure, openness: reading.isUsable ? reading.openness : nil, tick)
        let isAwake = eyesOpen.isLongEnough
        // Eyes close in a yawn or a laugh; if they are still closed afterward, the driver is asleep.
        microsleep.update(
            now, on: events.isActive(.microsleep) && closure.isClosing && !closure.isExcused,
            off: isAwake)
        sleep.update(now, on: events.isActive(.sleep), off: isAwake, minDuration: 0)
        unresponsiveEyes.update(
            now, on: events.isActive(.unresponsiveEyes), off: isAwake, minDuration: 0)
        unresponsiveHead.update(
            now, on: events.isActive(.unresponsiveHead), off: true, minDuration: 0)
        degraded.update(now, on: events.isActive(.degraded), off: true)
        unresponsiveGaze.update(now, on: events.isActive(.unresponsiveGaze), off: true)
        distractionLong.update(now, on: events.isActive(.distractionLong), off: true)
        distractionShort.update(now, on: events.isActive(.distractionShort), off: true)
        phone.update(now, on: events.isActive(.phoneLike), off: isPhoneReleased)
        let isFast = (reading.speed ?? .infinity) >= fatigueSpeed
        fatigue.update(now, on: level >= .severe && isFast, off: level < .severe)
        return active
    }

    /// The causes of the critical sound that persist after the last frame; `isOffRoad` is nil when the head
    /// cannot be seen.
    ///
    /// The sound ends before the alerts do: as soon as the eyes have been open for 0.5 s, or the
    /// head is back.
    func critical(level: FatigueLevel, isOffRoad: Bool?) -> CriticalCauses {
        let isAsleep = !eyesOpen.endsSound
        return CriticalCauses(
            closure: isAsleep && (sleep.isActive || unresponsiveEyes.isActive),
            head: unresponsiveHead.isActive || (unresponsiveGaze.isActive && isOffRoad != false),
            level: isAsleep && fatigue.isActive && level == .critical)
    }

    private var active: ActiveAlerts {
        var alerts = ActiveAlerts()
        if unresponsiveEyes.isActive || unresponsiveGaze.isActive || unresponsiveHead.isActive {
            alerts.insert(.unresponsive)
        }
        if sleep.isActive { alerts.insert(.sleep) }
        if microsleep.isActive { alerts.insert(.microsleep) }
        if fatigue.isActive { alerts.insert(.fatigue) }
        if distractionLong.isActive { alerts.insert(.distractionLong) }
        if phone.isActive { alerts.insert(.phoneLike) }
        if distractionShort.isActive { alerts.insert(.distractionShort) }
        if degraded.isActive { alerts.insert(.degraded) }
        return alerts
    }
}

/// The causes of the critical sound that persist.
struct CriticalCauses {
    /// Eyes that are closed, or have not been open for long.
    var closure = false
    /// A head that is hanging or turned away.
    var head = false
    /// Fatigue level 4 with such eyes.
    var level = false
}

/// Measures how long the eyes have been open, to end closure alerts: blinks do not count, longer
/// closures restart it, and frames without readable eyes pause it.
struct EyesOpenTimer {
    /// The time with open eyes that ends an alert, in milliseconds: an alert that reports a sleeping driver
    /// must not stay for longer than 1 s, and drowsy blinks must not end it.
    static let releaseTime = 800
    /// The time with open eyes that ends the critical sound, in milliseconds.
    static let soundReleaseTime = 500
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

    /// Whether the critical sound may end.
    var endsSound: Bool {
        Elapsed.reached(openTime, Self.soundReleaseTime)
            || Elapsed.reached(unseen, Self.unseenLimit)
    }

    /// Processes a frame; `openness` is nil when the eyes cannot be read.
    mutating func update(_ closure: ClosureMachine.Outcome, openness: Double?, _ tick: Tick) {
        // By the clock, because nothing was seen in gaps.
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
