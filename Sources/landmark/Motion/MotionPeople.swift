import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports
import LandmarkTasks

/// Everyone in a run: an analyzer for each person, and a session of the exercise.
struct MotionPeople {
    /// Someone's session that is over, with what it returned at its end.
    struct Ended {
        let id: Int
        let events: [ExerciseEvent]
        let report: SessionReport?
    }

    private let plan: MotionPlan
    /// A session of the exercise before its first frame; nil for `motion`.
    private let fresh: ExerciseSession?
    private var analyzer: PeopleAnalyzer
    private var sessions: [Int: ExerciseSession] = [:]
    /// Those whose measures are known.
    private var ids: [Int] = []

    /// - Parameters:
    ///   - guardsSides: Whether left and right are exchanged where the pose model mixed them up,
    ///     which needs landmarks before smoothing.
    ///   - up: The direction up in the landmarks' coordinates.
    /// - Throws: `ExerciseError` for a definition that is not valid.
    init(_ plan: MotionPlan, guardsSides: Bool, up: SIMD3<Double>?) throws(ExerciseError) {
        self.plan = plan
        fresh = try plan.exercise.map { definition throws(ExerciseError) in
            try ExerciseSession(definition)
        }
        var options = MotionAnalyzer.Options()
        options.sideGuard = guardsSides
        options.calibrates = plan.calibrates
        if let up { options.up = up }
        analyzer = PeopleAnalyzer(options, retention: Rate.seconds(PoseDetector.retention))
    }

    /// Adds the landmarks of everyone who was found in a frame.
    ///
    /// - Parameters:
    ///   - frames: The landmarks.
    ///   - poses: The same people's poses as they are drawn, by id.
    ///   - time: The time in seconds.
    /// - Returns: Everyone whose measures are known, what happened, and whose session is over.
    /// - Throws: `MotionError` for a time that is not later than the last.
    mutating func update(
        _ frames: [MotionFrame], _ poses: [Int: Pose], at time: Double
    ) throws(MotionError) -> (people: [MotionPerson], events: [ExerciseEvent], ended: [Ended]) {
        try analyzer.update(frames, at: time)
        var events: [ExerciseEvent] = []
        let people = analyzer.samples.map { sample in
            let id = sample.id
            if var session = sessions.removeValue(forKey: id) ?? fresh {
                events += session.update(sample)
                sessions[id] = session
            }
            return MotionPerson(
                result: MotionOverlay.Person(
                    sample: sample, pose: poses[id],
                    status: sessions[id]?.status),
                landmarks: frames.first { $0.id == id })
        }
        let known = people.map(\.id)
        let ended = ids.filter { !known.contains($0) }.map { end($0) }
        ids = known
        return (people, events, ended)
    }

    /// Ends the sessions of all people.
    mutating func finish() -> [Ended] {
        defer { ids = [] }
        return ids.map { end($0) }
    }

    private mutating func end(_ id: Int) -> Ended {
        var session = sessions.removeValue(forKey: id)
        let events = session?.finish() ?? []
        return Ended(id: id, events: events, report: session?.report())
    }
}
