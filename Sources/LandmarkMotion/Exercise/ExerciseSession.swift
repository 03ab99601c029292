/// One person doing one exercise: feeds a counter, or one for each side, and keeps what the report
/// needs. A pure function of the samples.
public struct ExerciseSession: Sendable {
    public let definition: ExerciseDefinition

    /// What a live view shows.
    public struct Status: Sendable, Hashable {
        public struct Counter: Sendable, Hashable {
            /// nil where both sides are counted together.
            public var side: BodySide?
            public var state: ExerciseState
            public var count: Int
            /// The signal; nil while it is missing.
            public var value: Double?
        }
        /// One, or one for each side.
        public var counters: [Counter]
        /// Repetitions over all counters.
        public var count: Int
        /// The current and the best hold in seconds.
        public var hold: Double
        public var bestHold: Double
        /// Faults that are seen now or belong to the last repetition.
        public var faults: [String]
        /// Why the signal is missing; empty while it is there.
        public var missing: [MissingReason]
    }

    public init(_ definition: ExerciseDefinition) throws(ExerciseError) { fatalError() }

    public var status: Status { fatalError() }

    /// Adds a sample; returns what happened, in order of time.
    public mutating func update(_ sample: MotionSample) -> [ExerciseEvent] { fatalError() }

    /// Ends the session: ends a hold, completes a test's result.
    public mutating func finish() -> [ExerciseEvent] { fatalError() }

    /// The summary of the session so far.
    public func report() -> SessionReport { fatalError() }
}

public enum ExerciseError: Error { case x }
