public import LandmarkCore

/// How a `FaceLandmarker` is set up.
public struct FaceLandmarkerOptions: Sendable {
    /// The model bundle, such as `face_landmarker.task`.
    public var model: ModelSource
    /// How images come.
    public var runningMode = RunningMode.image
    /// The most faces to find, at least 1.
    public var numFaces = 1
    /// The lowest score, 0…1, of a face that is looked at further.
    public var minDetectionConfidence: Float = 0.5
    /// The presence score, 0…1, that a face must exceed.
    public var minPresenceConfidence: Float = 0.5
    /// The overlap, 0…1, above which a followed and a newly found region are one face. It has
    /// no use in image mode.
    public var minTrackingConfidence: Float = 0.5
    /// Whether each face comes with its 52 expression coefficients.
    public var blendshapes = false
    /// Whether each face comes with the matrix that places the canonical mesh.
    public var transformationMatrices = false
    /// How points are steadied from frame to frame.
    public var smoothing = Smoothing.mediaPipe
    /// How long a face that is out of sight keeps its id.
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
