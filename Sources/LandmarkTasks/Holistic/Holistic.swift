public import LandmarkCore
public import LandmarkImaging

/// A person's pose, hands and face.
public struct Holistic: Sendable, Hashable, Codable {
    /// The pose.
    public let pose: Pose
    /// The person's left hand; nil if it was not found.
    public let leftHand: Hand?
    /// The person's right hand; nil if it was not found.
    public let rightHand: Hand?
    /// The face; nil if it was not found.
    public let face: Face?

    /// Creates a person from parts.
    public init(pose: Pose, leftHand: Hand?, rightHand: Hand?, face: Face?) {
        self.pose = pose
        self.leftHand = leftHand
        self.rightHand = rightHand
        self.face = face
    }
}

/// Finds a person's pose, hands and face, as the holistic model of MediaPipe Solutions does.
public typealias HolisticLandmarker = Landmarker<HolisticTask>

/// The result of a `HolisticLandmarker` for one image.
public typealias HolisticLandmarkerResult = LandmarkerResult<Holistic>

extension LandmarkerResult<Holistic> {
    /// The person; nil if there is none.
    public var person: Holistic? { instances.first }
}

/// The options of a `HolisticLandmarker`.
public struct HolisticLandmarkerOptions: DetectionOptions {
    /// The bundle with the networks for poses, such as `pose_landmarker_full.task`.
    public var model: ModelSource
    /// The bundle with the networks for hands, `hand_landmarks_detector.tflite` and `hand_recrop.tflite`;
    /// nil if `model` contains them.
    public var handModel: ModelSource?
    /// The bundle with the networks for faces: `face_detector.tflite`, and `face_landmark.tflite` or
    /// `face_landmark_with_attention.tflite`; nil if `model` contains them.
    public var faceModel: ModelSource?
    /// How images reach the landmarker.
    public var runningMode = RunningMode.image
    /// Whether image mode, too, looks for the face and hands where the previous image showed them, if the
    /// person's pose allows it, as in MediaPipe Solutions. Otherwise images are independent.
    public var tracksBetweenImages = true
    /// Minimum detector score (0…1) for a pose detection to be accepted.
    public var minDetectionConfidence: Float = 0.5
    /// IoU (0…1) above which detections of poses are merged.
    public var minSuppressionThreshold: Float = 0.3
    /// Presence score (0…1) that a pose must exceed.
    public var minPresenceConfidence: Float = 0.5
    /// Presence score (0…1) that a hand must exceed.
    public var minHandPresenceConfidence: Float = 0.5
    /// Minimum detector score (0…1) for a face to be detected at the head of the pose.
    public var minFaceDetectionConfidence: Float = 0.5
    /// IoU (0…1) above which detections of faces are merged.
    public var minFaceSuppressionThreshold: Float = 0.3
    /// Presence score (0…1) that a face must exceed.
    public var minFacePresenceConfidence: Float = 0.5
    /// Whether to produce a segmentation mask of the person, which takes additional time and memory.
    public var segmentationMasks = false
    /// How the pose's landmarks are smoothed from frame to frame. Those of hands and faces are not.
    public var smoothing = Smoothing.mediaPipe
    /// Threads that share the work of a call, at least 1. Results do not depend on their number.
    public var threads = ProcessorCount.usual
    /// How these threads wait for work. Results do not depend on it.
    public var waitPolicy = WaitPolicy.usual
    /// The device that the networks run on; by default the CPU with its best instruction set.
    public var device = ComputeDevice.cpu
    /// The processor that samples images for the networks; by default the CPU. Results do not
    /// depend on it.
    public var preprocessor = ImagePreprocessor.cpu
    /// The destination of log messages.
    public var logger = Logger.silent

    /// Creates options with MediaPipe's defaults.
    public init(model: ModelSource) {
        self.model = model
    }

    /// Checks the options that those of the pose lack.
    ///
    /// - Throws: `TaskError.invalidOption`.
    func validate() throws(TaskError) {
        try Self.validate(threads, isAtLeastOne: "threads")
        for (name, value) in [
            ("minSuppressionThreshold", minSuppressionThreshold),
            ("minHandPresenceConfidence", minHandPresenceConfidence),
            ("minFaceDetectionConfidence", minFaceDetectionConfidence),
            ("minFaceSuppressionThreshold", minFaceSuppressionThreshold),
            ("minFacePresenceConfidence", minFacePresenceConfidence),
        ] { try Self.validate(value, isConfidence: name) }
    }

    /// The options for the pose.
    var pose: PoseLandmarkerOptions {
        var pose = PoseLandmarkerOptions(model: model)
        pose.variant = .solutions
        pose.runningMode = runningMode
        pose.minDetectionConfidence = minDetectionConfidence
        pose.minSuppressionThreshold = minSuppressionThreshold
        pose.minPresenceConfidence = minPresenceConfidence
        pose.segmentationMasks = segmentationMasks
        pose.smoothing = smoothing
        pose.threads = threads
        pose.waitPolicy = waitPolicy
        pose.device = device
        pose.preprocessor = preprocessor
        pose.logger = logger
        return pose
    }
}
