/// The time to stand up, walk 3 m, turn, walk back and sit down (Podsiadlo & Richardson 1991).
public struct TimedUpAndGoResult: Sendable, Hashable {
    /// The time in seconds from leaving the seat, or the command to start, to sitting again; nil if the
    /// person did not sit down again.
    public var duration: Double?
    /// The phases with their times, in order.
    public var phases: [Phase]

    /// A part of the test. Times are in seconds of the recording.
    public struct Phase: Sendable, Hashable {
        /// `standingUp`, `walking`, `turning` or `sittingDown`.
        public var state: ExerciseState
        /// When it began.
        public var start: Double
        /// When it ended.
        public var end: Double
        /// How long it lasted.
        public var duration: Double { end - start }
    }

    /// Whether the time is 12 seconds or more, which CDC STEADI (“Timed Up & Go”) gives as the
    /// threshold of a raised risk of falls; nil without a time.
    public var hasRaisedRisk: Bool? { duration.map { $0 >= 12 } }
}

/// Divides a Timed Up and Go test into its phases.
struct TimedUpAndGoTest: Sendable {
    /// No one walks 6 m in less than 3 s: sitting down sooner was not a walk.
    private static let shortestWalk = 3.0

    var clock = TestClock()
    private(set) var state = ExerciseState.unknown
    private(set) var phases: [TimedUpAndGoResult.Phase] = []
    private(set) var end: Double?
    private var phaseStart = 0.0
    private var turns = TurnDetector()
    /// When the person was standing.
    private var stood: Double?
    /// When the signal last left the standing value toward sitting.
    private var leftStanding: Double?
    private var previous: (time: Double, value: Double)?
    private let top, bottom, sign: Double

    init(_ rule: RepetitionRule) {
        sign = rule.isDecreasing ? -1 : 1
        if case .absolute(let top, let bottom) = rule.thresholds {
            self.top = sign * top
            self.bottom = sign * bottom
        } else {
            (top, bottom) = (0, 0)
        }
    }

    /// Whether the person is sitting again.
    var isComplete: Bool { end != nil }

    /// Adds a sample and the counter's result for it; returns the changes of phase.
    mutating func update(
        value: Double?, yaw: Double, at time: Double, events: ArraySlice<ExerciseEvent>,
        changes: inout [(state: ExerciseState, time: Double)]
    ) {
        guard !isComplete else { return }
        for index in events.indices {
            let event = events[index]
            guard case .phase(let phase) = event.kind else { continue }
            follow(phase, at: event.time, &changes)
        }
        guard !isComplete, let value else { return }
        followSitting(sign * value, at: time, &changes)
        if state == .walking || state == .turning, let turn = turns.add(yaw, at: time) {
            change(to: turn.isTurning ? .turning : .walking, at: turn.time, &changes)
        }
        previous = (time, sign * value)
    }

    func result() -> TimedUpAndGoResult {
        TimedUpAndGoResult(
            duration: end.flatMap { end in clock.start.map { end - $0 } }, phases: phases)
    }

    /// Follows the counter, whose top is sitting and whose bottom is standing.
    private mutating func follow(
        _ phase: ExerciseState, at time: Double,
        _ changes: inout [(state: ExerciseState, time: Double)]
    ) {
        switch (phase, state) {
        case (.top, .unknown): change(to: .seated, at: time, &changes)
        case (.down, .seated):
            clock.start(at: time)
            change(to: .standingUp, at: time, &changes)
        case (.bottom, .standingUp):
            stood = time
            turns = TurnDetector()
            change(to: .walking, at: time, &changes)
        case (.top, .standingUp):  // Fell back into the chair.
            change(to: .seated, at: time, &changes)
            phases = []
        case (.top, .walking), (.top, .turning), (.top, .sittingDown):
            guard let stood, time - stood >= Self.shortestWalk else {
                phases = []
                changes.append((.seated, time))
                state = .seated
                return
            }
            if state != .sittingDown { sitDown(at: leftStanding ?? time, &changes) }
            change(to: .seated, at: time, &changes)
            end = time
        default: break
        }
    }

