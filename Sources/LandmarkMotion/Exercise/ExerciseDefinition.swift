/// An exercise as data: the signal to follow, when a repetition counts, and the faults to check for.
///
/// Definitions are read from JSON with any `Decoder`, for example Foundation's `JSONDecoder`, and
/// are then complete and valid; mistakes are `ExerciseError`s with the path of the key. A
/// definition created in code is checked with ``validate()``, which a session does, too. Angles are
/// in degrees, times in seconds. <doc:Exercises> describes every key.
public struct ExerciseDefinition: Sendable, Hashable {
    /// The name that commands and files use, such as `squat`: ASCII letters, digits, `-` and `_`.
    public var name: String
    /// The name for people to read, such as “Squat”.
    public var title: String
    /// One sentence about what is counted.
    public var summary: String
    /// How the signal is used.
    public var kind: Kind
    /// Whether each side has a counter of its own; measures named `….side` are then those of the
    /// counter's side and `….other` those of the opposite one.
    public var isPerSide: Bool
    /// The view from which the exercise is measured; from other views the signal is missing.
    public var view: View
    /// Whether the exercise is done on the floor, where ``PoseOrientationFinder`` could mistake someone lying
    /// down for someone standing in an image that lies on its side.
    public var isOnFloor: Bool
    /// What a repetition or hold should be like. Never decides whether it counts.
    public var target: ExerciseTarget
    /// The mistakes to check for. They never decide whether a repetition counts.
    public var faults: [Fault]

    /// Creates a definition without checking it.
    ///
    /// Without `isOnFloor`, an exercise is on the floor if it requires a trunk that is nearer to horizontal
    /// than to upright.
    public init(
        name: String, title: String, summary: String, kind: Kind, isPerSide: Bool = false,
        view: View = .any, isOnFloor: Bool? = nil, target: ExerciseTarget = ExerciseTarget(),
        faults: [Fault] = []
    ) {
        self.name = name
        self.title = title
        self.summary = summary
        self.kind = kind
        self.isPerSide = isPerSide
        self.view = view
        self.isOnFloor = isOnFloor ?? kind.isOnFloor
        self.target = target
        self.faults = faults
    }

    /// How the signal is used.
    public enum Kind: Sendable, Hashable {
        /// Repetitions are counted.
        case repetitions(RepetitionRule)
        /// The time in a position is measured.
        case hold(HoldRule)
        /// A clinical test is performed.
        case test(ClinicalTest)
    }

    /// A view from which an exercise or a fault can be judged.
    public enum View: String, Sendable, Hashable, Codable, CaseIterable {
        /// Any view.
        case any
        /// From the front: the person faces within 30° of the camera.
        case front
        /// From a side: the person faces 60° to 120° away from the camera.
        case side

        /// Whether a person who faces `yaw` degrees away from the camera is seen from this view.
        public func contains(yaw: Double) -> Bool {
            switch self {
            case .any: true
            case .front: yaw.magnitude < 30
            case .side: yaw.magnitude > 60 && yaw.magnitude < 120
            }
        }
    }

    /// A clinical test: a protocol with the signal that it needs.
    public enum ClinicalTest: Sendable, Hashable {
        /// Stands from a chair in 30 seconds. The signal's top is sitting, its bottom standing.
        case chairStand(RepetitionRule)
        /// The time for five stands from a chair. Signal as in ``chairStand(_:)``.
        case fiveTimesSitToStand(RepetitionRule)
        /// The time to stand up, walk 3 m, turn, return and sit down. Signal as in
        /// ``chairStand(_:)``.
        case timedUpAndGo(RepetitionRule)
        /// Walking: steps, their times and lengths.
        case gait
        /// The time on one leg.
        case singleLegStance(HoldRule)
    }
}

extension ExerciseDefinition.Kind {
    /// Whether the exercise requires a trunk that is nearer to horizontal than to upright.
    var isOnFloor: Bool {
        func isHorizontal(_ condition: SignalCondition) -> Bool {
            condition.measure == .measure(.trunkInclination) && (condition.above ?? 0) >= 45
        }
        return switch self {
        case .repetitions(let rule): rule.requirements.contains(where: isHorizontal)
        case .hold(let rule):
            rule.requirements.contains(where: isHorizontal)
                || isHorizontal(SignalCondition(rule.signal, above: rule.range.lower))
        case .test: false
        }
    }
}

