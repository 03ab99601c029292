/// Reports a missing face, and a face whose eyes cannot be read.
struct PresenceMachine {
    /// Durations in milliseconds.
    static let noFace = 2000
    static let degraded = 10_000
    /// The time without readable eyes within the last three seconds after which they are
    /// unreadable.
    ///
    /// A driver must be informed within 10 s, but an application that shows a level must not go on showing it
    /// for 10 s after the eyes were lost.
    static let unreadable = 2000
    /// How long the eyes must be readable again for the event to end.
    static let readableAgain = 500

    private var faceLostAt: Int?
    private var unreadableSince: Int?
    private var readableSince: Int?
    private var lastFace = 0

    /// Processes a frame; `unusable` is the time without readable eyes within the last three
    /// seconds, in milliseconds, and `areCovered` whether the absence of blinks is the reason.
    mutating func update(
        _ reading: SanitizedReading, _ tick: Tick, unusable: Int, areCovered: Bool,
        _ events: inout EventTracker
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
            let since = readableSince ?? tick.now
            readableSince = since
            if Elapsed.reached(tick.now - since, Self.readableAgain) || tick.step == 0 {
                eyesReadable(at: since, &events)
            }
        } else if reading.isFacePresent {
            readableSince = nil
            eyesUnreadable(reading, tick.now, unusable, areCovered, &events)
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

    private mutating func eyesUnreadable(
        _ reading: SanitizedReading, _ now: Int, _ unusable: Int, _ areCovered: Bool,
        _ events: inout EventTracker
    ) {
        let start = unreadableSince ?? now
        unreadableSince = start
        guard Elapsed.reached(unusable, Self.unreadable), !events.isActive(.eyesUnreadable) else {
            return
        }
        events.fire(
            .eyesUnreadable, start: start, now: now, unreadable: reading.unreadableReason,
            confidence: areCovered ? EvidenceConfidence.noBlinks : 1)
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
