/// Estimates how likely it is that the driver's eyes are judged correctly.
///
/// While the eyes can be read, the estimate is the share of right readings that was measured under such
/// conditions, as a product of tables. Otherwise, the last value fades.
struct ConfidenceMachine {
    /// By the readability of the eyes.
    static let byReadability = PiecewiseLinear(points: [(0.5, 0.85), (0.9, 0.94), (1, 0.985)])
    /// By the openness that the aspect ratio gives: lids that are neither open nor closed are
    /// moving, or misread.
    static let byAspectRatio = PiecewiseLinear(points: [
        (0.10, 1), (0.16, 0.92), (0.20, 0.90), (0.26, 0.6), (0.33, 0.6), (0.38, 1),
    ])
    /// By the share of recent time with such lids; blinks contribute little to it.
    static let byAmbiguity = PiecewiseLinear(points: [(0.1, 1), (0.9, 0.85)])
    /// By the visibility of the eyes apart from yaw and readability. Slightly lowered visibility
    /// did not make any reading worse; the rest is a choice.
    static let byClearness = PiecewiseLinear(points: [(0, 0), (0.3, 0.25), (0.6, 1)])
    /// By head yaw in degrees, to either side; a choice.
    static let byYaw = PiecewiseLinear(points: [(20, 1), (45, 0.8)])
    /// By frames per second: eyes may close between two of them.
    static let byFrameRate = PiecewiseLinear(points: [(3, 0.92), (8, 1)])
    /// The factor before the driver's own eyes are known.
    static let uncalibrated = 0.97
    /// How long the last value takes to fade to 0, in milliseconds.
    static let fading = 2000

    /// The openness by aspect ratio that is ambiguous, and the time constant of its share in
    /// milliseconds.
    private static let ambiguous = 0.1...0.4
    private static let timeConstant = 1000.0

    private var ambiguity = 0.0
    private var last = 0.0
    private var unread = 0

    /// The confidence after a frame, 0…1; `frameRate` is in frames per second, nil when unknown.
    mutating func update(
        _ reading: SanitizedReading, _ calibration: CalibrationState, frameRate: Double?,
        _ tick: Tick
    ) -> Double {
        guard reading.isUsable else {
            unread += tick.elapsed
            let share = max(0, 1 - Double(unread) / Double(Self.fading))
            // Eyes that are seen to be unreadable lower the confidence at once.
            let limit = reading.isFacePresent ? reading.readability : 1
            return min(last * share, limit)
        }
        unread = 0
        last = read(reading, tick) * Self.byFrameRate[frameRate ?? 0]
        if calibration == .uncalibrated { last *= Self.uncalibrated }
        return last
    }

    /// The share of right readings like this one.
    private mutating func read(_ reading: SanitizedReading, _ tick: Tick) -> Double {
        var share =
            Self.byReadability[reading.readability] * Self.byClearness[reading.clearness]
            * Self.byYaw[abs(reading.head?.yaw ?? 0)]
        if let openness = reading.opennessByAspectRatio {
            let step = Double(tick.step)
            let isAmbiguous = Self.ambiguous.contains(openness)
            ambiguity +=
                ((isAmbiguous ? 1 : 0) - ambiguity) * step / (step + Self.timeConstant)
            share *= Self.byAspectRatio[openness]
        }
        return share * Self.byAmbiguity[ambiguity]
    }
}
