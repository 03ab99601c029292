public import Foundation
import LandmarkTasks

/// How a `PoseLandmarker` is set up. The model is a bundle, such as `pose_landmarker_full.task`.
open class PoseLandmarkerOptions: TaskOptions {
    /// How images come.
    open var runningMode = RunningMode.image
    /// Who gets the results of a live stream; must be set in that mode, and in no other.
    open weak var poseLandmarkerLiveStreamDelegate: (any PoseLandmarkerLiveStreamDelegate)?
    /// The most bodies to find, at least 1.
    open var numPoses = 1
    /// The lowest score, 0…1, of a body that is looked at further.
    open var minPoseDetectionConfidence: Float = 0.5
    /// The presence score, 0…1, that a body must exceed.
    open var minPosePresenceConfidence: Float = 0.5
    /// The overlap, 0…1, above which a followed and a newly found region are one; without
    /// use in image mode.
    open var minTrackingConfidence: Float = 0.5
    /// Whether each body comes with a mask, which takes further time and memory.
    open var shouldOutputSegmentationMasks = false

    /// Options with MediaPipe's defaults.
    public override init() { super.init() }

    /// Options of their own with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = PoseLandmarkerOptions()
        copy.take(self)
        return copy
    }

    override func take(_ other: TaskOptions) {
        super.take(other)
        guard let other = other as? PoseLandmarkerOptions else { return }
        runningMode = other.runningMode
        poseLandmarkerLiveStreamDelegate = other.poseLandmarkerLiveStreamDelegate
        numPoses = other.numPoses
        minPoseDetectionConfidence = other.minPoseDetectionConfidence
        minPosePresenceConfidence = other.minPosePresenceConfidence
        minTrackingConfidence = other.minTrackingConfidence
        shouldOutputSegmentationMasks = other.shouldOutputSegmentationMasks
    }
}

extension LandmarkTasks.PoseLandmarkerOptions {
    init(_ options: PoseLandmarkerOptions) throws {
        self.init(model: .file(try ModelPath.resolve(options.baseOptions.modelAssetPath)))
        runningMode = LandmarkTasks.RunningMode(options.runningMode)
        numPoses = options.numPoses
        minDetectionConfidence = options.minPoseDetectionConfidence
        minPresenceConfidence = options.minPosePresenceConfidence
        minTrackingConfidence = options.minTrackingConfidence
        segmentationMasks = options.shouldOutputSegmentationMasks
    }
}
