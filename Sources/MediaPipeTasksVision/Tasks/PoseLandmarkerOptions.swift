public import Foundation
import LandmarkTasks

/// Options of a `PoseLandmarker`. The model is a bundle such as `pose_landmarker_full.task`.
#if canImport(ObjectiveC)
@objc(MPPPoseLandmarkerOptions) @objcMembers
#endif
open class PoseLandmarkerOptions: TaskOptions {
    /// How images are passed to the landmarker.
    open var runningMode = RunningMode.image
    /// The delegate that receives the results of a live stream. Required in that mode, and not
    /// allowed in the others.
    open weak var poseLandmarkerLiveStreamDelegate: (any PoseLandmarkerLiveStreamDelegate)?
    /// Maximum number of poses to detect, at least 1.
    open var numPoses = 1
    /// Minimum detector score (0…1) for a pose detection to be accepted.
    open var minPoseDetectionConfidence: Float = 0.5
    /// Presence score (0…1) that a pose must exceed.
    open var minPosePresenceConfidence: Float = 0.5
    /// IoU (0…1) above which a tracked and a newly detected region are the same pose; not used in
    /// image mode.
    open var minTrackingConfidence: Float = 0.5
    /// Whether to output a segmentation mask per pose, which takes additional time and memory.
    open var shouldOutputSegmentationMasks = false

    /// Creates options with MediaPipe's defaults.
    public override init() { super.init() }

    /// Returns a `PoseLandmarkerOptions` with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = PoseLandmarkerOptions()
        copy.assign(from: self)
        return copy
    }

    override func assign(from other: TaskOptions) {
        super.assign(from: other)
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

extension PoseLandmarkerOptions: VisionTaskOptions {
    typealias Task = PoseTask

    var hasDelegate: Bool { poseLandmarkerLiveStreamDelegate != nil }

    func configure(_ options: inout LandmarkTasks.PoseLandmarkerOptions) {
        options.numPoses = numPoses
        options.minDetectionConfidence = minPoseDetectionConfidence
        options.minPresenceConfidence = minPosePresenceConfidence
        options.minTrackingConfidence = minTrackingConfidence
        options.detectionInterval = .everyFrame
        options.segmentationMasks = shouldOutputSegmentationMasks
    }
}

/// The results of a `PoseLandmarker` for one image; each array has one element per pose.
#if canImport(ObjectiveC)
@objc(MPPPoseLandmarkerResult) @objcMembers
#endif
open class PoseLandmarkerResult: TaskResult {
    /// The 33 landmarks of each pose in image coordinates, with visibility and presence.
    public let landmarks: [[NormalizedLandmark]]
    /// The same landmarks in meters.
    public let worldLandmarks: [[Landmark]]
    /// The segmentation masks, with a probability per pixel of the image; empty unless requested by
    /// the options.
    public let segmentationMasks: [Mask]

    /// Creates a result; nil masks become an empty array.
    public init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]],
        segmentationMasks: [Mask]?, timestampInMilliseconds: Int
    ) {
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.segmentationMasks = segmentationMasks ?? []
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    /// Returns a `PoseLandmarkerResult` with the same content, including copies of the masks.
    open override func copy(with zone: NSZone? = nil) -> Any {
        PoseLandmarkerResult(
            landmarks: landmarks, worldLandmarks: worldLandmarks,
            segmentationMasks: segmentationMasks.map { $0.copied() },
            timestampInMilliseconds: timestampInMilliseconds)
    }

    convenience init(_ result: LandmarkTasks.PoseLandmarkerResult, at timestamp: Int) {
        self.init(
            landmarks: result.poses.map { $0.landmarks.map(NormalizedLandmark.init) },
            worldLandmarks: result.poses.map { $0.worldLandmarks.map(Landmark.init) },
            segmentationMasks: result.poses.compactMap { $0.mask.flatMap(Mask.init) },
            timestampInMilliseconds: timestamp)
    }
}

/// Receives the results of a `PoseLandmarker` in live stream mode. The landmarker holds its
/// delegate weakly.
///
/// The method is called on the landmarker's private serial queue, in frame order. It is not called
/// for dropped frames.
#if canImport(ObjectiveC)
@objc(MPPPoseLandmarkerLiveStreamDelegate)
#endif
public protocol PoseLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// Handles the result of a frame: `result` and the frame's timestamp, or `error` and `Int.min`.
    #if canImport(ObjectiveC)
    @objc(poseLandmarker:didFinishDetectionWithResult:timestampInMilliseconds:error:)
    #endif
    func poseLandmarker(
        _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
