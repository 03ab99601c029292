import LandmarkTasks

/// Estimates, from the images of the eyes, how likely the openness measured from landmarks is
/// meaningful.
///
/// Each way in which an image can fail has a factor, the logistic function of one measure. Their
/// product is the probability, and the smallest factor is the reason. The article
/// HowDriversAreAssessed explains how the limits were set.
struct EyeReadability {
    /// The estimate for the eyes of a frame.
    struct Estimate {
        /// The probability that the openness is right, 0…1.
        let probability: Double
        /// What lowers it most; nil when nothing lowers it below one half.
        let reason: EyeUnreadableReason?
        /// The openness if the image shows closed lids and the landmarks do not; nil otherwise.
        var opennessByImage: Double?
    }

    /// The time constants, in milliseconds, with which the estimate follows the frames: while the
    /// eyes are open, and while they are closed. Lids show less contrast than open eyes, which is not a flaw
    /// of the image.
    private static let timeConstant = 400.0
    private static let closedTimeConstant = 6000.0

    /// The openness from which an eye shows its iris.
    private static let irisOpenness = 0.6

    /// The time constant, in milliseconds, of the share of time with lids that are half closed.
    private static let halfClosedTimeConstant = 300.0

    /// How long eyes must be open to count as seen open, in milliseconds.
    private static let seenOpen = 500

    /// The time range in milliseconds over which eyes that do not blink are increasingly doubted
    /// unless they show an iris.
    private static let stillTimes = 6000...10_000

    /// The frame interval, in milliseconds, up to which no blink falls between two frames.
    private static let maxStep = 70

    /// The running means of the measures; nil before the first frame.
    private var measures: EyeImageMeasures?
    private var halfClosedShare = 0.0
    private var openTime = 0
    private var stillTime = 0
    private var witness = LidWitness()

    /// Follows the eyes of the next frame.
    ///
    /// - Parameters:
    ///   - images: The images of the eyes that are used.
    ///   - blockiness: The blockiness of the image around them.
    ///   - openness: The openness that landmarks give, 0…1.
    ///   - expectsOpen: Whether an awake driver's eyes should measure as open: not before the driver's own
    ///     range is known, when naturally narrow eyes seem half closed, and not under a lowered head, which
    ///     lids follow.
    ///   - areNarrow: Whether the driver's open eyes measure narrower than anyone's in a sharp image: eyes
    ///     that seem open may be closed.
    mutating func update(
        _ images: [EyeImage], blockiness: Double, openness: Double?, expectsOpen: Bool,
        areNarrow: Bool, _ tick: Tick
    ) -> Estimate {
        let verdict = witness.update(images, openness: openness, tick)
        let openness = verdict.opennessByImage ?? openness
        // The more readable eye decides: one readable eye is enough.
        let leastNoise = images.reduce(1) { min($0, $1.noise) }
        let seen = images.compactMap {
            EyeImageMeasures($0, blockiness: blockiness, leastNoise: leastNoise)
        }
        guard let current = seen.max(by: { $0.estimate.probability < $1.estimate.probability })
        else { return Estimate(probability: 0, reason: .notMeasured) }
        let isClosed = (openness ?? 1) < ClosureMachine.startOpenness
        let constant = isClosed ? Self.closedTimeConstant : Self.timeConstant
        let step = Double(max(tick.elapsed, 1))
        let showsIris = (openness ?? 0) >= Self.irisOpenness
        let measures =
            measures?.approaching(
                current, by: step / (step + constant), withIris: showsIris, isClosed: isClosed)
            ?? current
        self.measures = measures
        let isHalfClosed = expectsOpen && (openness.map(Self.isHalfClosed) ?? false)
        halfClosedShare +=
            ((isHalfClosed ? 1 : 0) - halfClosedShare) * step / (step + Self.halfClosedTimeConstant)
        let isOpen = (openness ?? 0) >= ClosureMachine.endOpenness
        if isOpen { openTime += tick.step }
        let wasNeverOpen =
            areNarrow || !isOpen && !Elapsed.reached(openTime, Self.seenOpen)
        if isClosed { stillTime = 0 } else if tick.step <= Self.maxStep { stillTime += tick.step }
        let still =
            Double(stillTime - Self.stillTimes.lowerBound) / Double(Self.stillTimes.count - 1)
        var estimate = measures.doubting(
            halfClosed: halfClosedShare, neverOpen: wasNeverOpen, still: still.clamped(to: 0...1),
            contradicted: verdict.contradicted
        ).estimate(confirmed: verdict.confirmed, follows: verdict.follows)
        estimate.opennessByImage = verdict.opennessByImage
        return estimate
    }

    /// Whether lids are neither closed nor open: moving, or misread.
    private static func isHalfClosed(_ openness: Double) -> Bool {
        openness > ClosureMachine.deepOpenness && openness < ClosureMachine.endOpenness
    }
}
