/// Detects a slumped driver from the head alone, which hangs down or to a side while the eyes cannot be read.
///
/// Readable eyes are better evidence: open eyes are merely looking down, and `ClosureMachine` follows closed
/// ones.
struct SlumpMachine {
    /// Angles in degrees from the neutral pose at which the head hangs, down and to either side,
    /// and those within which it is up again (hysteresis).
    static let pitch = -20.0
    static let roll = 25.0
    static let pitchBack = -14.0
    static let rollBack = 18.0
    /// The durations of a slump and of an unresponsive slump, in milliseconds.
    static let minDuration = 3000
    static let unresponsive = 6000
    /// How long the head must be up, or the eyes readable, for a slump to be over, in milliseconds.
    static let recovery = 500
    /// How long a slump is bridged when the face is lost, in milliseconds.
    private static let unseenLimit = 6000

    private var start: Int?
    private var recoveredSince: Int?
    private var lastSeen = 0

    mutating func update(
        _ reading: SanitizedReading, _ tick: Tick, _ events: inout EventTracker
    ) {
        if let gapStart = tick.gapStart { end(at: gapStart, &events) }
        guard reading.isFacePresent, let head = reading.head else {
            let limit = events.isActive(.slump) ? Self.unseenLimit : Elapsed.maxFrameGap
            if Elapsed.exceeds(tick.now - lastSeen, limit: limit) { end(at: lastSeen, &events) }
            escalate(0, tick.now, &events)
            return
        }
        lastSeen = tick.now
        if isHanging(head), !reading.isUsable {
            recoveredSince = nil
            start = start ?? tick.now
            escalate(max(-head.pitch, abs(head.roll)), tick.now, &events)
        } else {
            let since = recoveredSince ?? tick.now
            recoveredSince = since
            if Elapsed.reached(tick.now - since, Self.recovery) { end(at: since, &events) }
        }
    }

    private func isHanging(_ head: HeadPose) -> Bool {
        guard abs(head.yaw) <= SanitizedReading.maxEyeYaw else { return false }
        return start == nil
            ? head.pitch <= Self.pitch || abs(head.roll) >= Self.roll
            : head.pitch <= Self.pitchBack || abs(head.roll) >= Self.rollBack
    }

    /// Fires the events whose duration the slump has reached.
    private mutating func escalate(_ angle: Double, _ now: Int, _ events: inout EventTracker) {
        guard let start else { return }
        let length = now - start
        if Elapsed.reached(length, Self.minDuration), !events.isActive(.slump) {
            events.fire(
                .slump, start: start, now: now, peak: angle, reason: .eyesUnseen,
                confidence: EvidenceConfidence.slump, incident: events.newIncident())
        }
        events.raisePeak(of: .slump, to: angle)
        // A gaze that does not come back has already been reported.
        let isTold =
            events.isActive(.unresponsiveHead) || events.isActive(.unresponsiveGaze)
            || events.isActive(.unresponsiveEyes)
        if Elapsed.reached(length, Self.unresponsive), !isTold {
            events.fire(
                .unresponsiveHead, start: start, now: now, peak: angle, reason: .eyesUnseen,
                confidence: EvidenceConfidence.slump, incident: events.incident(.slump))
        }
    }

    private mutating func end(at time: Int, _ events: inout EventTracker) {
        start = nil
        recoveredSince = nil
        events.end(.slump, at: time)
        events.end(.unresponsiveHead, at: time)
    }
}
