import LandmarkCore
package import LandmarkMotion
import LandmarkOverlays

/// Who has reached the target of a run so far, and the sentences about that and about events.
package struct ExerciseProgress {
    /// The ids of those who have reached the target.
    package private(set) var reached: Set<Int> = []

    /// Whether at least one person has begun, and everyone who has begun has reached the target.
    package private(set) var isComplete = false

    package init() {}

    /// Adds a frame; returns the people who reached the target in it.
    package mutating func update(_ people: [MotionPerson], _ plan: MotionPlan) -> [MotionPerson] {
        let active = people.filter { $0.result.status?.hasBegun ?? false }
        let new = active.filter { person in
            guard let status = person.result.status, plan.isReached(status) else { return false }
            return reached.insert(person.id).inserted
        }
        isComplete = !active.isEmpty && active.allSatisfy { reached.contains($0.id) }
        return new
    }

    /// Adds a frame; returns its events in words for people.
    package mutating func sentences(
        for people: [MotionPerson], _ events: [ExerciseEvent], _ plan: MotionPlan
    ) -> [String] {
        guard let exercise = plan.exercise else { return [] }
        let isAlone = people.count < 2
        let sentences = events.compactMap { event in
            event.words(exercise, target: plan.target).map { words in
                Self.line(at: event.time, of: event.id, isAlone, words)
            }
        }
        let goal = plan.goal ?? ""
        return sentences
            + update(people, plan).map { person in
                Self.line(at: person.sample.time, of: person.id, isAlone, "target reached: \(goal)")
            }
    }

    private static func line(
        at time: Double, of id: Int, _ isAlone: Bool, _ words: String
    ) -> String {
        let clock = TimeText.clock(time * 1000, places: 2)
        return isAlone ? "\(clock)  \(words)" : "\(clock)  person \(id): \(words)"
    }
}

extension ExerciseSession.Status {
    /// Whether there was a repetition or a hold.
    package var hasBegun: Bool { count > 0 || bestHold > 0 || hold > 0 }
}

extension MotionPlan {
    /// The target in words, such as `10 repetitions` or `30 s`; nil without one.
    package var goal: String? {
        guard let target else { return nil }
        if case .hold = exercise?.kind { return "\(target) s" }
        let count = "\(target) repetition\(target == 1 ? "" : "s")"
        return exercise?.isPerSide == true ? "\(count) on each side" : count
    }
}

extension ExerciseEvent {
    /// The event in words, such as `squat 3 of 10, 92°, 2.1 s: lower`; nil if it is not worth a line.
    package func words(_ exercise: ExerciseDefinition, target: Int?) -> String? {
        let side = side.map { "\($0.rawValue) " } ?? ""
        switch kind {
        case .phase, .strike, .off: return nil
        // The faults of a repetition are reported with it.
        case .fault(_, let say, _, _):
            return exercise.hold == nil || say.isEmpty ? nil : "\(side)\(say)"
        case .rep(let repetition):
            let of = target.map { " of \($0)" } ?? ""
            let says = repetition.faults.compactMap { id in
                exercise.faults.first { $0.id == id }?.say
            }.filter { !$0.isEmpty }
            let form = says.isEmpty ? "" : ": \(says.joined(separator: ", "))"
            let value = exercise.text(repetition.peak)
            let duration = String(repetition.end - repetition.start, places: 1)
            return
                "\(exercise.name) \(side)\(repetition.number)\(of), \(value), \(duration) s\(form)"
        case .incomplete(_, let peak, let needed):
            return "\(side)not counted: \(exercise.words(forPeak: peak, needed: needed))"
        case .tooFast: return "\(side)not counted: too fast"
        case .tooSlow: return "\(side)not counted: too slow"
        case .interrupted(let reason):
            return "\(side)interrupted" + (reason.map { ": \($0.sentence)" } ?? "")
        case .hold(_, let duration): return "\(side)held for \(String(duration, places: 1)) s"
        case .result(let result): return "result: \(result.words)"
        }
    }
}

extension Repetition.Tempo {
    /// The names of the parts in files, with their seconds; nil for parts that are not known yet.
    package var parts: [(name: String, seconds: Double?)] {
        [("down", down), ("bottom", bottom), ("up", up), ("top", top)]
    }
}

extension ExerciseDefinition {
    /// Why a repetition that reached `peak` does not count, such as `67°, counted from 70°`.
    package func words(forPeak peak: Double, needed: Double?) -> String {
        guard let needed else { return "\(text(peak)), but not this exercise" }
        return "\(text(peak)), counted from \(text(needed))"
    }

    /// The position of a value between the top, 0, and the bottom, 1; nil if the thresholds are not fixed.
    package func share(of value: Double) -> Double? {
        switch repetitions?.thresholds {
        case .absolute(let top, let bottom)?: (value - top) / (bottom - top)
        case .adaptive?, nil: nil
        }
    }
}
