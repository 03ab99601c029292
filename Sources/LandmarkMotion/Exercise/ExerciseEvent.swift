/// Something that happened in an exercise. Times are in seconds.
public struct ExerciseEvent: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The counter's state changed.
        case phase(ExerciseState)
        /// A repetition counts.
        case rep(Repetition)
        /// A fault was seen, while it happens or at the end of the repetition.
        case fault(id: String, say: String, value: Double, number: Int)
        /// Returned without reaching the bottom.
        case incomplete(start: Double, peak: Double)
        case tooFast(start: Double)
        case tooSlow(start: Double)
        /// The signal was missing for too long; the repetition in progress is lost.
        case interrupted(reason: MissingReason?)
        /// A hold ended (or the recording did), from `start` to the event's time.
        case hold(start: Double, duration: Double)
        /// A foot struck or left the ground.
        case strike
        case off
        /// A clinical test is over.
        case result(TestResult)
    }

    public var kind: Kind
    /// When it happened (interpolated between frames where a threshold was crossed).
    public var time: Double
    /// The side of its counter; nil where both sides are counted together.
    public var side: BodySide?
    /// The id of the person's track.
    public var id: Int
}

/// The state of a counter.
public enum ExerciseState: String, Sendable, Hashable, Codable {
    case unknown, top, down, bottom, up
    /// A hold is going on.
    case holding
    /// A test's phases.
    case seated, walking, turning, finished
}

/// A repetition that counts. Times are in seconds.
public struct Repetition: Sendable, Hashable {
    /// From 1, for each side.
    public var number: Int
    public var start: Double
    public var end: Double
    /// The extreme value and its time.
    public var peak: Double
    public var peakTime: Double
    /// Durations in seconds by the repetition's own 10 % and 90 %.
    public var tempo: Tempo
    /// Range of motion in degrees.
    public var rangeOfMotion: Double
    /// 100·|L−R| / ((L+R)/2) of the sides' peaks; nil unless both were measured.
    public var symmetry: Double?
    /// The ids of its faults.
    public var faults: [String]

    public struct Tempo: Sendable, Hashable {
        public var down, bottom, up: Double
        /// Known once the next repetition begins; nil for the last.
        public var top: Double?
    }
}

public enum TestResult: Sendable, Hashable {
    case chairStand(stands: Int)
}
