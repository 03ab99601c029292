public import LandmarkCore
public import LandmarkImaging
import LandmarkInference
import LandmarkModelFile

/// Detects faces as boxes with six keypoints: the task of a `FaceDetector`.
///
/// It does not track: a frame is processed like an independent image.
public final class FaceDetectionTask: LandmarkTask {
    /// `face`.
    public static let singular = "face"
    /// `faces`.
    public static let plural = "faces"
    /// The names of `FaceKeypoint`.
    public static let landmarkNames = FaceKeypoint.allCases.map(\.name)
    /// Empty: there are no lines between keypoints.
    public static let connections: [Connection] = []

    private let detector: Detector
    private let pool: WorkerPool
    private let requested: ComputeDevice

    /// The face detector.
    public static func networks(for options: FaceDetectorOptions) -> [NetworkSpec] {
        [DetectorSpec.face.network]
    }

    /// Reads the model and prepares the network.
    ///
    /// - Throws: `TaskError`, as documented for `LandmarkTask.init(options:)`.
    public init(options: FaceDetectorOptions) throws(TaskError) {
        try options.validate()
        let entry = DetectorSpec.face.entry
        let bundle = try TaskBundle(options.model, entries: [entry], acceptsNetwork: true)
        var spec = DetectorSpec.face(for: try bundle.model(entry))
        spec.suppressionThreshold = options.minSuppressionThreshold
        let networks = try NetworkLoader([spec.network], of: bundle, options: options)
        detector = try Detector(
            spec, networks: networks, minScore: options.minDetectionConfidence)
        pool = networks.pool
        requested = networks.device
    }

    /// Detects faces in an image.
    ///
    /// - Throws: `TaskError.imaging` if the image cannot be sampled, `.inference` if the network
    ///   fails.
    public func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> FaceDetectorResult {
        let start = MonotonicTime.now
        pool.hold()
        defer { pool.release() }
        var timings = StageTimings(StageTimings.Stage.detection)
        let detections = try detector.detect(image, orientation: orientation, timings: &timings)
            .map { FaceDetection($0, in: image.size) }
        timings.add(nanoseconds: start.elapsedNanoseconds, to: .total)
        return FaceDetectorResult(
            detections: detections, timestamp: timestamp, imageSize: image.size,
            timings: timings,
            device: detector.runner.network.device(instead: requested))
    }

    /// Does nothing: there is no tracking state.
    public func reset() {}
}

extension DetectorSpec {
    /// The detector whose input has the size of `model`'s; the short-range one if there is none.
    fileprivate static func face(for model: TFLiteModel) -> DetectorSpec {
        fullRangeFace.network.takesInput(of: model) ? fullRangeFace : face
    }
}

extension StageTimings.Stage {
    /// The stages of a task that only detects.
    fileprivate static let detection: [Self] = [.detectorInput, .detector, .regions, .total]
}

/// Detects faces as boxes with six keypoints, without a mesh, as MediaPipe's face detector does.
public typealias FaceDetector = Landmarker<FaceDetectionTask>

/// The result of a `FaceDetector` for one image.
public typealias FaceDetectorResult = LandmarkerResult<FaceDetection>

extension LandmarkerResult<FaceDetection> {
    /// The detected faces, best first; empty if there are none.
    public var detections: [FaceDetection] { instances }

    /// Creates a result.
    public init(
        detections: [FaceDetection], timestamp: Timestamp? = nil, imageSize: PixelSize,
        timings: StageTimings, device: ComputeDevice
    ) {
        self.init(
            instances: detections, timestamp: timestamp, imageSize: imageSize, timings: timings,
            device: device)
    }
}

/// The options of a `FaceDetector`.
public struct FaceDetectorOptions: DetectionOptions {
    /// A face landmarker's bundle, such as `face_landmarker.task`, from which only the detector is
    /// used; or a standalone detector: `face_detection_short_range.tflite`, or
    /// `face_detection_full_range_sparse.tflite` for faces up to five meters away.
    public var model: ModelSource
    /// How images reach the detector.
    public var runningMode = RunningMode.image
    /// Minimum score (0…1) for a face to be reported.
    public var minDetectionConfidence: Float = 0.5
    /// IoU (0…1) above which two boxes are merged as the same face.
    public var minSuppressionThreshold: Float = 0.3
    /// Threads that share the work of a call, at least 1. Results do not depend on their number.
    public var threads = ProcessorCount.usual
    /// How these threads wait for work. Results do not depend on it.
    public var waitPolicy = WaitPolicy.usual
    /// The device that the network runs on; by default the CPU with its best instruction set.
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

    /// Checks all options.
    ///
    /// - Throws: `TaskError.invalidOption`.
    fileprivate func validate() throws(TaskError) {
        try Self.validate(minDetectionConfidence, isConfidence: "minDetectionConfidence")
        try Self.validate(minSuppressionThreshold, isConfidence: "minSuppressionThreshold")
        try Self.validate(threads, isAtLeastOne: "threads")
    }
}