/// The rule of an exercise's repetitions: the signal and its thresholds.
///
/// A repetition begins and ends at the top, and must reach the bottom.
public struct RepetitionRule: Sendable, Hashable {
    /// The value that is followed.
    public var signal: SignalExpression
    /// Where a repetition begins, ends and is complete.
    public var thresholds: Thresholds
    /// Whether the signal falls toward the bottom: thresholds are then top > bottom.
    public var isDecreasing: Bool
    /// The shortest time in seconds of a repetition that counts.
    public var minDuration: Double
    /// The longest time in seconds of a repetition that counts.
    public var maxDuration: Double
    /// After this many seconds without a value a repetition in progress is lost.
    public var lostAfter: Double
    /// When a repetition is counted.
    public var counts: CountMoment
    /// Conditions that must each be met in at least half of the samples at the bottom, so that other
    /// movements with the same signal do not count. A condition that cannot be measured there does not
    /// prevent counting.
    public var requirements: [SignalCondition]

    /// Creates a rule without checking it; the definition is checked as a whole.
    public init(
        signal: SignalExpression, thresholds: Thresholds, isDecreasing: Bool = false,
        minDuration: Double = 0.5, maxDuration: Double = 15, lostAfter: Double = 0.5,
        counts: CountMoment = .onReturn, requirements: [SignalCondition] = []
    ) {
        self.signal = signal
        self.thresholds = thresholds
        self.isDecreasing = isDecreasing
        self.minDuration = minDuration
        self.maxDuration = maxDuration
        self.lostAfter = lostAfter
        self.counts = counts
        self.requirements = requirements
    }

    /// Where a repetition begins, ends and is complete.
    public enum Thresholds: Sendable, Hashable {
        /// Fixed values in the signal's unit.
        case absolute(top: Double, bottom: Double)
        /// 20 % and 60 % of the person's own range in the first two repetitions, which must each span at
        /// least `minRange`, in the signal's unit. These repetitions are counted once the second one has
        /// ended.
        case adaptive(minRange: Double)
    }

    /// When a repetition is counted.
    public enum CountMoment: String, Sendable, Hashable, Codable, CaseIterable {
        /// When the signal has returned to the top.
        case onReturn
    }
}

/// The rule of a held position, which lasts while the signal is in a range.
public struct HoldRule: Sendable, Hashable {
    /// The value that is followed.
    public var signal: SignalExpression
    /// Where the signal must be for a hold to begin; nil for an open end.
    public var range: Bounds
    /// How far the signal may leave the range before the hold ends, in the signal's unit.
    public var hysteresis: Double
    /// Additional conditions that must be met. A condition that cannot be measured does not end a hold.
    public var requirements: [SignalCondition]
    /// The shortest hold in seconds that is reported.
    public var minDuration: Double
    /// After this many seconds without a value the hold ends, at the last value.
    public var lostAfter: Double

    /// Creates a rule without checking it; the definition is checked as a whole. By default, the hysteresis
    /// is 5°, or 2 cm for a signal in meters.
    public init(
        signal: SignalExpression, range: Bounds, hysteresis: Double? = nil,
        requirements: [SignalCondition] = [], minDuration: Double = 1, lostAfter: Double = 0.5
    ) {
        self.signal = signal
        self.range = range
        self.hysteresis = hysteresis ?? (signal.unit == .meters ? 0.02 : 5)
        self.requirements = requirements
        self.minDuration = minDuration
        self.lostAfter = lostAfter
    }
}

extension ExerciseDefinition {
    /// The rule of the counted repetitions, including those of tests; nil for holds and gait.
    public var repetitions: RepetitionRule? {
        switch kind {
        case .repetitions(let rule), .test(.chairStand(let rule)),
            .test(.fiveTimesSitToStand(let rule)), .test(.timedUpAndGo(let rule)):
            rule
        case .hold, .test(.gait), .test(.singleLegStance): nil
        }
    }

    /// The rule of the held position, including that of tests; nil for other exercises.
    public var hold: HoldRule? {
        switch kind {
        case .hold(let rule), .test(.singleLegStance(let rule)): rule
        case .repetitions, .test: nil
        }
    }

    /// The value that is followed; nil for gait, which follows both feet.
    public var signal: SignalExpression? { repetitions?.signal ?? hold?.signal }
}

extension ExerciseDefinition {
    /// The measures of both sides that the signal, conditions and faults are computed from, each
    /// once.
    public var measures: [Measure] {
        var expressions = [signal].compactMap { $0 }
        expressions += (repetitions?.requirements ?? hold?.requirements ?? []).map(\.measure)
        for fault in faults {
            if case .expression(let expression) = fault.measure { expressions.append(expression) }
        }
        var measures: [Measure] =
            switch kind {
            case .test(.gait):
                [.heelForwardLeft, .heelForwardRight, .toeForwardLeft, .toeForwardRight]
            case .repetitions, .hold, .test: []
            }
        for expression in expressions {
            for side in BodySide.allCases {
                expression.forEachMeasure(side: side) { measure in
                    if !measures.contains(measure) { measures.append(measure) }
                }
            }
        }
        return measures
    }
}
