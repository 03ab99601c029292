import LandmarkCore
package import LandmarkImaging
import LandmarkMotion
package import LandmarkTasks

/// Detects the people in one camera's frames and, if requested, their hands and faces.
package struct PoseDetector: Sendable {
    /// How long someone out of sight keeps the id, and with it the repetitions.
    ///
    /// Long enough to step out for a towel or a weight, or to be hidden by a passer-by; short enough that
    /// someone else who comes to the same place later is a new person: two people rarely follow each other on
    /// one device within ten seconds.
    package static let retention = PersonSelector.retention
    /// How many people are detected without `--max` when one is chosen by id, or everyone is measured.
    private static let usualPeople = 4

    private let poses: PoseLandmarker
    private let hands: HandLandmarker?
    private let faces: FaceLandmarker?
    private let scene: SceneView
    /// The state of the stream so far.
    private let scout: PoseScout

    /// Loads the models.
    package init(_ settings: DetectionSettings) throws {
        scene = SceneView(settings)
        let path = try ModelStore.path(settings.model, model: .poseFull, named: KnownModel.poses)
        let handPath = settings.includesHands ? try ModelStore.path(of: .hand) : nil
        let facePath = settings.includesFaces ? try ModelStore.path(of: .face) : nil
        var options = PoseLandmarkerOptions(model: path, settings)
        options.runningMode = .video
        options.smoothing = .off
        options.sideGuard = true
        options.trackRetention = Self.retention
        if settings.maxCount == nil, !settings.tracksOne { options.numPoses = Self.usualPeople }
        // Regions have no ids: a person with an id is chosen among the landmarks.
        scout = PoseScout(settings, choosesPerson: options.numPoses == 1 && settings.tracksOne)
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
        let orientation = scout.orientation
        let transform = InputTransform(orientation: orientation, isMirrored: scene.isMirrored)
        let input = transform.apply(to: frame)
        let time = Double(frame.timestamp.milliseconds) / 1000
        let isAwaited = try choose(in: input, transform, at: time)
        var view = PoseView(
            imageSize: frame.image.size,
            poses: isAwaited ? [] : transform.restore(try poses.detect(input).instances),
            hands: transform.restore(try hands?.detect(input).instances ?? []),
            faces: transform.restore(try faces?.detect(input).instances ?? []))
        scout.add(&view, at: time)
        // In the next orientation, everyone is in a different place.
        if let found = view.orientation, found != orientation { forgetPlaces() }
        return view
    }

    /// Chooses the person to track while that is undecided.
    ///
    /// - Returns: Whether to track no one, because the person is awaited.
    private func choose(
        in input: Frame, _ transform: InputTransform, at time: Double
    ) throws(TaskError) -> Bool {
        guard scout.needsSurvey(at: time) else { return false }
        let regions = try poses.withSteps { (steps) throws(TaskError) in
            try steps.detectedRegions(input.image, orientation: input.orientation)
        }
        switch scout.choose(
            among: transform.restore(regions), imageSize: input.image.size, at: time)
        {
        case .unchanged: return false
        case .awaited: return true
        case .chosen(let region, let replaced):
            for region in transform.restore([region]) {
                poses.track(region, insteadOf: replaced)
            }
            return false
        }
    }

    /// Chooses the person at a place in the stored image, in fractions of its width and height, from the next
    /// frame on.
    package func choosePerson(at place: SIMD2<Float>) { scout.choosePerson(at: place) }

    /// Forgets the frames so far.
    package func reset() {
        forgetPlaces()
        scout.reset()
    }

    private func forgetPlaces() {
        poses.reset()
        hands?.reset()
        faces?.reset()
    }
}
