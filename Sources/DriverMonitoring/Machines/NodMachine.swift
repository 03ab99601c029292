/// Detects head nods: the head drops with closed eyes and comes back up.
///
/// When the eyes cannot be read, the movement alone decides. It is then a nod only if the head does
/// not rest at the bottom and comes back with a jerk, and even then it is less certain: a short
/// look down may move the head in the same way.
struct NodMachine {
    /// Minimum drop in degrees, and the time within which it happens, in milliseconds.
    static let minDrop = 15.0
    static let dropTime = 1000
    /// The head must come back within this many degrees of where it was, within this time in milliseconds.
    static let returnTolerance = 5.0
    static let returnTime = 3000
    /// The least time with closed eyes during a nod, in milliseconds.
    static let minClosedTime = 300
    /// Without readable eyes: the longest return from the lowest position, and the longest rest there, in
    /// milliseconds; the rest ends more than this many degrees above the lowest
    /// position.
    static let jerkTime = 500
    static let maxRest = 700
    static let restTolerance = 3.0

    private struct Sample {
        let time: Int
        let pitch: Double
        /// The total times with closed and with unreadable eyes up to the sample.
        let closedTime: Int
        let unreadTime: Int
    }

    private struct Drop {
        let from: Sample
        let time: Int
        var lowest: Double
        /// The first and last frame at the lowest position.
        var restStart: Int
        var restEnd: Int
    }

    /// Candidates for the highest pitch of the last second (a monotonic queue): each is higher
    /// than all later ones, so the oldest is the maximum.
    private var maxima = RingBuffer<Sample>(capacity: 512)
    private var drop: Drop?
    private var closedTime = 0
    private var unreadTime = 0
    /// The nods of the last five minutes.
    private(set) var times = RecentTimes()

    mutating func update(
        _ reading: SanitizedReading, _ tick: Tick, isClosing: Bool, _ events: inout EventTracker
    ) {
        times.trim(tick.now)
        if tick.gapStart != nil { discard() }
        if isClosing || reading.isFullyClosed { closedTime += tick.step }
        if !reading.isUsable { unreadTime += tick.step }
        guard let pitch = reading.head?.pitch else { return }
        add(
            Sample(
                time: tick.now, pitch: pitch, closedTime: closedTime, unreadTime: unreadTime))
        if var drop {
            if pitch < drop.lowest - Self.restTolerance { drop.restStart = tick.now }
            drop.lowest = min(drop.lowest, pitch)
            if pitch <= drop.lowest + Self.restTolerance { drop.restEnd = tick.now }
            self.drop = drop
            if Elapsed.exceeds(tick.now - drop.time, limit: Self.returnTime) {
                self.drop = nil
            } else if pitch >= drop.from.pitch - Self.returnTolerance {
                self.drop = nil
                report(drop, tick.now, &events)
            }
        } else if let highest = maxima.oldest, highest.pitch - pitch >= Self.minDrop {
            drop = Drop(
                from: highest, time: tick.now, lowest: pitch, restStart: tick.now,
                restEnd: tick.now)
        }
    }

    /// Reports a nod once the head is back, if the movement was one.
    private mutating func report(_ drop: Drop, _ now: Int, _ events: inout EventTracker) {
        let wasClosed = Elapsed.reached(closedTime - drop.from.closedTime, Self.minClosedTime)
        let wasUnread = 2 * (unreadTime - drop.from.unreadTime) > now - drop.from.time
        let isJerk =
            !Elapsed.exceeds(now - drop.restEnd, limit: Self.jerkTime)
            && !Elapsed.exceeds(drop.restEnd - drop.restStart, limit: Self.maxRest)
        guard wasClosed || (wasUnread && isJerk) else { return }
        times.add(now)
        events.record(
            .headNod, start: drop.from.time, now: now, peak: drop.from.pitch - drop.lowest,
            reason: wasClosed ? .eyesClosed : .eyesUnseen,
            confidence: wasClosed ? 1 : EvidenceConfidence.nodWithoutEyes)
    }

    private mutating func add(_ sample: Sample) {
        while let newest = maxima.newest, newest.pitch <= sample.pitch { maxima.removeNewest() }
        maxima.append(sample)
        while let oldest = maxima.oldest,
            Elapsed.exceeds(sample.time - oldest.time, limit: Self.dropTime)
        {
            maxima.removeOldest()
        }
    }

    private mutating func discard() {
        maxima.removeAll()
        drop = nil
    }
}
