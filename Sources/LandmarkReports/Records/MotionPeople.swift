import LandmarkCore
package import LandmarkMotion
package import LandmarkOverlays
package import LandmarkTasks

/// Everyone in a run: an analyzer for each person, and a session of the exercise.
package struct MotionPeople {
    /// A person's session that is over, with the events at its end.
    package struct Ended {
        package let id: Int
        package let events: [ExerciseEvent]
        package let report: SessionReport?
    }

    private let plan: MotionPlan
    private var analyzer: PeopleAnalyzer
    /// The sessions of the exercise; nil for `motion`.
    private var session: PeopleSession?
    /// The ids of people whose measures are known.
    private var ids: [Int] = []

    /// - Parameters:
    ///   - guardsSides: Whether left and right are exchanged where the pose model has confused them, which
    ///     needs unsmoothed landmarks.
    ///   - up: The direction up in the landmarks' coordinates.
    ///   - retention: How long people who are out of sight keep their ids, in seconds.
    /// - Throws: `ExerciseError` for a definition that is not valid.
    package init(_ plan: MotionPlan, guardsSides: Bool, up: SIMD3<Double>?, retention: Double)
        throws(ExerciseError)
    {
        self.plan = plan
        session = try plan.exercise.map { definition throws(ExerciseError) in
            try PeopleSession(definition)
        }
        var options = MotionAnalyzer.Options()
        options.sideGuard = guardsSides
        options.calibrates = plan.calibrates
        if let up { options.up = up }
        options.bodyHeight = plan.bodyHeight
        analyzer = PeopleAnalyzer(options, retention: retention)
    }

    /// Adds the landmarks of everyone who was found in a frame.
    ///
    /// - Parameters:
    ///   - frames: The landmarks.
    ///   - poses: The same people's poses for drawing, by id.
    ///   - time: The time in seconds.
    /// - Returns: Everyone whose measures are known, the events, and the sessions that are over.
    /// - Throws: `MotionError` for a time that is not later than the last.
    package mutating func update(
        _ frames: [MotionFrame], _ poses: [Int: Pose], at time: Double
    ) throws(MotionError) -> (people: [MotionPerson], events: [ExerciseEvent], ended: [Ended]) {
        try analyzer.update(frames, at: time)
        let (events, over) = session?.update(analyzer.samples) ?? ([], [])
        let people = analyzer.samples.map { sample in
            MotionPerson(
                result: MotionOverlay.Person(
                    sample: sample, pose: poses[sample.id],
                    status: session?.status(of: sample.id)),
                landmarks: frames.first { $0.id == sample.id })
        }
        let known = people.map(\.id)
        let ended = Self.ended(ids.filter { !known.contains($0) }, over)
        ids = known
        return (people, events, ended)
    }

    /// Changes the direction up in the landmarks' coordinates, from the next frame on.
    package mutating func setUp(_ up: SIMD3<Double>) { analyzer.setUp(up) }

    /// Ends the session of a person with the next frame.
    package mutating func forget(_ id: Int) { analyzer.forget(id) }

    /// Ends the sessions of all people.
    package mutating func finish() -> [Ended] {
        defer { ids = [] }
        return Self.ended(ids, session?.finish() ?? [])
    }

    private static func ended(_ ids: [Int], _ sessions: [PeopleSession.Ended]) -> [Ended] {
        ids.map { id in
            let session = sessions.first { $0.id == id }
            return Ended(id: id, events: session?.events ?? [], report: session?.report)
        }
    }
}

/// One person in a frame.
package struct MotionPerson {
    /// The measures and the state of the exercise.
    package let result: MotionOverlay.Person
    /// The landmarks; nil when the person was not found.
    package let landmarks: MotionFrame?

    package var id: Int { result.sample.id }
    package var sample: MotionSample { result.sample }
}
