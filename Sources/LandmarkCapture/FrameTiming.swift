package import LandmarkCore

/// Converts presentation times in a stream's time base to milliseconds from the first frame.
package struct FrameTiming {
    /// The stream's time base: one tick in seconds, as a fraction.
    private let unit: (numerator: Int, denominator: Int)
    private let rate: FrameRate?
    /// Whether the file declares a constant frame rate.
    private let isConstant: Bool
    private var first: Int64?
    private var lastTime: Int64?
    private var last: Timestamp?

    /// Creates the conversion for ticks of `unit` seconds.
    package init(unit: (numerator: Int, denominator: Int), rate: FrameRate?, isConstant: Bool) {
        self.unit = unit
        self.rate = rate
        self.isConstant = isConstant && rate != nil
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
    /// - Parameter time: The presentation time in ticks; nil if the frame has none.
    /// - Returns: A timestamp at least 1 ms after the previous one.
    package mutating func timestamp(of time: Int64?) -> Timestamp {
        let time = time ?? expected
        if first == nil { first = time }
        lastTime = time
        let elapsed = time.subtractingReportingOverflow(first ?? 0)
        var milliseconds = elapsed.overflow ? 0 : milliseconds(after: Int(elapsed.partialValue))
        if let last { milliseconds = max(milliseconds, last.milliseconds + 1) }
        let result = Timestamp.milliseconds(milliseconds)
        last = result
        return result
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
