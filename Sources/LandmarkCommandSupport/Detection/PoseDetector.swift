import LandmarkCore
package import LandmarkImaging
package import LandmarkTasks

/// Detects the people in one camera's frames, and if asked their hands and faces.
package struct PoseDetector: Sendable {
    /// How long someone who is out of sight keeps the id, and with it the repetitions.
    ///
    /// Long enough to step out for a towel or a weight and to be hidden by a passer-by; short enough
    /// that someone else who comes to the same place later is a new person: between two people at
    /// one device there are usually more than ten seconds.
    package static let retention = 10.0

    private let poses: PoseLandmarker
    private let hands: HandLandmarker?
    private let faces: FaceLandmarker?
    private let transform: InputTransform

    /// Loads the models.
    package init(_ settings: DetectionSettings) throws {
        transform = InputTransform(settings)
        let path = try ModelStore.path(settings.model, model: .poseFull, named: KnownModel.poses)
        let handPath = settings.includesHands ? try ModelStore.path(of: .hand) : nil
        let facePath = settings.includesFaces ? try ModelStore.path(of: .face) : nil
        var options = PoseLandmarkerOptions(model: path, settings)
        options.runningMode = .video
        options.smoothing = .off
        options.sideGuard = true
        options.trackRetention = Self.retention
        poses = try PoseLandmarker(options: options)
        hands = try handPath.map { path in
            var hand = HandLandmarkerOptions(model: .file(path))
            hand.runningMode = .video
            hand.numHands = 2 * options.numPoses
            hand.smoothing = .off
            hand.detectionInterval = options.detectionInterval
            hand.device = options.device
            if let count = settings.threads { hand.threads = count }
            return try HandLandmarker(options: hand)
        }
        faces = try facePath.map { path in
            var face = FaceLandmarkerOptions(model: .file(path))
            face.runningMode = .video
            face.numFaces = options.numPoses
            face.smoothing = .off
            face.detectionInterval = options.detectionInterval
            face.device = options.device
            face.transformationMatrices = true
            if let count = settings.threads { face.threads = count }
            return try FaceLandmarker(options: face)
        }
    }

    /// Detects in the next frame of a video.
    @Sendable package func detect(_ frame: Frame) throws(TaskError) -> PoseView {
        let input = transform.apply(to: frame)
        return PoseView(
            imageSize: frame.image.size,
            poses: transform.restore(try poses.detect(input).instances),
            hands: transform.restore(try hands?.detect(input).instances ?? []),
            faces: transform.restore(try faces?.detect(input).instances ?? []))
    }

    /// Forgets the frames so far.
    package func reset() {
        poses.reset()
        hands?.reset()
        faces?.reset()
    }
}
