package import LandmarkCore

/// A One-Euro filter of one value: a low-pass filter whose cutoff frequency rises with speed
/// (Casiez, Roussel, Vogel: 1€ Filter, CHI 2012), with MediaPipe's rounding.
package struct OneEuroFilter {
    /// The parameters of a filter.
    package struct Parameters {
        /// The cutoff frequency at rest, in hertz.
        let minCutoff: Double
        /// The increase of the cutoff frequency with speed.
        let beta: Double

        package init(minCutoff: Double, beta: Double) {
            self.minCutoff = minCutoff
            self.beta = beta
        }
    }

    /// The values that all filters of one step share.
    package struct Step {
        private let parameters: Parameters
        /// Steps per second.
        let frequency: Double
        /// Speeds are measured in units of 1 / `scale` per second.
        let scale: Double
        /// The weight of a new speed, which is filtered at 1 Hz.
        let speedWeight: Float

        package init(_ parameters: Parameters, frequency: Double, scale: Double) {
            self.parameters = parameters
            self.frequency = frequency
            self.scale = scale
            speedWeight = Self.weight(cutoff: 1, frequency: frequency)
        }

        /// The weight of a new value at `speed`.
        func weight(speed: Float) -> Float {
            let cutoff = parameters.minCutoff + parameters.beta * Double(abs(speed))
            return Self.weight(cutoff: cutoff, frequency: frequency)
        }

        private static func weight(cutoff: Double, frequency: Double) -> Float {
            Float(1 / (1 + 1 / (2 * .pi * cutoff) / (1 / frequency)))
        }
    }

    private var value = LowPass()
    private var speed = LowPass()
    private var last: Float = 0

    package init() {}

    /// Returns the filtered value of the next input.
    package mutating func apply(_ input: Float, _ step: Step) -> Float {
        let change =
            value.isEmpty ? 0 : (Double(input) - Double(last)) * step.scale * step.frequency
        last = input
        let speed = speed.apply(Float(change), weight: step.speedWeight)
        return value.apply(input, weight: step.weight(speed: speed))
    }
}

/// MediaPipe's exponential low-pass filter of one value, with state in single precision and
/// arithmetic in double precision.
package struct LowPass {
    private var value: Float = 0
    /// Whether there has been no input yet.
    package private(set) var isEmpty = true

    package init() {}

    /// Returns the first input unchanged, then `weight` × input + (1 − `weight`) × previous output.
    package mutating func apply(_ input: Float, weight: Float) -> Float {
        if isEmpty {
            value = input
            isEmpty = false
        } else {
            value = Float(Double(weight * input) + (1 - Double(weight)) * Double(value))
        }
        return value
    }
}

/// Measures the frame rate for a filter, by MediaPipe's rules.
///
/// The rate starts at 30 per second. A step at 0 ms, and the step after it, do not change it; times
/// before 0 are not filtered at all.
package struct FilterClock {
    /// Steps per second.
    package private(set) var frequency = 30.0
    /// The time of the last step, in nanoseconds.
    private var last: Int64 = -1

    package init() {}

    /// Advances to `now`; returns false if the step must not be filtered.
    package mutating func advance(to now: Timestamp) -> Bool {
        let time = Self.nanoseconds(now)
        guard time > last else { return false }
        if last != 0, time != 0 {
            frequency = 1 / (Double(time - max(last, -1)) * 1e-9)
        }
        last = time
        return true
    }

    /// Clamps times that do not fit in 64 bits.
    private static func nanoseconds(_ time: Timestamp) -> Int64 {
        let (value, overflows) = Int64(time.milliseconds).multipliedReportingOverflow(by: 1_000_000)
        return overflows ? (time.milliseconds > 0 ? .max - 1 : .min) : value
    }
}
