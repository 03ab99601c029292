import LandmarkCore

/// Sees to it that time increases, and finds gaps.
struct FrameClock {
    /// Times of this size can be subtracted: 2⁵³ ms are 285,000 years.
    private static let furthest = 1 << 53

    private(set) var last: Timestamp?

    /// The next frame's place, for a frame that may come; changes nothing.
    func tick(_ timestamp: Timestamp) throws(DriverError) -> Tick {
        let now = timestamp.milliseconds
        guard abs(now.clamped(to: -Self.furthest - 1...Self.furthest + 1)) <= Self.furthest else {
            throw .timestampOutOfRange(timestamp)
        }
        guard let last else { return Tick(now: now, step: 0, gapStart: nil) }
        guard timestamp != last else { throw .duplicateTimestamp(timestamp) }
        guard timestamp > last else { throw .timestampOutOfOrder(previous: last, got: timestamp) }
        let step = now - last.milliseconds
        let isGap = Elapsed.isLost(step)
        return Tick(now: now, step: isGap ? 0 : step, gapStart: isGap ? last.milliseconds : nil)
    }

    /// The frame has come.
    mutating func advance(to timestamp: Timestamp) { last = timestamp }
}

extension Comparable {
    /// The nearest value in `range`.
    func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
