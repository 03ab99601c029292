import LandmarkCore
import LandmarkImaging
public import LandmarkMotion
public import LandmarkTasks

/// The effect of one frame on an exercise.
public struct ExerciseUpdate: Sendable {
    /// Everyone in the image.
    public var poses: PoseLandmarkerResult
    /// The angles of everyone who was found recently.
    public var samples: [MotionSample]
    /// Everyone's progress, in ascending order of id.
    public var people: [Person]
    /// The events in this frame: repetitions, holds, faults.
    public var events: [ExerciseEvent]
    /// The sessions of people who have left.
    public var ended: [PeopleSession.Ended]

    /// One person's progress.
    public struct Person: Sendable, Hashable {
        /// The id of the pose.
        public var id: Int
        /// Counts, holds and faults.
        public var status: ExerciseSession.Status
    }

    /// The progress of the person with the lowest id in view; nil without people.
    public var status: ExerciseSession.Status? { people.first?.status }
}

/// Follows an exercise through a stream of poses.
struct ExerciseFollower: Sendable {
    private let definition: ExerciseDefinition
    private var analyzer = PeopleAnalyzer()
    private var session: PeopleSession

    init(_ definition: ExerciseDefinition) throws(ExerciseError) {
        self.definition = definition
        session = try PeopleSession(definition)
    }

    mutating func update(
        _ poses: PoseLandmarkerResult, at timestamp: Timestamp, orientation: Orientation
    ) throws -> ExerciseUpdate {
        try analyzer.update(
            poses.poses, at: Double(timestamp.milliseconds) / 1000, imageSize: poses.imageSize,
            orientation: orientation)
        let (events, ended) = session.update(analyzer.samples)
        return ExerciseUpdate(
            poses: poses, samples: analyzer.samples,
            people: session.statuses.map { .init(id: $0.id, status: $0.status) }, events: events,
            ended: ended)
    }
}

extension SessionRecipe<ExerciseUpdate> {
    /// Counts and judges an exercise.
    ///
    /// - Parameters:
    ///   - definition: The exercise, such as `try .named("squat")`.
    ///   - options: The pose landmarker's options; smoothing does not affect angles.
    ///   - models: The model bundles that the load policy chooses from.
    /// - Throws: `ExerciseError` for a definition that is not valid.
    public static func exercise(
        _ definition: ExerciseDefinition, pose options: PoseLandmarkerOptions,
        models: [LoadLevel.Model: ModelSource] = [:]
    ) throws(ExerciseError) -> Self {
        let fresh = try ExerciseFollower(definition)
        // Outside the processor, so that counts survive a change of the model.
        let follower = Mutex(fresh)
        return SessionRecipe(
            rebuild: models.isEmpty ? .threads : .model, models: Set(models.keys)
        ) { level in
            let landmarker = try PoseLandmarker(
                options: options.forStream(level: level, models: models))
            return FrameProcessor(
                reset: {
                    landmarker.reset()
                    follower.withLock { $0 = fresh }
                },
                process: { frame in
                    let poses = try landmarker.detect(frame.frame)
                    return try follower.withLock {
                        try $0.update(
                            poses, at: frame.frame.timestamp, orientation: frame.frame.orientation)
                    }
                })
        }
    }

    /// Counts and judges an exercise of the library by its name, such as `squat`.
    ///
    /// - Throws: `ExerciseError.unknownExercise` with the nearest name.
    public static func exercise(
        named name: String, pose options: PoseLandmarkerOptions,
        models: [LoadLevel.Model: ModelSource] = [:]
    ) throws(ExerciseError) -> Self {
        try exercise(try .named(name), pose: options, models: models)
    }
}
