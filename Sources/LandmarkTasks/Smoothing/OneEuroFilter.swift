/// A One-Euro filter of one value: a low-pass filter whose cutoff rises with speed (Casiez,
/// Roussel, Vogel: 1€ Filter, CHI 2012), with MediaPipe's rounding.
package struct OneEuroFilter {
    /// What a filter is set to.
    package struct Parameters {
        /// Hertz, at rest.
        let minCutoff: Double
        /// How much the cutoff rises with speed.
        let beta: Double

        package init(minCutoff: Double, beta: Double) {
            self.minCutoff = minCutoff
            self.beta = beta
        }
    }

    /// What the filters of one step share.
    package struct Step {
        private let parameters: Parameters
        /// Steps a second.
        let frequency: Double
        /// Speeds are taken in units of 1 / `scale` a second.
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

    /// The next output.
    package mutating func apply(_ input: Float, _ step: Step) -> Float {
        let change =
            value.isEmpty ? 0 : (Double(input) - Double(last)) * step.scale * step.frequency
        last = input
        let speed = speed.apply(Float(change), weight: step.speedWeight)
        return value.apply(input, weight: step.weight(speed: speed))
    }
}
