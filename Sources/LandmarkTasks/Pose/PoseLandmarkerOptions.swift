public import LandmarkCore

/// How a `PoseLandmarker` is set up.
public struct PoseLandmarkerOptions: Sendable {
    /// The model bundle, such as `pose_landmarker_full.task`; lite and heavy ones work alike.
    public var model: ModelSource
    /// How images come.
    public var runningMode = RunningMode.image
    /// The most bodies to find, at least 1.
    public var numPoses = 1
    /// The lowest score, 0…1, of a body that is looked at further.
    public var minDetectionConfidence: Float = 0.5
    /// The presence score, 0…1, that a body must exceed.
    public var minPresenceConfidence: Float = 0.5
    /// The overlap, 0…1, above which a followed and a newly found region are one body. It has
    /// no use in image mode.
    public var minTrackingConfidence: Float = 0.5
    /// Whether each body comes with a mask, which takes further time and memory.
    public var segmentationMasks = false
    /// How points are steadied from frame to frame.
    public var smoothing = Smoothing.mediaPipe
    /// How long a body that is out of sight keeps its id.
    public var trackRetention = Duration.seconds(1)
    /// Threads that share the work of a call, at least 1; results do not depend on it.
    public var threads = ProcessorCount.usual
    /// What the networks run on; the best instruction set of the processor unless told otherwise.
    public var device = ComputeDevice.cpu
    /// Where messages go.
    public var logger = Logger.silent

    /// Options with MediaPipe's defaults.
    public init(model: ModelSource) {
        self.model = model
    }
}
