public import LandmarkCore

/// How a `HandLandmarker` is set up.
public struct HandLandmarkerOptions: Sendable {
    /// The model bundle, such as `hand_landmarker.task`.
    public var model: ModelSource
    /// How images come.
    public var runningMode = RunningMode.image
    /// The most hands to find, at least 1.
    public var numHands = 1
    /// The lowest score, 0…1, of a palm that is looked at further.
    public var minDetectionConfidence: Float = 0.5
    /// The presence score, 0…1, that a hand must exceed.
    public var minPresenceConfidence: Float = 0.5
    /// The overlap, 0…1, above which a followed and a newly found region are one hand. It has
    /// no use in image mode.
    public var minTrackingConfidence: Float = 0.5
    /// How points are steadied from frame to frame; MediaPipe leaves hands as they are.
    public var smoothing = Smoothing.mediaPipe
    /// Whether a hand's side is judged over all the frames it was seen in, not only the last.
    public var averagesHandedness = false
    /// How long a hand that is out of sight keeps its id.
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
