import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// Detects the people in one camera's frames, and with `--hands` and `--face` their hands and faces.
struct PoseDetector: Sendable {
    /// How long someone who is out of sight keeps the id, and with it the repetitions.
    ///
    /// Long enough to step out for a towel or a weight and to be hidden by a passer-by; short enough
    /// that someone else who comes to the same place later is a new person: between two people at
    /// one device there are usually more than ten seconds.
    static let retention = 10.0

    private let poses: PoseLandmarker
    private let hands: HandLandmarker?
    private let faces: FaceLandmarker?
    private let transform: InputTransform

    /// Loads the models.
    init(_ arguments: Arguments) throws {
        transform = InputTransform(arguments)
        let path = try ModelStore.path(for: arguments, model: .poseFull, named: KnownModel.poses)
        let handPath = arguments.has("--hands") ? try ModelStore.path(of: .hand) : nil
        let facePath = arguments.has("--face") ? try ModelStore.path(of: .face) : nil
        var options = PoseLandmarkerOptions(model: path, arguments)
        options.runningMode = .video
        options.smoothing = .off
        options.sideGuard = true
        options.trackRetention = Self.retention
        poses = try PoseLandmarker(options: options)
        let threads = arguments.integer("--threads")
        hands = try handPath.map { path in
            var hand = HandLandmarkerOptions(model: .file(path))
            hand.runningMode = .video
            hand.numHands = 2 * options.numPoses
            hand.smoothing = .off
            if let threads { hand.threads = threads }
            return try HandLandmarker(options: hand)
        }
        faces = try facePath.map { path in
            var face = FaceLandmarkerOptions(model: .file(path))
            face.runningMode = .video
            face.numFaces = options.numPoses
            face.smoothing = .off
            face.transformationMatrices = true
            if let threads { face.threads = threads }
            return try FaceLandmarker(options: face)
        }
    }

    /// Detects in the next frame of a video.
    @Sendable func detect(_ frame: Frame) throws(TaskError) -> PoseView {
        let input = transform.apply(to: frame)
        return PoseView(
            imageSize: frame.image.size,
            poses: transform.restore(try poses.detect(input).instances),
            hands: transform.restore(try hands?.detect(input).instances ?? []),
            faces: transform.restore(try faces?.detect(input).instances ?? []))
    }

    /// Forgets the frames so far.
    func reset() {
        poses.reset()
        hands?.reset()
        faces?.reset()
    }
}
