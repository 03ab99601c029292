public import Foundation
import LandmarkTasks

/// How a `HandLandmarker` is set up. The model is a bundle, such as `hand_landmarker.task`.
open class HandLandmarkerOptions: TaskOptions {
    /// How images come.
    open var runningMode = RunningMode.image
    /// Who gets the results of a live stream; must be set in that mode, and in no other.
    open weak var handLandmarkerLiveStreamDelegate: (any HandLandmarkerLiveStreamDelegate)?
    /// The most hands to find, at least 1.
    open var numHands = 1
    /// The lowest score, 0…1, of a hand that is looked at further.
    open var minHandDetectionConfidence: Float = 0.5
    /// The presence score, 0…1, that a hand must exceed.
    open var minHandPresenceConfidence: Float = 0.5
    /// The overlap, 0…1, above which a followed and a newly found region are one; without
    /// use in image mode.
    open var minTrackingConfidence: Float = 0.5

    /// Options with MediaPipe's defaults.
    public override init() { super.init() }

    /// Options of their own with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = HandLandmarkerOptions()
        copy.take(self)
        return copy
    }

    override func take(_ other: TaskOptions) {
        super.take(other)
        guard let other = other as? HandLandmarkerOptions else { return }
        runningMode = other.runningMode
        handLandmarkerLiveStreamDelegate = other.handLandmarkerLiveStreamDelegate
        numHands = other.numHands
        minHandDetectionConfidence = other.minHandDetectionConfidence
        minHandPresenceConfidence = other.minHandPresenceConfidence
        minTrackingConfidence = other.minTrackingConfidence
    }
}

extension LandmarkTasks.HandLandmarkerOptions {
    init(_ options: HandLandmarkerOptions) throws {
        self.init(model: .file(try ModelPath.resolve(options.baseOptions.modelAssetPath)))
        runningMode = LandmarkTasks.RunningMode(options.runningMode)
        numHands = options.numHands
        minDetectionConfidence = options.minHandDetectionConfidence
        minPresenceConfidence = options.minHandPresenceConfidence
        minTrackingConfidence = options.minTrackingConfidence
    }
}
