/// Something that happened in an exercise. Times are in seconds.
public struct ExerciseEvent: Sendable, Hashable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// The counter's state changed.
        case phase(ExerciseState)
        /// A repetition counts.
        case rep(Repetition)
        /// A fault was seen, reported while it happens or at the end of repetition or hold `number`.
        case fault(id: String, say: String, value: Double, number: Int)
        /// A return without reaching the bottom, or without meeting the exercise's other requirements.
        /// `needed` is the value at which the repetition would have counted; nil if it was reached.
        case incomplete(start: Double, peak: Double, needed: Double?)
        /// A return sooner than the shortest time of a repetition.
        case tooFast(start: Double)
        /// A return later than the longest time of a repetition.
        case tooSlow(start: Double)
        /// The signal was missing for too long; the repetition in progress is lost.
        case interrupted(reason: MissingReason?)
        /// A hold ended (or the recording did); it lasted from `start` to the event's time.
        case hold(start: Double, duration: Double)
        /// A foot struck the ground.
        case strike
        /// A foot left the ground.
        case off
        /// A clinical test is over.
        case result(TestResult)
    }

    /// What happened.
    public var kind: Kind
    /// When it happened (interpolated between frames where a threshold was crossed).
    public var time: Double
    /// The side of the counter or foot; nil if both sides are counted together.
    public var side: BodySide?
    /// The id of the person's track.
    public var id: Int

    /// Creates an event.
    public init(kind: Kind, time: Double, side: BodySide? = nil, id: Int = 0) {
        self.kind = kind
        self.time = time
        self.side = side
        self.id = id
    }
}

/// The state of a counter or of a test.
public enum ExerciseState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The signal is missing, or has not been at the top yet.
    case unknown
    /// Between repetitions.
    case top
    /// On the way to the bottom.
    case down
    /// At the bottom.
    case bottom
    /// On the way back.
    case up
    /// A hold is in progress.
    case holding
    /// In a test: sitting, before and after.
    case seated
    /// In a test: standing up.
    case standingUp
    /// In a test: walking.
    case walking
    /// In a test: turning around.
    case turning
    /// In a test: sitting down.
    case sittingDown
    /// The test is over.
    case finished
}

/// A repetition that counts. Times are in seconds; values in the unit of the signal.
public struct Repetition: Sendable, Hashable {
    /// From 1, for each side.
    public var number: Int
    /// When the signal left the top.
    public var start: Double
    /// When the signal was back at the top.
    public var end: Double
    /// The greatest value, or the least for a decreasing signal.
    public var peak: Double
    /// When the extreme value was measured.
    public var peakTime: Double
    /// Where the extreme value was measured: in the image or in space.
    public var plane: Measure.Plane
    /// Durations relative to the repetition's own range of motion.
    public var tempo: Tempo
    /// From the first to the last crossing of the bottom threshold.
    public var timeAtBottom: Double
    /// From the extreme value at the top before it to the peak, of measured values only.
    public var rangeOfMotion: Double
    /// Asymmetry in percent: 100·|L−R| / ((L+R)/2) of the sides' peaks, or of their ranges of
    /// motion if the signal is decreasing. Nil unless both sides were measured. With a counter for each side,
    /// it compares this repetition with the other side's repetition of the same number, if that came first.
    public var symmetry: Double?
    /// The smoothness of the movement from the top to the peak; nil with fewer than eight samples.
    public var smoothness: MovementSmoothness?
    /// The ids of its faults, in the definition's order.
    public var faults: [String]

    /// Creates a repetition.
    public init(
        number: Int, start: Double, end: Double, peak: Double, peakTime: Double,
        plane: Measure.Plane = .space, tempo: Tempo, timeAtBottom: Double,
        rangeOfMotion: Double, symmetry: Double? = nil,
        smoothness: MovementSmoothness? = nil, faults: [String] = []
    ) {
        self.number = number
        self.start = start
        self.end = end
        self.peak = peak
        self.peakTime = peakTime
        self.plane = plane
        self.tempo = tempo
        self.timeAtBottom = timeAtBottom
        self.rangeOfMotion = rangeOfMotion
        self.symmetry = symmetry
        self.smoothness = smoothness
        self.faults = faults
    }

    /// From leaving the top to the return.
    public var duration: Double { end - start }

    /// Durations between 10 % and 90 % of a repetition's own range of motion. Their sum is the time
    /// from this repetition to the next.
    public struct Tempo: Sendable, Hashable {
        /// From 10 % to 90 %.
        public var down: Double
        /// Beyond 90 %.
        public var bottom: Double
        /// From 90 % back to 10 %. Nil in the event, because repetitions end before they are back at
        /// 10 %; the report has it.
        public var up: Double?
        /// Below 10 %, until the next repetition. Known once the next one has ended; nil for the last
        /// repetition.
        public var top: Double?

        /// Creates a tempo.
        public init(down: Double, bottom: Double, up: Double? = nil, top: Double? = nil) {
            self.down = down
            self.bottom = bottom
            self.up = up
            self.top = top
        }

        /// The time from this repetition to the next; nil for the last.
        public var period: Double? {
            guard let up, let top else { return nil }
            return down + bottom + up + top
        }
    }
}
