public import LandmarkCore
public import LandmarkImaging

/// Detects hands in images and tracks them through videos, as MediaPipe's hand landmarker does.
public typealias HandLandmarker = Landmarker<HandTask>

/// The result of a `HandLandmarker` for one image.
public typealias HandLandmarkerResult = LandmarkerResult<Hand>

extension LandmarkerResult<Hand> {
    /// The detected hands, at most `numHands`; empty if there are none.
    public var hands: [Hand] { instances }

    /// Creates a result.
    public init(
        hands: [Hand], timestamp: Timestamp? = nil, imageSize: PixelSize, timings: StageTimings,
        device: ComputeDevice
    ) {
        self.init(
            instances: hands, timestamp: timestamp, imageSize: imageSize, timings: timings,
            device: device)
    }
}

/// The options of a `HandLandmarker`.
public struct HandLandmarkerOptions: TrackingOptions {
    /// The model bundle, such as `hand_landmarker.task`.
    public var model: ModelSource
    /// How images reach the landmarker.
    public var runningMode = RunningMode.image
    /// Maximum number of hands to detect, at least 1.
    public var numHands = 1
    /// Minimum detector score (0…1) for a palm detection to be accepted.
    public var minDetectionConfidence: Float = 0.5
    /// Presence score (0…1) that a hand must exceed.
    public var minPresenceConfidence: Float = 0.5
    /// IoU (0…1) above which a tracked and a newly detected region belong to the same hand. Not
    /// used in image mode.
    public var minTrackingConfidence: Float = 0.5
    /// Which of MediaPipe's pipelines to follow.
    public var variant = PipelineVariant.tasks
    /// How often the detector searches for further hands while some, but fewer than wanted, are tracked. Not
    /// used in image mode.
    public var detectionInterval = DetectionInterval.automatic
    /// How landmarks are smoothed from frame to frame; MediaPipe does not smooth hands.
    public var smoothing = Smoothing.mediaPipe
    /// Whether handedness is averaged over all frames of a hand instead of taken from the last one.
    public var averagesHandedness = false
    /// How long, in seconds, a hand that is out of sight keeps its id.
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

    /// `numHands`.
    public var maxCount: Int {
        get { numHands }
        set { numHands = newValue }
    }
}
