/// Reports a missing face, and a face whose eyes cannot be read.
struct PresenceMachine {
    /// Durations in milliseconds.
    static let noFace = 2000
    static let degraded = 10_000
    static let unreadable = 10_000

    private var faceLostAt: Int?
    private var unreadableSince: Int?
    private var lastFace = 0

    mutating func update(
        _ reading: SanitizedReading, _ tick: Tick, _ events: inout EventTracker
    ) {
        if let gapStart = tick.gapStart {
            faceFound(at: gapStart, &events)
            eyesReadable(at: gapStart, &events)
        }
        if reading.isFacePresent {
            lastFace = tick.now
            faceFound(at: tick.now, &events)
        } else {
            faceMissing(tick.now, &events)
        }
        if reading.isUsable {
            eyesReadable(at: tick.now, &events)
        } else if reading.isFacePresent {
            eyesUnreadable(tick.now, &events)
        } else if Elapsed.exceeds(tick.now - lastFace) {
            eyesReadable(at: lastFace, &events)
        }
    }

    private mutating func faceMissing(_ now: Int, _ events: inout EventTracker) {
        let start = faceLostAt ?? now
        faceLostAt = start
        if Elapsed.reached(now - start, Self.noFace), !events.isActive(.noFace) {
            events.fire(.noFace, start: start, now: now)
        }
        if Elapsed.reached(now - start, Self.degraded), !events.isActive(.degraded) {
            events.fire(.degraded, start: start, now: now)
        }
    }

    private mutating func eyesUnreadable(_ now: Int, _ events: inout EventTracker) {
        let start = unreadableSince ?? now
        unreadableSince = start
        if Elapsed.reached(now - start, Self.unreadable), !events.isActive(.eyesUnreadable) {
            events.fire(.eyesUnreadable, start: start, now: now)
        }
    }

    private mutating func faceFound(at time: Int, _ events: inout EventTracker) {
        guard faceLostAt != nil else { return }
        faceLostAt = nil
        events.end(.noFace, at: time)
        events.end(.degraded, at: time)
    }

    private mutating func eyesReadable(at time: Int, _ events: inout EventTracker) {
        guard unreadableSince != nil else { return }
        unreadableSince = nil
        events.end(.eyesUnreadable, at: time)
    }
}
