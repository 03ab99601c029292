/// Follows looks away from the road: long ones, many short ones, and those nobody ends.
///
/// By the head alone, from the driver's usual pose. A look away in which the face cannot be seen is
/// bridged for 0.5 s, and then forgotten; what it added to the half minute's sum stays.
struct OffRoadMachine {
    static let yaw = 20.0
    static let pitch = -18.0
    /// Back on the road within these.
    static let yawBack = 16.0
    static let pitchBack = -14.0
    static let long = 3000
    static let short = 10_000
    /// So long back on the road, and what was is forgotten.
    static let reset = 2000
    /// How long after the warning the gaze must be back.
    static let patience = 3000
    /// Distraction that cannot be seen to end ends after so long.
    private static let blindLimit = 10_000
    private static let slots: [EventBook.Slot] = [
        .distractionLong, .distractionShort, .unresponsiveGaze,
    ]

    /// Whether he looks away; nil when that cannot be seen.
    private(set) var isOff: Bool?
    private var offSince: Int?
    private var onSince: Int?
    private var lastSeen: Int?
    /// The last frame with a head that speaks for the time before it.
    private var lastFollowed: Int?
    private var away = AwayTime()

    /// How long he has looked away, in milliseconds.
    func length(_ now: Int) -> Int { offSince.map { now - $0 } ?? 0 }

    mutating func update(
        _ sight: Sight, _ tick: Tick, isMuted: Bool, _ events: inout EventBook
    ) {
        if tick.gapStart != nil { bridge(tick.now, &events) }
        if isMuted { forget(at: tick.now, &events) }
        away.trim(tick.now)
        guard let head = sight.head else { return bridge(tick.now, &events) }
        lastSeen = tick.now
        if tick.step > 0 || lastFollowed == nil { lastFollowed = tick.now }
        let isOff = Self.isOff(head, before: isOff ?? false)
        self.isOff = isOff
        guard !isMuted else { return }
        if isOff {
            away.add(tick)
            lookAway(head, tick.now, &events)
        } else {
            lookBack(tick.now, &events)
        }
        if away.sum + Elapsed.rounding >= Self.short, !events.isActive(.distractionShort) {
            events.fire(
                .distractionShort, start: away.start ?? tick.now, now: tick.now,
                peak: Double(away.sum) / 1000)
        }
        events.raise(.distractionShort, to: Double(away.sum) / 1000)
    }

    static func isOff(_ head: HeadPose, before: Bool) -> Bool {
        let isInside = abs(head.yaw) <= yawBack && head.pitch >= pitchBack
        let isOutside = abs(head.yaw) > yaw || head.pitch < pitch
        return before ? !isInside : isOutside
    }

    private mutating func lookAway(_ head: HeadPose, _ now: Int, _ events: inout EventBook) {
        onSince = nil
        let start = offSince ?? now
        offSince = start
        let angle = max(abs(head.yaw), -head.pitch)
        let reason: DriverEventReason =
            abs(head.yaw) > Self.yawBack ? .headTurned : .headLowered
        if let warning = events.fireTime(.distractionLong) {
            events.raise(.distractionLong, to: angle)
            let isUnanswered = start <= warning && Elapsed.reached(now - warning, Self.patience)
            if isUnanswered, !events.isActive(.unresponsiveGaze) {
                events.fire(
                    .unresponsiveGaze, start: start, now: now, peak: angle, reason: .gazeAway)
            }
        } else if Elapsed.reached(now - start, Self.long) {
            events.fire(.distractionLong, start: start, now: now, peak: angle, reason: reason)
        }
        events.raise(.unresponsiveGaze, to: angle)
    }

    private mutating func lookBack(_ now: Int, _ events: inout EventBook) {
        offSince = nil
        let start = onSince ?? now
        onSince = start
        guard Elapsed.reached(now - start, Self.reset) else { return }
        away.removeAll()
        for slot in Self.slots { events.end(slot, at: start) }
    }

    /// The head cannot be seen.
    private mutating func bridge(_ now: Int, _ events: inout EventBook) {
        guard let lastSeen, Elapsed.isLost(now - lastSeen) else { return }
        isOff = nil
        offSince = nil
        onSince = nil
        guard let lastFollowed, Elapsed.isLost(now - lastFollowed, limit: Self.blindLimit) else {
            return
        }
        for slot in Self.slots { events.end(slot, at: lastFollowed) }
    }

    /// What was does not count any more.
    private mutating func forget(at time: Int, _ events: inout EventBook) {
        for slot in Self.slots { events.end(slot, at: time) }
        isOff = nil
        offSince = nil
        onSince = nil
        away.removeAll()
    }
}
