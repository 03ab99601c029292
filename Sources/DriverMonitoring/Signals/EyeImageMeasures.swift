import LandmarkCore
import LandmarkTasks

/// The measures of an eye's image: as each falls, so does the probability that the openness is right. The
/// article HowDriversAreAssessed explains how their limits were set.
struct EyeImageMeasures {
    /// The measures; raw values are positions in `values`.
    private enum Measure: Int, CaseIterable {
        /// Pixels between the corners: with few, the position of a lid is arbitrary.
        case width
        /// The logarithm to base 2 of contrast over noise.
        case signal
        /// Minus the blur in eye widths, as far as eyes are not small.
        case sharpness
        /// The contrast relative to the cheek's brightness.
        case contrast
        /// The brightness of the lids relative to the cheek.
        case lids
        /// Minus the overexposed share.
        case exposure
        /// The contrast of iris and white.
        case iris
        /// Minus how much less red the lids are than the skin.
        case color
        /// Minus how much blocks add to the steps at their edges, to the extent that it matters.
        case blocks
        /// Minus the share of the last moment with lids neither open nor closed. Lids pass through
        /// that range in a blink; those that stay there are misread, because glasses, lashes or
        /// darkness hide their edges.
        case lidEdges
        /// The share of the last moment in which the image of the eyes agreed with the landmarks.
        case agreement

        /// The value at which the factor is one half, and the change that multiplies its odds by e.
        var limit: (middle: Double, scale: Double) {
            switch self {
            case .width: (7, 0.5)
            case .signal: (3.5, 0.15)
            case .sharpness: (-0.105, 0.004)
            case .contrast: (0.2, 0.02)
            case .lids: (0.45, 0.04)
            case .exposure: (-0.9, 0.03)
            case .iris: (-0.08, 0.015)
            case .color: (-0.13, 0.01)
            case .blocks: (-0.22, 0.012)
            case .lidEdges: (-0.6, 0.03)
            case .agreement: (0.5, 0.05)
            }
        }

        func factor(_ value: Double) -> Double { EyeImageMeasures.logistic(value, limit) }
    }

    /// The additional contrast of white and iris required of eyes that do not blink.
    private static let irisOfStillEyes = 0.2

    /// The probability that confirms lids with a factor of one half, and the change that multiplies
    /// its odds by e.
    private static let confirmation = (middle: 0.75, scale: 0.03)
    /// The same where blocks are visible that are not left over from earlier frames.
    private static let confirmationByBlocks = (middle: 0.88, scale: 0.02)

    /// Minus the blockiness of videos that lose lids although they follow some of their movements,
    /// and the change that multiplies the odds by e.
    private static let mostBlocks = (middle: -1.55, scale: 0.02)

    /// The brightness of the cheek below which an image that shows too little counts as dark.
    private static let darkCheek = 0.12

    private var values: SIMD16<Double>
    private var cheek: Double
    private var blockiness: Double

    /// nil for an image whose measures are not finite.
    ///
    /// - Parameters:
    ///   - eye: The image.
    ///   - blockiness: The blockiness of the image around both eyes.
    ///   - leastNoise: The noise of the less noisy eye.
    init?(_ eye: EyeImage, blockiness: Double, leastNoise: Double) {
        // Quantization to 8 bits is noise, too.
        let noise = max(eye.noise, 0.003)
        cheek = eye.cheekBrightness
        self.blockiness = blockiness
        let light = max(cheek, 0.01)
        values = SIMD16(repeating: 0)
        self[.width] = eye.width
        self[.signal] = FloatMath.log(max(eye.contrast, 1e-4) / noise) / FloatMath.log(2)
        self[.sharpness] = Self.smallEyeBlur(eye.width) - eye.blur
        self[.contrast] = eye.contrast / light
        self[.lids] = eye.lidBrightness / light
        self[.exposure] = -eye.overexposure
        self[.iris] = eye.irisContrast
        self[.color] = -eye.colorDifference
        self[.blocks] = (1 - blockiness) * Self.smoothness(leastNoise)
        self[.agreement] = 1
        guard (values.sum() + cheek + blockiness).isFinite else { return nil }
    }

    /// The blur, in eye widths, that small eyes have in sharp images, too.
    private static func smallEyeBlur(_ width: Double) -> Double {
        0.016 * ((16 - width) / 6).clamped(to: 0...1)
    }

    /// How much blocks count, 0…1. Heavily compressed single images, as from many webcams, also have blocks,
    /// but they keep some noise and show lids where they are; a video without noise does not follow the lids.
    private static func smoothness(_ noise: Double) -> Double {
        ((0.0007 - noise) / 0.0004).clamped(to: 0.2...1)
    }

    private subscript(measure: Measure) -> Double {
        get { values[measure.rawValue] }
        set { values[measure.rawValue] = newValue }
    }

