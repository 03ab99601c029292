public import LandmarkCore
public import LandmarkImaging

/// Detects poses in images and tracks them through videos, as MediaPipe's pose landmarker does.
public typealias PoseLandmarker = Landmarker<PoseTask>

/// The result of a `PoseLandmarker` for one image.
public typealias PoseLandmarkerResult = LandmarkerResult<Pose>

extension LandmarkerResult<Pose> {
    /// The detected poses, at most `numPoses`; empty if there are none.
    public var poses: [Pose] { instances }

    /// Creates a result.
    public init(
        poses: [Pose], timestamp: Timestamp? = nil, imageSize: PixelSize, timings: StageTimings,
        device: ComputeDevice
    ) {
        self.init(
            instances: poses, timestamp: timestamp, imageSize: imageSize, timings: timings,
            device: device)
    }
}

/// The options of a `PoseLandmarker`.
public struct PoseLandmarkerOptions: TrackingOptions {
    /// The model bundle: `pose_landmarker_lite.task`, `pose_landmarker_full.task` or
    /// `pose_landmarker_heavy.task`.
    public var model: ModelSource
    /// How images reach the landmarker.
    public var runningMode = RunningMode.image
    /// Maximum number of poses to detect, at least 1.
    public var numPoses = 1
    /// Minimum detector score (0…1) for a pose detection to be accepted.
    public var minDetectionConfidence: Float = 0.5
    /// Presence score (0…1) that a pose must exceed.
    public var minPresenceConfidence: Float = 0.5
    /// IoU (0…1) above which a tracked and a newly detected region belong to the same pose. Not
    /// used in image mode.
    public var minTrackingConfidence: Float = 0.5
    /// Whether to produce a segmentation mask for each pose, which takes additional time and
    /// memory.
    public var segmentationMasks = false
    /// Which of MediaPipe's pipelines to follow.
    public var variant = PipelineVariant.tasks
    /// IoU (0…1) above which detections are merged; nil for that of the variant.
    var minSuppressionThreshold: Float?
    /// How often the detector searches for further poses while some, but fewer than wanted, are tracked. Not
    /// used in image mode.
    public var detectionInterval = DetectionInterval.automatic
    /// How landmarks are smoothed from frame to frame.
    public var smoothing = Smoothing.mediaPipe
    /// Whether to exchange left and right of a pose's landmarks, before smoothing, where the model
    /// has mixed them up from one frame to the next, which can last for whole seconds. Not used in
    /// image mode, and not part of MediaPipe.
    public var sideGuard = false
    /// How long, in seconds, a pose that is out of sight keeps its id.
    public var trackRetention = 1.0
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

    /// `numPoses`.
    public var maxCount: Int {
        get { numPoses }
        set { numPoses = newValue }
    }
}
