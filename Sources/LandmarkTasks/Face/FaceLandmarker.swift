public import LandmarkCore
public import LandmarkImaging

/// Detects faces in images and tracks them through videos, as MediaPipe's face landmarker does.
public typealias FaceLandmarker = Landmarker<FaceTask>

/// The result of a `FaceLandmarker` for one image.
public typealias FaceLandmarkerResult = LandmarkerResult<Face>

extension LandmarkerResult<Face> {
    /// The detected faces, at most `numFaces`; empty if there are none.
    public var faces: [Face] { instances }

    /// Creates a result.
    public init(
        faces: [Face], timestamp: Timestamp? = nil, imageSize: PixelSize, timings: StageTimings,
        device: ComputeDevice
    ) {
        self.init(
            instances: faces, timestamp: timestamp, imageSize: imageSize, timings: timings,
            device: device)
    }
}

/// The options of a `FaceLandmarker`.
public struct FaceLandmarkerOptions: TrackingOptions {
    /// The model bundle, such as `face_landmarker.task`.
    public var model: ModelSource
    /// How images reach the landmarker.
    public var runningMode = RunningMode.image
    /// Maximum number of faces to detect, at least 1.
    public var numFaces = 1
    /// Minimum detector score (0…1) for a face detection to be accepted.
    public var minDetectionConfidence: Float = 0.5
    /// Presence score (0…1) that a face must exceed.
    public var minPresenceConfidence: Float = 0.5
    /// IoU (0…1) above which a tracked and a newly detected region belong to the same face. Not
    /// used in image mode.
    public var minTrackingConfidence: Float = 0.5
    /// Whether to compute the 52 blendshapes of each face.
    public var blendshapes = false
    /// Whether to compute each face's matrix, which positions the canonical mesh.
    public var transformationMatrices = false
    /// Which of MediaPipe's pipelines to follow.
    public var variant = PipelineVariant.tasks
    /// How often the detector searches for further faces while some, but fewer than wanted, are tracked. Not
    /// used in image mode.
    public var detectionInterval = DetectionInterval.automatic
    /// How landmarks are smoothed from frame to frame.
    public var smoothing = Smoothing.mediaPipe
    /// How long, in seconds, a face that is out of sight keeps its id.
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

    /// `numFaces`.
    public var maxCount: Int {
        get { numFaces }
        set { numFaces = newValue }
    }
}
