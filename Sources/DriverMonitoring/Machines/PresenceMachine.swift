/// Tells when there is no face, or one whose eyes cannot be read.
struct PresenceMachine {
    static let noFace = 2000
    static let degraded = 10_000
    static let unreadable = 10_000

    private var faceLostAt: Int?
    private var unreadableSince: Int?
    private var lastFace = 0

    mutating func update(_ sight: Sight, _ tick: Tick, _ events: inout EventBook) {
        if let gapStart = tick.gapStart {
            found(at: gapStart, &events)
            readable(at: gapStart, &events)
        }
        if sight.isFacePresent {
            lastFace = tick.now
            found(at: tick.now, &events)
        } else {
            lost(tick.now, &events)
        }
        if sight.isUsable {
            readable(at: tick.now, &events)
        } else if sight.isFacePresent {
            unreadable(tick.now, &events)
        } else if Elapsed.isLost(tick.now - lastFace) {
            readable(at: lastFace, &events)
        }
    }

    private mutating func lost(_ now: Int, _ events: inout EventBook) {
        let start = faceLostAt ?? now
        faceLostAt = start
        if Elapsed.reached(now - start, Self.noFace), !events.isActive(.noFace) {
            events.fire(.noFace, start: start, now: now)
        }
        if Elapsed.reached(now - start, Self.degraded), !events.isActive(.degraded) {
            events.fire(.degraded, start: start, now: now)
        }
    }

    private mutating func unreadable(_ now: Int, _ events: inout EventBook) {
        let start = unreadableSince ?? now
        unreadableSince = start
        if Elapsed.reached(now - start, Self.unreadable), !events.isActive(.eyesUnreadable) {
            events.fire(.eyesUnreadable, start: start, now: now)
        }
    }

    private mutating func found(at time: Int, _ events: inout EventBook) {
        guard faceLostAt != nil else { return }
        faceLostAt = nil
        events.end(.noFace, at: time)
        events.end(.degraded, at: time)
    }

    private mutating func readable(at time: Int, _ events: inout EventBook) {
        guard unreadableSince != nil else { return }
        unreadableSince = nil
        events.end(.eyesUnreadable, at: time)
    }
}
