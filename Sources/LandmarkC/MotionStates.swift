import CLandmarkInterface
import LandmarkMotion

extension landmark_motion_state {
    /// Converts a sample and the state of an exercise.
    ///
    /// - Throws: `InterfaceError.outOfMemory`.
    init(
        _ sample: MotionSample, _ status: ExerciseSession.Status?, _ occurred: [ExerciseEvent],
        _ arena: Arena
    ) throws(InterfaceError) {
        self.init()
        reading_count = Measure.allCases.count
        readings = try arena.make(reading_count) { readings in
            for measure in Measure.allCases {
                readings[measure.rawValue] = landmark_reading(sample[measure])
            }
        }
        guard let status else { return }
        count = Int32(clamping: status.count)
        if let state = status.counters.first?.state {
            exercise_state = try arena.string(state.rawValue)
        }
        hold = status.hold
        best_hold = status.bestHold
        var shown: [landmark_exercise_event] = []
        for event in occurred { shown.append(try landmark_exercise_event(event, arena)) }
        event_count = shown.count
        events = try arena.copy(shown)
    }
}

extension landmark_reading {
    fileprivate init(_ reading: Reading) {
        self.init()
        value = reading.value
        speed = reading.speed
        confidence = reading.confidence
        switch reading.state {
        case .missing: state = LANDMARK_MISSING
        case .held: state = LANDMARK_HELD
        case .measured: state = LANDMARK_MEASURED
        }
    }
}

extension landmark_side {
    fileprivate init(_ side: BodySide?) {
        switch side {
        case .left: self = LANDMARK_LEFT_SIDE
        case .right: self = LANDMARK_RIGHT_SIDE
        case nil: self = LANDMARK_BOTH_SIDES
        }
    }
}

extension landmark_exercise_event {
    fileprivate init(_ event: ExerciseEvent, _ arena: Arena) throws(InterfaceError) {
        self.init()
        time = event.time
        side = landmark_side(event.side)
        (value, start, needed) = (.nan, .nan, .nan)
        switch event.kind {
        case .phase(let state):
            kind = try arena.string("phase")
            name = try arena.string(state.rawValue)
        case .rep(let counted):
            kind = try arena.string("repetition")
            start = counted.start
            repetition = try arena.copy([try landmark_repetition(counted, event.side, arena)])
        case .fault(let id, let instruction, let measured, _):
            kind = try arena.string("fault")
            name = try arena.string(id)
            say = try arena.string(instruction)
            value = measured
        case .incomplete(let began, let peak, let limit):
            kind = try arena.string("incomplete")
            (start, value, needed) = (began, peak, limit ?? .nan)
        case .tooFast(let began):
            kind = try arena.string("tooFast")
            start = began
        case .tooSlow(let began):
            kind = try arena.string("tooSlow")
            start = began
        case .interrupted: kind = try arena.string("interrupted")
        case .hold(let began, let duration):
            kind = try arena.string("hold")
            (start, value) = (began, duration)
        case .strike: kind = try arena.string("strike")
        case .off: kind = try arena.string("off")
        case .result: kind = try arena.string("result")
        }
    }
}

extension landmark_repetition {
    fileprivate init(
        _ repetition: Repetition, _ side: BodySide?, _ arena: Arena
    ) throws(InterfaceError) {
        self.init()
        self.side = landmark_side(side)
        number = Int32(clamping: repetition.number)
        (start, end) = (repetition.start, repetition.end)
        (peak, peak_time) = (repetition.peak, repetition.peakTime)
        range_of_motion = repetition.rangeOfMotion
        down = repetition.tempo.down
        bottom = repetition.tempo.bottom
        up = repetition.tempo.up ?? .nan
        top = repetition.tempo.top ?? .nan
        asymmetry = repetition.symmetry ?? .nan
        fault_count = repetition.faults.count
        faults = try arena.strings(repetition.faults)
        plane = try arena.string(repetition.plane.rawValue)
    }
}

extension landmark_exercise_report {
    /// Converts the summary of a session.
    ///
    /// - Throws: `InterfaceError.outOfMemory`.
    init(_ report: SessionReport, _ arena: Arena) throws(InterfaceError) {
        self.init()
        exercise = try arena.string(report.exercise)
        duration = report.duration
        measured_share = report.measuredShare
        asymmetry = report.symmetry ?? .nan
        var counted: [landmark_repetition] = []
        for counter in report.counters {
            for repetition in counter.repetitions {
                counted.append(try landmark_repetition(repetition, counter.side, arena))
            }
            on_target += Int32(clamping: counter.onTarget)
            incomplete += Int32(clamping: counter.incomplete)
            too_fast += Int32(clamping: counter.tooFast)
            too_slow += Int32(clamping: counter.tooSlow)
            interrupted += Int32(clamping: counter.interrupted)
            holds += Int32(clamping: counter.holds)
            best_hold = max(best_hold, counter.bestHold)
            total_hold += counter.totalHold
        }
        counted.sort { $0.start < $1.start }
        repetition_count = counted.count
        repetitions = try arena.copy(counted)
        var seen: [landmark_fault_count] = []
        for fault in report.faults {
            seen.append(
                landmark_fault_count(
                    id: try arena.string(fault.id), say: try arena.string(fault.say),
                    count: Int32(clamping: fault.count)))
        }
        fault_count = seen.count
        faults = try arena.copy(seen)
        var values: [landmark_named_value] = []
        for (name, value) in report.test?.namedValues ?? [] {
            values.append(landmark_named_value(name: try arena.string(name), value: value))
        }
        test_value_count = values.count
        test_values = try arena.copy(values)
    }
}

extension TestResult {
    /// The measured numbers of the result; times are in seconds.
    fileprivate var namedValues: [(name: String, value: Double)] {
        let all: [(String, Double?)] =
            switch self {
            case .chairStand(let result):
                [("stands", Double(result.stands)), ("duration", result.duration)]
            case .fiveTimesSitToStand(let result): [("duration", result.duration)]
            case .timedUpAndGo(let result): [("duration", result.duration)]
            case .gait(let result):
                [
                    ("steps", Double(result.steps)), ("cadence", result.cadence),
                    ("stepTime.left", result.stepTime.left?.mean),
                    ("stepTime.right", result.stepTime.right?.mean),
                    ("stepLength.left", result.stepLength.left?.mean),
                    ("stepLength.right", result.stepLength.right?.mean),
                    ("stepTimeAsymmetry", result.stepTimeSymmetry),
                    ("stepLengthAsymmetry", result.stepLengthSymmetry),
                ]
            case .singleLegStance(let result):
                [
                    ("bestStandingOnLeft", result.best(standingOn: .left)),
                    ("bestStandingOnRight", result.best(standingOn: .right)),
                ]
            }
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}
