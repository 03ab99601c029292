import LandmarkMotion
import LandmarkTasks

/// Samples with given values, as an analyzer would produce them.
enum Samples {
    /// A sample in which these measures are measured.
    static func sample(
        _ time: Double, yaw: Double = 0, _ values: [Measure: Double], held: Set<Measure> = [],
        missing: [Measure: MissingReason] = [:]
    ) -> MotionSample {
        var readings = values.mapValues {
            Reading(
                value: $0, unfiltered: $0, speed: 0, confidence: 0.9, state: .measured,
                reason: nil)
        }
        for measure in held { readings[measure]?.state = .held }
        for (measure, reason) in missing {
            readings[measure] = Reading(
                value: .nan, unfiltered: .nan, speed: 0, confidence: 0, state: .missing,
                reason: reason)
        }
        return MotionSample(time: time, id: 1, viewYaw: yaw, readings: readings)
    }

    /// Samples of a person who squats: knees as the signal, hips flexed as much.
    static func squats(
        _ signal: Signal, yaw: Double = 0,
        others: (Double) -> [Measure: Double] = { _ in [:] }
    ) -> [MotionSample] {
        signal.map { time, value in
            guard let value else { return sample(time, yaw: yaw, [:]) }
            let values: [Measure: Double] = [
                .kneeFlexionLeft: value, .kneeFlexionRight: value,
                .hipFlexionLeft: value, .hipFlexionRight: value,
            ]
            return sample(time, yaw: yaw, values.merging(others(value)) { $1 })
        }
    }
}

/// The results of a session for samples.
struct Exercised {
    var session: ExerciseSession
    var events: [ExerciseEvent] = []

    init(_ definition: ExerciseDefinition, _ samples: [MotionSample]) throws {
        session = try ExerciseSession(definition)
        for sample in samples { events += session.update(sample) }
        events += session.finish()
    }

    init(_ name: String, _ samples: [MotionSample]) throws {
        try self.init(try ExerciseDefinition.named(name), samples)
    }

    var report: SessionReport { session.report() }
    var count: Int { session.status.count }

    /// The repetitions in the events.
    var repetitions: [Repetition] {
        events.compactMap { if case .rep(let repetition) = $0.kind { repetition } else { nil } }
    }

    /// The ids of faults and the repetitions in which they were seen.
    var faults: [String] {
        events.compactMap {
            if case .fault(let id, _, _, let number) = $0.kind { "\(id) \(number)" } else { nil }
        }
    }
}
