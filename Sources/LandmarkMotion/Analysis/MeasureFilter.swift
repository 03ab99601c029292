/// The One-Euro filter of one measure (Casiez, Roussel, Vogel: 1€ Filter, CHI 2012), in double
/// precision and with the actual intervals between samples.
struct MeasureFilter {
    /// The cutoff frequencies of the value at rest and of the speed, in hertz.
    private static let minCutoff = 1.0
    private static let speedCutoff = 1.0
    /// The increase of the cutoff with speed, in hertz per degree per second.
    private static let beta = 0.02
    /// The degrees that a meter counts as: the angle it subtends at the end of a 0.9 m leg.
    private static let degreesPerMeter = 64.0
    /// Inputs less than these seconds apart count as simultaneous, and the second is ignored: no camera is
    /// that fast, and the speed would overflow.
    private static let minStep = 1e-6

    private var input = 0.0
    private var inputSpeed = 0.0
    private var time = 0.0
    /// The filtered value; NaN before the first input.
    private(set) var value = Double.nan
    /// The change of `value` per second.
    private(set) var speed = 0.0

    /// Filters the next input, later than the one before.
    mutating func add(_ input: Double, at time: Double, _ unit: Measure.Unit) {
        guard !value.isNaN else {
            self.time = time
            self.input = input
            value = input
            return
        }
        let step = time - self.time
        guard step >= Self.minStep else { return }
        self.time = time
        let scale = unit == .meters ? Self.degreesPerMeter : 1
        let change = (input - self.input) / step
        self.input = input
        inputSpeed += (change - inputSpeed) * Self.weight(Self.speedCutoff, step)
        let cutoff = Self.minCutoff + Self.beta * scale * abs(inputSpeed)
        let moved = (input - value) * Self.weight(cutoff, step)
        value += moved
        speed = moved / step
    }

    /// Starts again with the next input.
    mutating func reset() { self = MeasureFilter() }

    /// The weight of a new value after `step` seconds.
    private static func weight(_ cutoff: Double, _ step: Double) -> Double {
        1 / (1 + 1 / (2 * .pi * cutoff * step))
    }
}
