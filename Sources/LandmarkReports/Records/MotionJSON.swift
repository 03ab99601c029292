package import LandmarkCore
package import LandmarkMotion
import LandmarkOverlays
import LandmarkTasks

extension JSONText {
    /// Writes the people in a frame as a member of an object.
    package mutating func people(_ people: [MotionPerson], _ plan: MotionPlan) {
        objects("people", people) { $0.members(of: $1, plan) }
    }

    private mutating func members(of person: MotionPerson, _ plan: MotionPlan) {
        members(of: person.sample, plan.measures, calibrates: plan.calibrates)
        if let status = person.result.status, let exercise = plan.exercise {
            key("exercise")
            object { $0.members(of: status, exercise) }
        }
    }

    /// Writes a person's measures as members of an object.
    ///
    /// - Parameter calibrates: Whether values relative to the neutral position are written, too.
    package mutating func members(of sample: MotionSample, _ measures: [Measure], calibrates: Bool)
    {
        key("id")
        integer(sample.id)
        key("present")
        flag(sample.isPresent)
        key("yaw")
        number(sample.viewYaw)
        key("view")
        word(sample.view?.rawValue)
        key("sidesSwapped")
        flag(sample.sidesSwapped)
        key("angles")
        object { json in
            for measure in measures {
                json.key(measure.name)
                json.reading(of: measure, in: sample, calibrates: calibrates)
            }
        }
    }

    private mutating func reading(
        of measure: Measure, in sample: MotionSample, calibrates: Bool
    ) {
        let reading = sample[measure]
        object { json in
            json.key(measure.unit.rawValue)
            json.number(reading.value)
            if calibrates {
                json.key("corrected")
                json.number(sample.corrected(measure))
            }
            json.key("speed")
            json.number(reading.state == .missing ? nil : reading.speed)
            json.key("confidence")
            json.number(reading.confidence)
            json.key("state")
            json.string(reading.state.rawValue)
            if let reason = reading.reason { json.members(of: reason) }
        }
    }

    /// Writes why a value is missing as members of an object.
    package mutating func members(of reason: MissingReason) {
        key("reason")
        string(reason.name)
        let landmarks = reason.landmarks
        guard !landmarks.isEmpty else { return }
        list("landmarks", landmarks) { $0.string($1.name) }
    }

    /// Writes a person's progress as members of an object.
    package mutating func members(of status: ExerciseSession.Status, _ exercise: ExerciseDefinition)
    {
        if exercise.isPerSide {
            key("reps")
            integer(status.count)
            key("sides")
            object { json in
                for counter in status.counters {
                    guard let side = counter.side else { continue }
                    json.key(side.rawValue)
                    json.object { $0.members(of: counter) }
                }
            }
        } else if let counter = status.counters.first {
            members(of: counter)
        }
        if exercise.hold != nil {
            key("hold")
            number(status.hold)
            key("bestHold")
            number(status.bestHold)
        }
        list("faults", status.faults) { $0.string($1) }
    }

    private mutating func members(of counter: ExerciseSession.Status.Counter) {
        key("state")
        string(counter.state.rawValue)
        key("reps")
        integer(counter.count)
        key("value")
        number(counter.value)
        key("plane")
        word(counter.plane?.rawValue)
    }

    private mutating func word(_ word: String?) {
        if let word { string(word) } else { null() }
    }
}

// MARK: Events

extension JSONText {
    /// Writes an event as an object.
    package mutating func event(_ event: ExerciseEvent, file: String) {
        object { json in
            json.members(of: event)
            json.key("file")
            json.string(file)
        }
    }

    /// Writes an event as members of an object.
    package mutating func members(of event: ExerciseEvent) {
        key("event")
        string(event.name)
        key("id")
        integer(event.id)
        if let side = event.side {
            key("side")
            string(side.rawValue)
        }
        switch event.kind {
        case .phase(let state):
            key("state")
            string(state.rawValue)
        case .rep(let repetition): members(of: repetition)
        case .fault(let id, let say, let value, let number):
            key("fault")
            string(id)
            key("say")
            string(say)
            key("value")
            self.number(value)
            key("number")
            integer(number)
        case .incomplete(let start, let peak, let needed):
            time("startMs", start)
            key("peak")
            number(peak)
            key("needed")
            number(needed)
        case .tooFast(let start), .tooSlow(let start): time("startMs", start)
        case .interrupted(let reason):
            if let reason { members(of: reason) }
        case .hold(let start, let duration):
            time("startMs", start)
            time("endMs", start + duration)
        case .strike, .off: break
        case .result(let result):
            key("result")
            object { $0.members(of: result) }
        }
        if case .rep = event.kind { return }
        time("ms", event.time)
    }

    /// Writes a repetition as members of an object.
    package mutating func members(of repetition: Repetition) {
        key("number")
        integer(repetition.number)
        time("startMs", repetition.start)
        time("endMs", repetition.end)
        key("peak")
        number(repetition.peak)
        time("peakMs", repetition.peakTime)
        key("plane")
        string(repetition.plane.rawValue)
        key("rangeOfMotion")
        number(repetition.rangeOfMotion)
        key("tempo")
        object { json in
            for (name, value) in repetition.tempo.parts {
                json.key(name)
                json.number(value)
            }
        }
        key("symmetry")
        number(repetition.symmetry)
        list("faults", repetition.faults) { $0.string($1) }
    }

    /// Writes a time in seconds as a member in milliseconds.
    package mutating func time(_ name: String, _ seconds: Double) {
        key(name)
        number(seconds * 1000)
    }
}

extension ExerciseEvent {
    /// The name in files.
    package var name: String {
        switch kind {
        case .phase: "phase"
        case .rep: "rep"
        case .fault: "fault"
        case .incomplete: "incomplete"
        case .tooFast: "tooFast"
        case .tooSlow: "tooSlow"
        case .interrupted: "interrupted"
        case .hold: "hold"
        case .strike: "strike"
        case .off: "off"
        case .result: "result"
        }
    }
}
