import LandmarkCore

/// A frame's position in time, in milliseconds.
struct Tick {
    /// The frame's time.
    let now: Int
    /// The time since the previous frame, which this frame accounts for; 0 for the first frame and
    /// after a gap.
    let step: Int
    /// The last frame before a gap; nil unless this frame follows one.
    let gapStart: Int?

    /// The time since the previous frame, including that of a gap.
    var elapsed: Int { gapStart.map { now - $0 } ?? step }
}

/// Comparisons of durations between times that were rounded to whole milliseconds.
enum Elapsed {
    /// How far, at most, a difference of two rounded times falls short of the true one.
    static let rounding = 1
    /// The longest time between frames that is not a gap: 0.5 s.
    static let maxFrameGap = 500

    /// Whether `elapsed` milliseconds reach `threshold`, allowing for rounding.
    static func reached(_ elapsed: Int, _ threshold: Int) -> Bool {
        elapsed + rounding >= threshold
    }

    /// Whether `elapsed` milliseconds exceed `limit`, allowing for rounding.
    static func exceeds(_ elapsed: Int, limit: Int = maxFrameGap) -> Bool {
        elapsed > limit + rounding
    }
}

/// Checks that timestamps increase, and detects gaps.
struct FrameClock {
    /// The largest magnitude of a timestamp: differences up to 2⁵³ ms cannot overflow. That is
    /// 285,000 years.
    private static let maxMagnitude = 1 << 53

    private(set) var last: Timestamp?

    /// The position of a frame with `timestamp`, without advancing to it.
    ///
    /// - Throws: `DriverError.timestampOutOfRange`, `.duplicateTimestamp` or
    ///   `.timestampOutOfOrder`.
    func tick(_ timestamp: Timestamp) throws(DriverError) -> Tick {
        let now = timestamp.milliseconds
        let range = -Self.maxMagnitude...Self.maxMagnitude
        guard range.contains(now) else { throw .timestampOutOfRange(timestamp) }
        guard let last else { return Tick(now: now, step: 0, gapStart: nil) }
        guard timestamp != last else { throw .duplicateTimestamp(timestamp) }
        guard timestamp > last else { throw .timestampOutOfOrder(previous: last, got: timestamp) }
        let step = now - last.milliseconds
        let isGap = Elapsed.exceeds(step)
        return Tick(now: now, step: isGap ? 0 : step, gapStart: isGap ? last.milliseconds : nil)
    }

    /// Makes `timestamp` that of the previous frame.
    mutating func advance(to timestamp: Timestamp) { last = timestamp }
}

/// Estimates the frame rate from the last 31 frames since a gap.
struct FrameRateEstimator {
    /// Minimum frames per second for counting blinks: 15, less 3 % for jitter.
    static let minForBlinks = 14.5

    private var times = RingBuffer<Int>(capacity: 31)

    /// Frames per second; nil after a single frame.
    var framesPerSecond: Double? {
        guard let first = times.oldest, let last = times.newest, last > first else { return nil }
        return 1000 * Double(times.count - 1) / Double(last - first)
    }

    /// Whether frames are frequent enough for counting blinks.
    var isEnoughForBlinks: Bool { (framesPerSecond ?? 0) >= Self.minForBlinks }

    mutating func add(_ tick: Tick) {
        if tick.gapStart != nil { times.removeAll() }
        times.append(tick.now)
    }
}
