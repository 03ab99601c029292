public import Foundation
import LandmarkTasks

/// Options of a `HandLandmarker`. The model is a bundle such as `hand_landmarker.task`.
#if canImport(ObjectiveC)
@objc(MPPHandLandmarkerOptions) @objcMembers
#endif
open class HandLandmarkerOptions: TaskOptions {
    /// How images are passed to the landmarker.
    open var runningMode = RunningMode.image
    /// The delegate that receives the results of a live stream. Required in that mode, and not
    /// allowed in the others.
    open weak var handLandmarkerLiveStreamDelegate: (any HandLandmarkerLiveStreamDelegate)?
    /// Maximum number of hands to detect, at least 1.
    open var numHands = 1
    /// Minimum detector score (0…1) for a palm detection to be accepted.
    open var minHandDetectionConfidence: Float = 0.5
    /// Presence score (0…1) that a hand must exceed.
    open var minHandPresenceConfidence: Float = 0.5
    /// IoU (0…1) above which a tracked and a newly detected region are the same hand; not used in
    /// image mode.
    open var minTrackingConfidence: Float = 0.5

    /// Creates options with MediaPipe's defaults.
    public override init() { super.init() }

    /// Returns a `HandLandmarkerOptions` with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = HandLandmarkerOptions()
        copy.assign(from: self)
        return copy
    }

    override func assign(from other: TaskOptions) {
        super.assign(from: other)
        guard let other = other as? HandLandmarkerOptions else { return }
        runningMode = other.runningMode
        handLandmarkerLiveStreamDelegate = other.handLandmarkerLiveStreamDelegate
        numHands = other.numHands
        minHandDetectionConfidence = other.minHandDetectionConfidence
        minHandPresenceConfidence = other.minHandPresenceConfidence
        minTrackingConfidence = other.minTrackingConfidence
    }
}

extension HandLandmarkerOptions: VisionTaskOptions {
    typealias Task = HandTask

    var hasDelegate: Bool { handLandmarkerLiveStreamDelegate != nil }

    func configure(_ options: inout LandmarkTasks.HandLandmarkerOptions) {
        options.numHands = numHands
        options.minDetectionConfidence = minHandDetectionConfidence
        options.minPresenceConfidence = minHandPresenceConfidence
        options.minTrackingConfidence = minTrackingConfidence
        options.detectionInterval = .everyFrame
    }
}

/// The results of a `HandLandmarker` for one image; each array has one element per hand.
#if canImport(ObjectiveC)
@objc(MPPHandLandmarkerResult) @objcMembers
#endif
open class HandLandmarkerResult: TaskResult {
    /// The 21 landmarks of each hand in image coordinates, indexed by `HandLandmark`.
    public let landmarks: [[NormalizedLandmark]]
    /// The same landmarks in meters.
    public let worldLandmarks: [[Landmark]]
    /// The handedness, `Left` or `Right`, one category per hand: the person's own in an image that is
    /// not mirrored.
    public let handedness: [[ResultCategory]]

    /// Creates a result.
    public init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]],
        handedness: [[ResultCategory]], timestampInMilliseconds: Int
    ) {
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.handedness = handedness
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    /// Creates a result without hands.
    public override convenience init(timestampInMilliseconds: Int) {
        self.init(
            landmarks: [], worldLandmarks: [], handedness: [],
            timestampInMilliseconds: timestampInMilliseconds)
    }

    /// Returns a `HandLandmarkerResult` with the same content.
    open override func copy(with zone: NSZone? = nil) -> Any {
        HandLandmarkerResult(
            landmarks: landmarks, worldLandmarks: worldLandmarks, handedness: handedness,
            timestampInMilliseconds: timestampInMilliseconds)
    }

    convenience init(_ result: LandmarkTasks.HandLandmarkerResult, at timestamp: Int) {
        self.init(
            landmarks: result.hands.map { $0.landmarks.map(NormalizedLandmark.init) },
            worldLandmarks: result.hands.map { $0.worldLandmarks.map(Landmark.init) },
            handedness: result.hands.map { [ResultCategory($0.handedness, $0.handednessScore)] },
            timestampInMilliseconds: timestamp)
    }
}

extension ResultCategory {
    /// The model's first class is the right hand.
    fileprivate convenience init(_ handedness: Handedness, _ score: Float) {
        self.init(
            index: handedness == .right ? 0 : 1, score: score,
            categoryName: handedness.rawValue, displayName: handedness.rawValue)
    }
}

/// Receives the results of a `HandLandmarker` in live stream mode. The landmarker holds its
/// delegate weakly.
///
/// The method is optional. It is called on the landmarker's private serial queue, in frame order.
/// It is not called for dropped frames.
#if canImport(ObjectiveC)
@objc(MPPHandLandmarkerLiveStreamDelegate)
#endif
public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol {
    #if canImport(ObjectiveC)
    /// Handles the result of a frame: `result` and the frame's timestamp, or `error` and `Int.min`.
    @objc(handLandmarker:didFinishDetectionWithResult:timestampInMilliseconds:error:)
    optional func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
    #else
    /// Handles the result of a frame: `result` and the frame's timestamp, or `error` and `Int.min`.
    func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
    #endif
}

#if !canImport(ObjectiveC)
extension HandLandmarkerLiveStreamDelegate {
    /// Does nothing; makes the method optional, as in Objective-C.
    public func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {}
}
#endif