    /// Sitting down begins where the signal leaves the standing value for good, which is confirmed halfway.
    private mutating func followSitting(
        _ value: Double, at time: Double,
        _ changes: inout [(state: ExerciseState, time: Double)]
    ) {
        if let previous, previous.value >= bottom, value < bottom {
            leftStanding =
                previous.time
                + (time - previous.time) * (bottom - previous.value) / (value - previous.value)
        }
        switch state {
        case .walking, .turning:
            if value < (top + bottom) / 2 { sitDown(at: leftStanding ?? time, &changes) }
        case .sittingDown where value >= bottom: change(to: .walking, at: time, &changes)
        default: break
        }
    }

    private mutating func sitDown(
        at time: Double, _ changes: inout [(state: ExerciseState, time: Double)]
    ) {
        // A turn noticed after that is part of sitting down.
        while let last = phases.last, last.end > time, phaseStart > time {
            phases.removeLast()
            phaseStart = last.start
            state = last.state
        }
        change(to: .sittingDown, at: max(time, phaseStart), &changes)
    }

    private mutating func change(
        to next: ExerciseState, at time: Double,
        _ changes: inout [(state: ExerciseState, time: Double)]
    ) {
        guard next != state else { return }
        let time = max(time, phaseStart)
        if state != .unknown, state != .seated, time > phaseStart {
            phases.append(TimedUpAndGoResult.Phase(state: state, start: phaseStart, end: time))
        }
        state = next
        phaseStart = time
        changes.append((next, time))
    }
}

/// Finds turns in the direction that a person faces.
///
/// A turn begins where the direction leaves the heading by 20° and is confirmed at 45°; it has
/// ended when the direction stays within 15° for 0.4 s, and that direction is then the heading.
private struct TurnDetector: Sendable {
    private static let begins = 20.0
    private static let believed = 45.0
    private static let steady = 15.0
    private static let window = 0.4

    private var heading: Double?
    private var isTurning = false
    /// When the direction last left the heading.
    private var departure: Double?
    /// Directions, continuous over ±180°.
    private var directions = SampleRing(capacity: 256)
    /// The first one in the window.
    private var first = 0

    /// Adds a direction in degrees; returns whether a turn has begun or ended, and when.
    mutating func add(_ yaw: Double, at time: Double) -> (isTurning: Bool, time: Double)? {
        guard yaw.isFinite else { return nil }
        let previous = directions.newest?.value ?? yaw
        let direction = previous + (yaw - previous).remainder(dividingBy: 360)
        directions.append(time: time, value: direction)
        first = max(first, directions.start)
        while let sample = directions[first], sample.time < time - Self.window - 1e-9 { first += 1 }
        guard let heading else {
            heading = direction
            return nil
        }
        return isTurning ? endTurn(at: time) : beginTurn(direction, heading, at: time)
    }

    private mutating func beginTurn(
        _ direction: Double, _ heading: Double, at time: Double
    ) -> (isTurning: Bool, time: Double)? {
        let angle = (direction - heading).magnitude
        if angle < Self.begins {
            departure = nil
            // Walking in a slight curve is not a turn.
            self.heading = heading + 0.05 * (direction - heading)
            return nil
        }
        let start = departure ?? time
        departure = start
        guard angle >= Self.believed else { return nil }
        isTurning = true
        return (true, start)
    }

    private mutating func endTurn(at time: Double) -> (isTurning: Bool, time: Double)? {
        guard directions.end - first > 2, let oldest = directions[first],
            time - oldest.time >= Self.window - 0.1
        else { return nil }
        var (low, high) = (oldest.value, oldest.value)
        for index in first..<directions.end {
            guard let sample = directions[index] else { continue }
            low = min(low, sample.value)
            high = max(high, sample.value)
        }
        guard high - low <= Self.steady else { return nil }
        isTurning = false
        departure = nil
        heading = (low + high) / 2
        return (false, oldest.time)
    }
}
