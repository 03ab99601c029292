/// Detects head nods: the head drops with closed eyes and comes back up.
struct NodMachine {
    /// Minimum drop in degrees, and the time within which it happens, in milliseconds.
    static let minDrop = 15.0
    static let dropTime = 1000
    /// The head is back within this many degrees of where it was, within this time in milliseconds.
    static let returnTolerance = 5.0
    static let returnTime = 3000
    /// Minimum time with closed eyes meanwhile, in milliseconds.
    static let minClosedTime = 300

    private struct Sample {
        let time: Int
        let pitch: Double
        /// The total time with closed eyes up to the sample.
        let closedTime: Int
    }

    private struct Drop {
        let from: Sample
        let time: Int
        var lowest: Double
    }

    /// Candidates for the highest pitch of the last second (a monotonic queue): each is higher
    /// than all later ones, so the oldest is the maximum.
    private var maxima = RingBuffer<Sample>(capacity: 512)
    private var drop: Drop?
    private var closedTime = 0
    /// The nods of the last five minutes.
    private(set) var times = RecentTimes()

    mutating func update(
        _ reading: SanitizedReading, _ tick: Tick, isClosing: Bool, _ events: inout EventTracker
    ) {
        times.trim(tick.now)
        if tick.gapStart != nil { discard() }
        if isClosing { closedTime += tick.step }
        guard let pitch = reading.head?.pitch else { return }
        add(Sample(time: tick.now, pitch: pitch, closedTime: closedTime))
        if var drop {
            drop.lowest = min(drop.lowest, pitch)
            self.drop = drop
            if Elapsed.exceeds(tick.now - drop.time, limit: Self.returnTime) {
                self.drop = nil
            } else if pitch >= drop.from.pitch - Self.returnTolerance {
                self.drop = nil
                guard Elapsed.reached(closedTime - drop.from.closedTime, Self.minClosedTime)
                else { return }
                times.add(tick.now)
                events.record(
                    .headNod, start: drop.from.time, now: tick.now,
                    peak: drop.from.pitch - drop.lowest, reason: .eyesClosed)
            }
        } else if let highest = maxima.oldest, highest.pitch - pitch >= Self.minDrop {
            drop = Drop(from: highest, time: tick.now, lowest: pitch)
        }
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
