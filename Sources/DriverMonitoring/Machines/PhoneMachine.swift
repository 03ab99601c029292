/// Fires `phoneLike` when the pose is held for long enough, and determines when its alert may end.
///
/// The pose need not be found in every frame: a moving hand is missed in some.
struct PhoneMachine {
    /// The least duration of the pose, in milliseconds, and the least share of it in which the pose is found.
    static let minDuration = 2000
    static let minShare = 0.7
    /// How long the hand must be away for the alert to end, in milliseconds.
    static let releaseTime = 2000
    /// How long the pose may be missing once it has fired, in milliseconds.
    private static let bridge = 500
    /// The time from which the share counts, in milliseconds: before that, one missed frame could end the
    /// pose.
    private static let minTime = 300

    private var start: Int?
    /// The time since `start` that frames with known hands account for, and the part of it with the pose.
    private var known = 0
    private var held = 0
    /// The last frame with the pose, and the last one with known hands.
    private var lastHeld = 0
    private var lastSeen = 0
    private var awaySince: Int?

    /// Whether the hand has been away for `releaseTime`.
    func isReleased(_ now: Int) -> Bool {
        awaySince.map { Elapsed.reached(now - $0, Self.releaseTime) } ?? false
    }

    mutating func update(
        _ reading: SanitizedReading, _ tick: Tick, isMuted: Bool, _ events: inout EventTracker
    ) {
        if let gapStart = tick.gapStart { end(at: gapStart, &events) }
        if isMuted {
            end(at: tick.now, &events)
        } else if let isPhonePose = reading.isPhonePose {
            lastSeen = tick.now
            if start != nil { known += tick.step }
            isPhonePose ? hold(tick, &events) : miss(tick.now, &events)
        } else if Elapsed.exceeds(tick.now - lastSeen) {
            end(at: lastSeen, &events)
        }
    }

    private var isMostlyHeld: Bool { Double(held) >= Self.minShare * Double(known) }

    private mutating func hold(_ tick: Tick, _ events: inout EventTracker) {
        if start != nil { held += tick.step }
        let start = start ?? tick.now
        self.start = start
        lastHeld = tick.now
        awaySince = nil
        if Elapsed.reached(tick.now - start, Self.minDuration), isMostlyHeld,
            !events.isActive(.phoneLike)
        {
            events.fire(.phoneLike, start: start, now: tick.now)
        }
    }

    private mutating func miss(_ now: Int, _ events: inout EventTracker) {
        awaySince = awaySince ?? now
        guard start != nil else { return }
        let isOver =
            events.isActive(.phoneLike)
            ? Elapsed.exceeds(now - lastHeld, limit: Self.bridge)
            : known >= Self.minTime && !isMostlyHeld
        if isOver { end(at: awaySince ?? now, &events) }
    }

    private mutating func end(at time: Int, _ events: inout EventTracker) {
        awaySince = awaySince ?? time
        guard start != nil else { return }
        start = nil
        known = 0
        held = 0
        events.end(.phoneLike, at: time)
    }
}
