/// When something rare happened, for as long as anybody asks.
struct RecentTimes {
    /// The longest that is asked for, in milliseconds.
    private static let memory = 300_000

    /// Nothing that is counted here happens more than 200 times in five minutes.
    private var times = Ring<Int>(capacity: 256)

    mutating func add(_ time: Int) { times.append(time) }

    /// Takes back the last one.
    mutating func removeLast() { if !times.isEmpty { times.removeNewest() } }

    /// How many there were in the last `length` milliseconds, at most five minutes.
    func count(in length: Int, before now: Int) -> Int {
        var count = 0
        while count < times.count, now - times[times.count - 1 - count] <= length { count += 1 }
        return count
    }

    /// Lets go what is too old.
    mutating func trim(_ now: Int) {
        while let oldest = times.oldest, now - oldest > Self.memory { times.removeOldest() }
    }
}
