public import LandmarkCore

/// How a `FaceDetector` is set up.
public struct FaceDetectorOptions: Sendable {
    /// A face landmarker's bundle, such as `face_landmarker.task`, of which the detector is used;
    /// or a detector alone, such as `face_detection_short_range.tflite`.
    public var model: ModelSource
    /// How images come.
    public var runningMode = RunningMode.image
    /// The lowest score, 0…1, of a face that is reported.
    public var minDetectionConfidence: Float = 0.5
    /// The overlap, 0…1, above which two boxes are one face.
    public var minSuppressionThreshold: Float = 0.3
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
