/// The blinks of the last three minutes.
struct BlinkHistory {
    private struct Blink {
        let end: Int
        let length: Int
    }

    private static let memory = 180_000
    private static let long = 500
    /// A share of fewer blinks says nothing.
    private static let fewest = 10

    private var blinks = Ring<Blink>(capacity: 2048)
    private var total = 0
    private var longOnes = 0

    mutating func add(length: Int, end: Int) {
        if blinks.isFull { removeOldest() }
        blinks.append(Blink(end: end, length: length))
        total += length
        if Elapsed.reached(length, Self.long) { longOnes += 1 }
    }

    /// Lets go what is too old.
    mutating func trim(_ now: Int) {
        while let oldest = blinks.oldest, now - oldest.end > Self.memory { removeOldest() }
    }

    /// What they say, of `usable` milliseconds.
    func statistics(usable: Int) -> BlinkStatistics {
        let count = blinks.count
        return BlinkStatistics(
            count: count,
            perMinute: usable > 0 ? Double(count) * 60_000 / Double(usable) : 0,
            meanDuration: count > 0 ? Double(total) / Double(count) / 1000 : 0,
            longShare: count >= Self.fewest ? Double(longOnes) / Double(count) : nil)
    }

    private mutating func removeOldest() {
        guard let oldest = blinks.oldest else { return }
        total -= oldest.length
        if Elapsed.reached(oldest.length, Self.long) { longOnes -= 1 }
        blinks.removeOldest()
    }
}
