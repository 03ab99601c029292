import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

extension Subcommand {
    static let people = Subcommand(
        name: "all", summary: "Detects bodies, faces and hands, and groups them by person",
        synopsis: LandmarkOptions.synopsis, discussion: LandmarkOptions.discussion,
        options: LandmarkOptions.detection(model: "PATH|lite|full|heavy", plural: "people")
            + LandmarkOptions.sideGuard + LandmarkOptions.output + LandmarkOptions.visibility
            + LandmarkOptions.coco + LandmarkOptions.openPose + LandmarkOptions.folders
            + LandmarkOptions.input + LandmarkOptions.jobs + LandmarkOptions.execution
    ) { arguments in
        guard !arguments.inputs.isEmpty else { throw CommandError.missingInput(command: "all") }
        return try await InstanceRun(arguments, singular: "person", plural: "people") {
            mode, jobs in
            let detector = try PeopleDetector(arguments, mode: mode, jobs: jobs)
            return InstanceDetector(
                reset: { detector.reset() },
                instances: { (frame, mode) throws(TaskError) in
                    try detector.people(in: frame, mode: mode)
                })
        }.run()
    }
}

/// Finds the bodies, faces and hands in a frame, one task after another.
private struct PeopleDetector: Sendable {
    private let poses: PoseLandmarker
    private let faces: FaceLandmarker
    private let hands: HandLandmarker

    /// Loads the models. `--model` is the model for bodies; each person has a face and two hands.
    init(_ arguments: Arguments, mode: RunningMode, jobs: Int) throws {
        let model = try ModelStore.path(
            for: arguments, model: .poseFull, named: KnownModel.poses)
        let (faceModel, handModel) = try (ModelStore.path(of: .face), ModelStore.path(of: .hand))
        let settings = try DetectionSettings(arguments)
        func options<Options: TrackingOptions>(_ model: String) -> Options {
            var options = Options(model: model, settings)
            options.prepare(for: mode, arguments, jobs: jobs)
            return options
        }
        var bodies: PoseLandmarkerOptions = options(model)
        bodies.sideGuard = arguments.has("--side-guard")
        var heads: FaceLandmarkerOptions = options(faceModel)
        heads.blendshapes = arguments.landmarkJSONPath != nil
        heads.transformationMatrices = heads.blendshapes
        var both: HandLandmarkerOptions = options(handModel)
        both.maxCount *= 2
        poses = try PoseLandmarker(options: bodies)
        faces = try FaceLandmarker(options: heads)
        hands = try HandLandmarker(options: both)
    }

    func reset() {
        poses.reset()
        faces.reset()
        hands.reset()
    }

    func people(in frame: Frame, mode: RunningMode) throws(TaskError) -> [Person] {
        PersonMatching(
            poses: try poses.instances(in: frame, mode: mode),
            faces: try faces.instances(in: frame, mode: mode),
            hands: try hands.instances(in: frame, mode: mode), size: frame.image.size
        ).people
    }
}
