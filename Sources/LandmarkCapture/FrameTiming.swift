package import LandmarkCore

/// Turns presentation times, in the stream's own units, into milliseconds from the first frame.
package struct FrameTiming {
    /// One unit of the stream's times, in seconds, as a fraction.
    private let unit: (above: Int, below: Int)
    private let rate: FrameRate?
    /// The rate is the same throughout, as far as the file tells.
    private let isConstant: Bool
    private var first: Int64?
    private var lastTime: Int64?
    private var last: Timestamp?

    package init(unit: (above: Int, below: Int), rate: FrameRate?, isConstant: Bool) {
        self.unit = unit
        self.rate = rate
        self.isConstant = isConstant && rate != nil
    }

    /// The first frame's time in seconds, as a fraction.
    var start: (above: Int, below: Int) {
        let (above, overflows) = Int(first ?? 0).multipliedReportingOverflow(by: unit.above)
        return overflows ? (0, 1) : (above, unit.below)
    }

    /// The rate if it is the same throughout.
    var constantRate: FrameRate? { isConstant ? rate : nil }

    /// The time of the next frame, whose presentation time is `time`, nil when it has none.
    ///
    /// Later than the one before it in any case: by 1 ms if the file has it otherwise.
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

    /// Where a frame without a time is: one frame after the last.
    private var expected: Int64 {
        guard let lastTime else { return 0 }
        let period = rate.map { Double(unit.below) / (Double(unit.above) * $0.framesPerSecond) }
        let units = Int64(exactly: (period ?? 1).rounded()) ?? 1
        let (next, overflows) = lastTime.addingReportingOverflow(max(1, units))
        return overflows ? lastTime : next
    }

    private func milliseconds(after elapsed: Int) -> Int {
        guard elapsed > 0 else { return 0 }
        if isConstant, let rate {
            // Times are whole units, which the period need not be: a frame within one unit of its
            // place in the row is in its place.
            let units = Double(unit.below) / (Double(unit.above) * rate.framesPerSecond)
            let index = (Double(elapsed) / units).rounded()
            if index < 0x1p40, abs(Double(elapsed) - index * units) <= 1 {
                return rate.timestamp(ofFrame: Int(index)).milliseconds
            }
        }
        return elapsed.scaled(by: 1000 * unit.above, over: unit.below) ?? Int.max / 4
    }
}