    /// Interpolates between these measures and others.
    ///
    /// The iris keeps its value while lids cover it. Closed lids do not make an image sharper: the
    /// line of their lashes is a steeper edge than anything in an open eye, which may have been too
    /// blurred to be read.
    func approaching(
        _ other: EyeImageMeasures, by share: Double, withIris showsIris: Bool, isClosed: Bool
    ) -> EyeImageMeasures {
        var result = self
        result.values += (other.values - values) * share
        if !showsIris { result[.iris] = self[.iris] }
        if isClosed { result[.sharpness] = min(result[.sharpness], self[.sharpness]) }
        result.cheek += (other.cheek - cheek) * share
        result.blockiness += (other.blockiness - blockiness) * share
        return result
    }

    /// These measures when lids are neither open nor closed for a share of the last moment, 0…1. A
    /// smaller share is enough where blocks show (the lids are those of earlier frames) and where
    /// an image is blurred (they are guessed). Blur also makes narrow eyes measure as closed, so
    /// eyes that never measured as open may be open. Eyes that show no iris and do not blink may be
    /// either closed or open: the longer they are `still`, 0…1, the more of an iris they must show.
    /// Where the image shows other lids than the landmarks for a share of the last moment, one of
    /// them is wrong.
    func doubting(
        halfClosed share: Double, neverOpen: Bool, still: Double, contradicted: Double
    ) -> EyeImageMeasures {
        var result = self
        result[.agreement] = 1 - contradicted
        result[.iris] -= Self.irisOfStillEyes * still
        let visible = ((blockiness - 1.08) / 0.06).clamped(to: 0...1)
        let excess = max(0, share - 0.4)
        result[.lidEdges] = -share
        result[.blocks] -= excess * visible
        result[.sharpness] -= 0.1 * excess * blurred(from: 0.085)
        if neverOpen { result[.sharpness] -= 0.05 * blurred(from: 0.075) }
        return result
    }

    /// How blurred the eye is, 0…1: not at all up to `limit`, fully from `limit` + 0.01 on.
    private func blurred(from limit: Double) -> Double {
        ((-self[.sharpness] - limit) / 0.01).clamped(to: 0...1)
    }

    /// The probability that the openness is right, and what lowers it most.
    var estimate: EyeReadability.Estimate { estimate(confirmed: 0, follows: 0) }

    /// The probability that the openness is right, and what lowers it most.
    ///
    /// An image that shows the lids well enough to confirm them is readable, whatever it lacks, unless it
    /// shows the lids of earlier frames. It may do so where blocks are visible, but not in a video that
    /// recently showed the lids move.
    ///
    /// - Parameters:
    ///   - confirmed: The probability, 0…1, that images assigned to these lids.
    ///   - follows: How certain it is, 0…1, that images follow the lids.
    func estimate(confirmed: Double, follows: Double) -> EyeReadability.Estimate {
        var probability = 1.0
        var least: (measure: Measure, factor: Double) = (.width, 1)
        for index in 0..<Measure.allCases.count {
            guard let measure = Measure(rawValue: index) else { break }
            let factor = measure.factor(self[measure])
            probability *= factor
            if factor < least.factor { least = (measure, factor) }
        }
        let proof =
            Self.logistic(confirmed, Self.confirmation) * Measure.blocks.factor(self[.blocks])
        let proofByBlocks =
            Self.logistic(confirmed, Self.confirmationByBlocks)
            * Self.logistic(-blockiness, Self.mostBlocks) * follows
        probability = Self.calibrated(max(probability, proof, proofByBlocks))
        return EyeReadability.Estimate(
            probability: probability, reason: probability < 0.5 ? reason(least.measure) : nil)
    }

    private static func logistic(_ value: Double, _ limit: (middle: Double, scale: Double))
        -> Double
    {
        1 / (1 + Double(FloatMath.exp(Float((limit.middle - value) / limit.scale))))
    }

    /// The share of right readings for a product of the factors: the odds to the power of 3, because slightly
    /// low measures are still good enough.
    private static func calibrated(_ product: Double) -> Double {
        let (right, wrong) = (product * product * product, 1 - product)
        let share = right / (right + wrong * wrong * wrong)
        return share.isFinite ? share : 0
    }

    private func reason(_ measure: Measure) -> EyeUnreadableReason {
        let isDark = cheek < Self.darkCheek
        let isBlurred = Measure.sharpness.factor(self[.sharpness]) < 0.5
        return switch measure {
        case .width: .faceTooSmall(eyeWidth: self[.width])
        // Blur reduces contrast and therefore the signal; noise and blocks do not reduce sharpness.
        case .signal where isBlurred, .blocks where isBlurred: .blurred
        case .signal: isDark ? .tooDark : .noisy
        case .sharpness: .blurred
        case .contrast: isDark ? .tooDark : .blurred
        case .lids, .iris, .lidEdges, .agreement: isDark ? .tooDark : .covered
        case .color: .covered
        case .exposure: .overexposed
        case .blocks: .noisy
        }
    }
}
