import LandmarkCore
import LandmarkImaging
import LandmarkInference

/// The face detector's only stage. It follows nothing, so that a stream is to it a row of
/// images.
final class FaceDetectorPipeline: TaskPipeline {
    private static let detectorEntry = "face_detector.tflite"

    private let detector: Detector
    private let pool: WorkerPool
    private let device: ComputeDevice

    init(_ options: FaceDetectorOptions) throws(TaskError) {
        let settings = try TaskSettings(options)
        let bundle = try TaskBundle(options.model, needsOnly: Self.detectorEntry)
        let loader = try NetworkLoader(
            bundle: bundle, settings: settings,
            orders: [NetworkLoader.Order(entry: Self.detectorEntry)])
        var spec = DetectorSpec.face
        spec.suppressionThreshold = options.minSuppressionThreshold
        detector = try Detector(
            spec, entry: Self.detectorEntry, loader: loader,
            minScore: settings.minDetectionConfidence)
        pool = loader.pool
        device = loader.device
    }

    func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> FaceDetectorResult {
        let start = ContinuousClock.now
        pool.hold()
        defer { pool.release() }
        var timings = StageTimings()
        let found = try detector.detect(image, orientation: orientation, timings: &timings)
        let detections = found.map { FaceDetection($0, in: image.size) }
        timings.add(ContinuousClock.now - start, to: .total)
        return FaceDetectorResult(
            detections: detections, timestamp: timestamp, imageSize: image.size,
            timings: timings, device: device)
    }

    func reset() {}
}
