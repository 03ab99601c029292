public import LandmarkCore

/// How a `HandLandmarker` is set up.
public struct HandLandmarkerOptions: Sendable {
    /// The model bundle, such as `hand_landmarker.task`.
    public var model: ModelSource
    /// The most hands to find, at least 1.
    public var numHands = 1
    /// The lowest score, 0…1, of a palm that is looked at further.
    public var minDetectionConfidence: Float = 0.5
    /// The presence score, 0…1, that a hand must exceed.
    public var minPresenceConfidence: Float = 0.5
    /// The overlap, 0…1, above which a tracked and a newly found region are one hand. Image mode
    /// has no use for it.
    public var minTrackingConfidence: Float = 0.5
    /// Threads that share the work of a call, at least 1; results do not depend on it.
    public var threads = ProcessorCount.usual
    /// The instruction set to use; nil for `LANDMARK_KERNELS`, or else the best there is.
    public var kernelLevel: KernelLevel?
    /// Where messages go.
    public var logger = Logger.silent

    /// Options with MediaPipe's defaults.
    public init(model: ModelSource) {
        self.model = model
    }
}
