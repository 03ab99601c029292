/// Finds heads that fall with closed eyes and come back.
struct NodMachine {
    /// How far a head falls, in degrees, within `fallTime`.
    static let depth = 15.0
    static let fallTime = 1000
    /// It comes back this near to where it was, within `returnTime`.
    static let nearness = 5.0
    static let returnTime = 3000
    /// How long the eyes are closed meanwhile.
    static let closedTime = 300

    private struct Point {
        let time: Int
        let pitch: Double
        /// All the time with closed eyes until then.
        let closed: Int
    }

    private struct Fall {
        let from: Point
        let time: Int
        var lowest: Double
    }

    /// The highest pitches of the last second: each is higher than all after it.
    private var heights = Ring<Point>(capacity: 512)
    private var fall: Fall?
    private var closed = 0
    /// The nods of the last minutes.
    private(set) var times = RecentTimes()

    mutating func update(
        _ sight: Sight, _ tick: Tick, isClosing: Bool, _ events: inout EventBook
    ) {
        times.trim(tick.now)
        if tick.gapStart != nil { forget() }
        if isClosing { closed += tick.step }
        guard let pitch = sight.head?.pitch else { return }
        add(Point(time: tick.now, pitch: pitch, closed: closed))
        if var fall {
            fall.lowest = min(fall.lowest, pitch)
            self.fall = fall
            if Elapsed.isLost(tick.now - fall.time, limit: Self.returnTime) {
                self.fall = nil
            } else if pitch >= fall.from.pitch - Self.nearness {
                self.fall = nil
                guard Elapsed.reached(closed - fall.from.closed, Self.closedTime) else { return }
                times.add(tick.now)
                events.tell(
                    .headNod, start: fall.from.time, now: tick.now,
                    peak: fall.from.pitch - fall.lowest, reason: .eyesClosed)
            }
        } else if let highest = heights.oldest, highest.pitch - pitch >= Self.depth {
            fall = Fall(from: highest, time: tick.now, lowest: pitch)
        }
    }

    private mutating func add(_ point: Point) {
        while let newest = heights.newest, newest.pitch <= point.pitch { heights.removeNewest() }
        heights.append(point)
        while let oldest = heights.oldest,
            Elapsed.isLost(point.time - oldest.time, limit: Self.fallTime)
        {
            heights.removeOldest()
        }
    }

    private mutating func forget() {
        heights.removeAll()
        fall = nil
    }
}
