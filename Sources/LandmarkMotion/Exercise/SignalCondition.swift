/// A range whose ends may be open. In JSON it is a list of two, with null for an open end:
/// `[90,null]`.
public struct Bounds: Sendable, Hashable {
    /// The least value; nil for none.
    public var lower: Double?
    /// The greatest value; nil for none.
    public var upper: Double?

    /// Creates a range.
    public init(_ lower: Double?, _ upper: Double?) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether the value lies in the range, widened by `margin` at both ends.
    public func contains(_ value: Double, margin: Double = 0) -> Bool {
        value >= (lower ?? -.infinity) - margin && value <= (upper ?? .infinity) + margin
    }
}

/// A condition on a value: above one limit, below another, or both.
public struct SignalCondition: Sendable, Hashable {
    /// The value.
    public var measure: SignalExpression
    /// Its minimum; nil for no limit.
    public var above: Double?
    /// Its maximum; nil for no limit.
    public var below: Double?

    /// Creates a condition.
    public init(_ measure: SignalExpression, above: Double? = nil, below: Double? = nil) {
        self.measure = measure
        self.above = above
        self.below = below
    }

    /// Whether the condition is met; nil where the value is not measured.
    func isMet(in sample: MotionSample, side: BodySide?) -> Bool? {
        guard let value = measure.value(in: sample, side: side), value.isMeasured else {
            return nil
        }
        return Bounds(above, below).contains(value.value)
    }
}

/// What a repetition or hold should be like. Everything in it is optional.
public struct ExerciseTarget: Sendable, Hashable {
    /// The range of motion, in the signal's unit.
    public var rangeOfMotion: Bounds?
    /// Seconds from 10 % to 90 % of the range.
    public var down: Bounds?
    /// Seconds from 90 % back to 10 % of the range.
    public var up: Bounds?
    /// Seconds above 90 % of the range, or of a hold.
    public var hold: Bounds?

    /// Creates a target.
    public init(
        rangeOfMotion: Bounds? = nil, down: Bounds? = nil, up: Bounds? = nil, hold: Bounds? = nil
    ) {
        self.rangeOfMotion = rangeOfMotion
        self.down = down
        self.up = up
        self.hold = hold
    }

    /// Whether there is no target.
    public var isEmpty: Bool { self == ExerciseTarget() }

    /// Whether a repetition meets the target. Unknown values count as met.
    public func isMet(by repetition: Repetition) -> Bool {
        (rangeOfMotion?.contains(repetition.rangeOfMotion) ?? true)
            && (down?.contains(repetition.tempo.down) ?? true)
            && (hold?.contains(repetition.tempo.bottom) ?? true)
            && (up.flatMap { up in repetition.tempo.up.map { up.contains($0) } } ?? true)
    }
}
