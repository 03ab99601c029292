import LandmarkSystem
import LandmarkTasks

/// Estimates from the eyes' images how likely the openness that landmarks give means anything.
///
/// Each way in which an image can fail has a factor, the logistic function of one measure. Their
/// product is the probability, and the smallest factor is the reason. The article
/// HowDriversAreAssessed says what the limits were set by.
struct EyeReadability {
    /// What was found out about the eyes of a frame.
    struct Estimate {
        /// The probability that the openness is right, 0…1.
        let probability: Double
        /// What lowers it most; nil when nothing lowers it below one half.
        let reason: EyeUnreadableReason?
    }

    /// The time constants, in milliseconds, with which the estimate follows the frames: while the eyes
    /// are open, and while they are closed. Lids show less contrast than open eyes, and nothing is
    /// wrong with that.
    private static let timeConstant = 400.0
    private static let closedTimeConstant = 6000.0

    /// The openness from which an eye shows its iris.
    private static let irisOpenness = 0.6

    /// The running means of the measures; nil before the first frame.
    private var measures: Measures?

    /// Follows the eyes of the next frame.
    ///
    /// - Parameters:
    ///   - images: The images of the eyes that are used.
    ///   - openness: The openness that landmarks give, 0…1.
    mutating func update(_ images: [EyeImage], openness: Double?, _ tick: Tick) -> Estimate {
        // The eye that shows more decides: one eye suffices.
        let seen = images.map(Measures.init)
        guard let current = seen.max(by: { $0.estimate.probability < $1.estimate.probability })
        else { return Estimate(probability: 0, reason: .notMeasured) }
        let isClosed = (openness ?? 1) < ClosureMachine.startOpenness
        let constant = isClosed ? Self.closedTimeConstant : Self.timeConstant
        let step = Double(max(tick.elapsed, 1))
        let showsIris = (openness ?? 0) >= Self.irisOpenness
        let measures =
            measures?.approaching(
                current, by: step / (step + constant), withIris: showsIris)
            ?? current
        self.measures = measures
        return measures.estimate
    }
}

/// The measures of an eye's image, each of which the probability falls with.
private struct Measures {
    /// Where a measure's factor is one half, and the change that multiplies its odds by e.
    private struct Limit {
        let middle: Double
        let scale: Double

        func factor(_ value: Double) -> Double {
            1 / (1 + Double(FloatMath.exp(Float((middle - value) / scale))))
        }
    }

    /// Eyes of fewer pixels between their corners leave a lid to chance.
    private static let width = Limit(middle: 7, scale: 0.5)
    /// The logarithm to base 2 of contrast over noise.
    private static let signal = Limit(middle: 3.5, scale: 0.15)
    /// Minus the blur in eye widths.
    private static let sharpness = Limit(middle: -0.121, scale: 0.004)
    /// The contrast relative to the cheek's brightness.
    private static let contrast = Limit(middle: 0.2, scale: 0.02)
    /// The brightness of the lids relative to the cheek.
    private static let lids = Limit(middle: 0.5, scale: 0.04)
    /// Minus the overexposed share.
    private static let exposure = Limit(middle: -0.9, scale: 0.03)
    /// The contrast of iris and white.
    private static let iris = Limit(middle: -0.06, scale: 0.015)
    /// The brightness of the cheek below which an image that shows too little is dark.
    private static let darkCheek = 0.12

    /// Width, signal, sharpness, contrast, lids, exposure, and iris, as the limits take them.
    private var values: SIMD8<Double>
    private var cheek: Double

    init(_ eye: EyeImage) {
        // Digits of 8 bits are noise too.
        let noise = max(eye.noise, 0.003)
        let cheek = max(eye.cheekBrightness, 0.01)
        values = SIMD8(
            eye.width, FloatMath.log(max(eye.contrast, 1e-4) / noise) / FloatMath.log(2), -eye.blur,
            eye.contrast / cheek, eye.lidBrightness / cheek, -eye.overexposure,
            eye.irisContrast, 0)
        self.cheek = eye.cheekBrightness
    }

    /// Measures between these and others; the iris stays as it was where lids cover it.
    func approaching(_ other: Measures, by share: Double, withIris showsIris: Bool) -> Measures {
        var result = self
        result.values += (other.values - values) * share
        if !showsIris { result.values[6] = values[6] }
        result.cheek += (other.cheek - cheek) * share
        return result
    }

    var estimate: EyeReadability.Estimate {
        let isDark = cheek < Self.darkCheek
        let factors: [(Double, EyeUnreadableReason)] = [
            (Self.width.factor(values[0]), .faceTooSmall(eyeWidth: values[0])),
            (Self.signal.factor(values[1]), isDark ? .tooDark : .noisy),
            (Self.sharpness.factor(values[2]), .blurred),
            (Self.contrast.factor(values[3]), isDark ? .tooDark : .blurred),
            (Self.lids.factor(values[4]), isDark ? .tooDark : .covered),
            (Self.exposure.factor(values[5]), .overexposed),
            (Self.iris.factor(values[6]), isDark ? .tooDark : .covered),
        ]
        let probability = factors.reduce(1) { $0 * $1.0 }
        let least = factors.min { $0.0 < $1.0 }
        return EyeReadability.Estimate(
            probability: probability.isFinite ? probability : 0,
            reason: probability < 0.5 ? least?.1 : nil)
    }
}
