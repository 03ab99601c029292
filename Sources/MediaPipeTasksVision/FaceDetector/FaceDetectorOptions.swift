public import Foundation
import LandmarkTasks

/// How a `FaceDetector` is set up.
///
/// The model is a detector alone, such as `face_detection_short_range.tflite`, or a face
/// landmarker's bundle, of which the detector is used.
open class FaceDetectorOptions: TaskOptions {
    /// How images come.
    open var runningMode = RunningMode.image
    /// Who gets the results of a live stream; must be set in that mode, and in no other.
    open weak var faceDetectorLiveStreamDelegate: (any FaceDetectorLiveStreamDelegate)?
    /// The lowest score, 0…1, of a face that is reported.
    open var minDetectionConfidence: Float = 0.5
    /// The overlap, 0…1, above which two boxes are one face.
    open var minSuppressionThreshold: Float = 0.3

    /// Options with MediaPipe's defaults.
    public override init() { super.init() }

    /// Options of their own with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = FaceDetectorOptions()
        copy.take(self)
        return copy
    }

    override func take(_ other: TaskOptions) {
        super.take(other)
        guard let other = other as? FaceDetectorOptions else { return }
        runningMode = other.runningMode
        faceDetectorLiveStreamDelegate = other.faceDetectorLiveStreamDelegate
        minDetectionConfidence = other.minDetectionConfidence
        minSuppressionThreshold = other.minSuppressionThreshold
    }
}

extension LandmarkTasks.FaceDetectorOptions {
    init(_ options: FaceDetectorOptions) throws {
        self.init(model: .file(try ModelPath.resolve(options.baseOptions.modelAssetPath)))
        runningMode = LandmarkTasks.RunningMode(options.runningMode)
        minDetectionConfidence = options.minDetectionConfidence
        minSuppressionThreshold = options.minSuppressionThreshold
    }
}
