/// How many frames a second come, over the last thirty of them.
struct FrameRate {
    /// Below this blinks cannot be told apart: 15 a second, but for 3 % of jitter.
    static let forBlinks = 14.5

    private var times = Ring<Int>(capacity: 31)

    /// Frames a second; nil for a first frame.
    var perSecond: Double? {
        guard let first = times.oldest, let last = times.newest, last > first else { return nil }
        return 1000 * Double(times.count - 1) / Double(last - first)
    }

    /// Whether blinks can be counted.
    var isEnoughForBlinks: Bool { (perSecond ?? 0) >= Self.forBlinks }

    mutating func add(_ tick: Tick) {
        if tick.gapStart != nil { times.removeAll() }
        times.append(tick.now)
    }
}
