/// The summary of one person's session of an exercise.
public struct SessionReport: Sendable, Hashable {
    /// The exercise's name.
    public var exercise: String
    /// The id of the person's track.
    public var id: Int
    /// From the first to the last sample, in seconds.
    public var duration: Double
    /// The share of samples (0…1) in which the signal was measured.
    public var measuredShare: Double
    /// One summary, or one for each side.
    public var counters: [Counter]
    /// The mean symmetry in percent of the repetitions that have one.
    public var symmetry: Double?
    /// How often each fault was seen, in the definition's order.
    public var faults: [FaultCount]
    /// Why the signal was missing and for how many seconds, the longest first.
    public var missing: [Missing]
    /// The result of a clinical test.
    public var test: TestResult?

    /// What one counter saw. Times are in seconds, angles in degrees.
    public struct Counter: Sendable, Hashable {
        public var side: BodySide?
        public var repetitions: [Repetition]
        public var incomplete: Int
        public var tooFast: Int
        public var tooSlow: Int
        public var interrupted: Int
        public var bestHold: Double
        public var totalHold: Double
        /// Mean and coefficient of variation (standard deviation / mean) over repetitions.
        public var rangeOfMotion: Statistic?
        public var period: Statistic?
        /// Smoothness of the repetitions' speed: spectral arc length and log dimensionless jerk.
        public var sparc: Double?
        public var ldlj: Double?
    }
    public struct Statistic: Sendable, Hashable {
        public var mean: Double
        public var variation: Double
    }
    public struct FaultCount: Sendable, Hashable {
        public var id: String
        public var say: String
        public var count: Int
    }
    public struct Missing: Sendable, Hashable {
        public var reason: MissingReason
        public var seconds: Double
    }
}
