extension ExerciseDefinition {
    /// A mistake in how an exercise is performed.
    ///
    /// Faults are reported with the repetition and never decide whether it counts.
    public struct Fault: Sendable, Hashable {
        /// The name that results use, unique in the exercise.
        public var id: String
        /// A short instruction for the person; may be empty.
        public var say: String
        /// When it is checked for.
        public var phase: Phase
        /// The quantity that is checked.
        public var measure: Quantity
        /// A greater value is a fault; nil for no limit.
        public var above: Double?
        /// A smaller value is a fault; nil for no limit.
        public var below: Double?
        /// How many consecutive seconds the value must be beyond the limit.
        public var duration: Double
        /// The view from which it can be judged.
        public var view: View
        /// Whether a test's result is 0 when this fault is seen.
        public var voidsTest: Bool

        /// Creates a fault.
        public init(
            id: String, say: String = "", phase: Phase, measure: Quantity, above: Double? = nil,
            below: Double? = nil, duration: Double = 0, view: View = .any, voidsTest: Bool = false
        ) {
            self.id = id
            self.say = say
            self.phase = phase
            self.measure = measure
            self.above = above
            self.below = below
            self.duration = duration
            self.view = view
            self.voidsTest = voidsTest
        }

        /// When a fault is checked for.
        public enum Phase: String, Sendable, Hashable, Codable, CaseIterable {
            /// From leaving the top to the return.
            case rep
            /// Before and between repetitions.
            case top
            /// On the way to the bottom.
            case down
            /// Beyond the bottom threshold.
            case bottom
            /// On the way back.
            case up
            /// During a hold.
            case hold

            /// Whether a counter in `state` is in this phase.
            func contains(_ state: ExerciseState) -> Bool {
                switch self {
                case .rep: state == .down || state == .bottom || state == .up
                case .top: state == .top
                case .down: state == .down
                case .bottom: state == .bottom
                case .up: state == .up
                case .hold: state == .holding
                }
            }
        }

        /// The quantity that a fault checks.
        public enum Quantity: Sendable, Hashable {
            /// The extreme value of the repetition's signal.
            case peak
            /// The repetition's asymmetry in percent.
            case symmetry
            /// The repetition's range of motion.
            case rangeOfMotion
            /// The repetition's duration in seconds.
            case duration
            /// A value in every frame of the phase.
            case expression(SignalExpression)
        }

        /// Whether a value is beyond the limits.
        func isBroken(by value: Double) -> Bool {
            if let above, value > above { return true }
            if let below, value < below { return true }
            return false
        }
    }
}
