package import LandmarkCore

/// Converts presentation times in a stream's time base to milliseconds from the first frame.
///
/// The clock of a live stream may be set, for example when a camera or computer learns the time of day. Its
/// frames then advance by the real time that elapsed.
package struct FrameTiming {
    /// The milliseconds by which a frame of a live stream may be earlier than the one before it, and by
    /// which the stream may be ahead of the real time; beyond that, its clock was set.
    private static let tolerance = (back: 1000.0, ahead: 5000.0)
    /// The stream's time base: one tick in seconds, as a fraction.
    private let unit: (numerator: Int, denominator: Int)
    private let rate: FrameRate?
    /// Whether the file declares a constant frame rate.
    private let isConstant: Bool
    private let isLive: Bool
    private var first: Int64?
    /// The milliseconds at `first`, which is not the first frame's time after a clock was set.
    private var origin = 0
    private var lastTime: Int64?
    private var last: Timestamp?
    /// The arrival times of the frame at `first` and of the last frame of a live stream.
    private var anchor: MonotonicTime?
    private var arrival: MonotonicTime?

    /// Creates the conversion for ticks of `unit` seconds.
    ///
    /// - Parameter isLive: Whether frames arrive as they are captured.
    package init(
        unit: (numerator: Int, denominator: Int), rate: FrameRate?, isConstant: Bool,
        isLive: Bool = false
    ) {
        self.unit = unit
        self.rate = rate
        self.isConstant = isConstant && rate != nil
        self.isLive = isLive
    }

    /// The presentation time of the first frame in seconds, as a fraction.
    var start: (numerator: Int, denominator: Int) {
        let (numerator, overflows) = Int(first ?? 0).multipliedReportingOverflow(by: unit.numerator)
        return overflows ? (0, 1) : (numerator, unit.denominator)
    }

    /// The frame rate if it is constant.
    var constantRate: FrameRate? { isConstant ? rate : nil }

    /// Returns the timestamp of the next frame.
    ///
    /// - Parameters:
    ///   - time: The presentation time in ticks; nil if the frame has none.
    ///   - now: The arrival time of a live stream's frame; nil for the time of the call.
    /// - Returns: A timestamp at least 1 ms after the previous one.
    package mutating func timestamp(of time: Int64?, at now: MonotonicTime? = nil) -> Timestamp {
        let time = time ?? expected
        if first == nil { first = time }
        if isLive { follow(time, at: now ?? .now) }
        lastTime = time
        let elapsed = time.subtractingReportingOverflow(first ?? 0)
        var milliseconds = elapsed.overflow ? 0 : milliseconds(after: Int(elapsed.partialValue))
        milliseconds = min(milliseconds, .max - origin) + origin
        if let last { milliseconds = max(milliseconds, last.milliseconds + 1) }
        let result = Timestamp.milliseconds(milliseconds)
        last = result
        return result
    }

    /// Advances by the elapsed real time if the clock of a live stream was set since its last frame.
    private mutating func follow(_ time: Int64, at now: MonotonicTime) {
        defer { arrival = now }
        guard let arrival, let anchor, let first, let lastTime, let last else {
            anchor = now
            return
        }
        let advance =
            span(from: first, to: time) - Double(now.nanoseconds - anchor.nanoseconds) * 1e-6
        guard
            span(from: lastTime, to: time) < -Self.tolerance.back || advance > Self.tolerance.ahead
        else { return }
        self.first = time
        self.anchor = now
        origin =
            last.milliseconds + max(1, Int((now.nanoseconds - arrival.nanoseconds) / 1_000_000))
    }

    /// The milliseconds from one presentation time to another.
    private func span(from start: Int64, to end: Int64) -> Double {
        (Double(end) - Double(start)) * 1000 * Double(unit.numerator) / Double(unit.denominator)
    }

    /// The presentation time of a frame that has none: one period after the last.
    private var expected: Int64 {
        guard let lastTime else { return 0 }
        let period = rate.map {
            Double(unit.denominator) / (Double(unit.numerator) * $0.framesPerSecond)
        }
        let units = Int64(exactly: (period ?? 1).rounded()) ?? 1
        let (next, overflows) = lastTime.addingReportingOverflow(max(1, units))
        return overflows ? lastTime : next
    }

    private func milliseconds(after elapsed: Int) -> Int {
        guard elapsed > 0 else { return 0 }
        if isConstant, let rate {
            // Times are whole ticks, but the period need not be, so a frame within one tick of its
            // exact time counts as exact.
            let units = Double(unit.denominator) / (Double(unit.numerator) * rate.framesPerSecond)
            let index = (Double(elapsed) / units).rounded()
            if index < 0x1p40, abs(Double(elapsed) - index * units) <= 1 {
                return rate.timestamp(ofFrame: Int(index)).milliseconds
            }
        }
        return elapsed.scaled(by: 1000 * unit.numerator, over: unit.denominator) ?? Int.max / 4
    }
}
