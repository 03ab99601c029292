/// The summary of one person's session of an exercise. Times are in seconds, values in the unit of
/// the signal.
public struct SessionReport: Sendable, Hashable {
    /// The exercise's name.
    public var exercise: String
    /// The id of the person's track.
    public var id: Int
    /// From the first to the last sample, in seconds.
    public var duration: Double
    /// The share of samples (0…1) in which the signal was measured on at least one side.
    public var measuredShare: Double
    /// One summary, or one for each side.
    public var counters: [Counter]
    /// The mean asymmetry in percent of the repetitions that have one.
    public var symmetry: Double?
    /// How often each fault was seen, in the definition's order.
    public var faults: [FaultCount]
    /// Faults that could not be judged in some repetitions, in the definition's order.
    public var notJudged: [NotJudged]
    /// Why the signal was missing and for how many seconds, longest first.
    public var missing: [Missing]
    /// The result of a clinical test.
    public var test: TestResult?

    /// The summary of one counter.
    public struct Counter: Sendable, Hashable {
        /// The side; nil where both are counted together.
        public var side: BodySide?
        /// The repetitions that count.
        public var repetitions: [Repetition]
        /// How many of them meet the exercise's target.
        public var onTarget: Int
        /// The number of returns before the bottom was reached.
        public var incomplete: Int
        /// The number of repetitions that took less than the shortest time.
        public var tooFast: Int
        /// The number of repetitions that took more than the longest time.
        public var tooSlow: Int
        /// The number of repetitions that were lost because the signal was missing.
        public var interrupted: Int
        /// The number of holds that have ended.
        public var holds: Int
        /// The longest hold in seconds.
        public var bestHold: Double
        /// The total of all holds in seconds.
        public var totalHold: Double
        /// The mean and coefficient of variation over repetitions.
        public var rangeOfMotion: Statistic?
        /// The time from one repetition to the next, over repetitions that are followed by another.
        public var period: Statistic?
        /// The mean spectral arc length of the movements from the top to the peak.
        public var sparc: Double?
        /// The mean log dimensionless jerk of the movements from the top to the peak.
        public var ldlj: Double?
    }

    /// Mean and variation of some values.
    public struct Statistic: Sendable, Hashable {
        /// The arithmetic mean.
        public var mean: Double
        /// The coefficient of variation: the sample standard deviation divided by the mean; nil for a
        /// single value and for a mean of 0.
        public var variation: Double?

        /// Computes both; nil without values.
        init?(_ values: [Double]) {
            guard !values.isEmpty else { return nil }
            let count = Double(values.count)
            let mean = values.reduce(0, +) / count
            self.mean = mean
            let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            variation =
                values.count > 1 && mean != 0
                ? (squares / (count - 1)).squareRoot() / mean.magnitude : nil
        }
    }

    /// How often a fault was seen.
    public struct FaultCount: Sendable, Hashable {
        /// The fault's id.
        public var id: String
        /// The fault's instruction.
        public var say: String
        /// The number of repetitions or holds in which it was seen, including those that did not
        /// count.
        public var count: Int
    }

    /// A fault that could not be judged in some of the repetitions or holds that count.
    public struct NotJudged: Sendable, Hashable {
        /// The fault's id.
        public var id: String
        /// In how many of them the person was not seen from the fault's view.
        public var wrongView: Int
        /// In how many of them the fault's measure was missing.
        public var notMeasured: Int
        /// The view from which it is judged.
        public var neededView: ExerciseDefinition.View
    }

    /// How long the signal was missing for a reason.
    public struct Missing: Sendable, Hashable {
        /// The reason.
        public var reason: MissingReason
        /// How long, in seconds.
        public var seconds: Double
    }
}

extension SessionReport.Counter {
    init(_ track: ExerciseTrack, target: ExerciseTarget) {
        let repetitions = track.counter?.repetitions ?? []
        self.init(
            side: track.side, repetitions: repetitions,
            onTarget: target.isEmpty ? repetitions.count : repetitions.count(where: target.isMet),
            incomplete: track.tally.incomplete, tooFast: track.tally.tooFast,
            tooSlow: track.tally.tooSlow, interrupted: track.tally.interrupted,
            holds: track.hold?.count ?? 0, bestHold: track.hold?.best ?? 0,
            totalHold: track.hold?.total ?? 0,
            rangeOfMotion: SessionReport.Statistic(repetitions.map(\.rangeOfMotion)),
            period: SessionReport.Statistic(repetitions.compactMap(\.tempo.period)),
            sparc: SessionReport.Statistic(repetitions.compactMap(\.smoothness?.sparc))?.mean,
            ldlj: SessionReport.Statistic(repetitions.compactMap(\.smoothness?.ldlj))?.mean)
    }
}

extension SessionReport {
    /// Returns events completed with what became known about their repetitions later: the way back
    /// to the top, the pause there, and the symmetry.
    ///
    /// - Parameter events: Events of the session that this report summarizes.
    public func completing(_ events: [ExerciseEvent]) -> [ExerciseEvent] {
        events.map { event in
            guard case .rep(let counted) = event.kind,
                let counter = counters.first(where: { $0.side == event.side }),
                let known = counter.repetitions.first(where: { $0.number == counted.number })
            else { return event }
            var complete = event
            complete.kind = .rep(known)
            return complete
        }
    }
}
