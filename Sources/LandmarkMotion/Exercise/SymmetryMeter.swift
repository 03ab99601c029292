/// Compares both sides in each repetition of an exercise that uses them together.
///
/// Only frames in which both sides are measured are used, so that a side hidden at the peak does
/// not look weaker. A repetition in which fewer than four in five frames qualify has no symmetry.
struct SymmetryMeter: Sendable {
    private static let neededShare = 0.8

    private let left, right: SignalExpression?
    private let isDecreasing: Bool
    private var sides = BySide(left: Extremes(), right: Extremes())
    private var frames = 0
    private var measuredFrames = 0

    private struct Extremes: Sendable {
        /// The extremes of the signal, times its sign, at the top and toward the bottom.
        var base = Double.infinity
        var peak = -Double.infinity
    }

    init(_ rule: RepetitionRule) {
        left = rule.signal.part(of: .left)
        right = rule.signal.part(of: .right)
        isDecreasing = rule.isDecreasing
    }

    /// Adds a frame.
    mutating func update(_ sample: MotionSample, isInRepetition: Bool) {
        guard let left, let right else { return }
        if isInRepetition { frames += 1 }
        guard let l = left.value(in: sample, side: nil), l.isMeasured,
            let r = right.value(in: sample, side: nil), r.isMeasured
        else { return }
        if isInRepetition { measuredFrames += 1 }
        Self.extend(&sides.left, l.value, isInRepetition, isDecreasing)
        Self.extend(&sides.right, r.value, isInRepetition, isDecreasing)
    }

    /// Ends a repetition; returns its asymmetry in percent.
    mutating func endRepetition() -> Double? {
        defer { reset() }
        guard frames > 0, Double(measuredFrames) >= Self.neededShare * Double(frames) else {
            return nil
        }
        if isDecreasing {
            return Self.percent(
                sides.left.peak - sides.left.base, sides.right.peak - sides.right.base)
        }
        return Self.percent(sides.left.peak, sides.right.peak)
    }

    /// Begins the next repetition.
    mutating func reset() {
        sides = BySide(left: Extremes(), right: Extremes())
        frames = 0
        measuredFrames = 0
    }

    /// 100·|L−R| / ((L+R)/2); nil where the mean is not positive.
    static func percent(_ left: Double, _ right: Double) -> Double? {
        let mean = (left + right) / 2
        guard mean.isFinite, mean > 0 else { return nil }
        return 100 * (left - right).magnitude / mean
    }

    private static func extend(
        _ side: inout Extremes, _ value: Double, _ isInRepetition: Bool, _ isDecreasing: Bool
    ) {
        let value = isDecreasing ? -value : value
        if isInRepetition {
            side.peak = max(side.peak, value)
        } else {
            side.base = min(side.base, value)
        }
    }
}
