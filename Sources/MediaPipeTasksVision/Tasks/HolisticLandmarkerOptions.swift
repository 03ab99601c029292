public import Foundation
import LandmarkTasks

/// Options of a `HolisticLandmarker`.
///
/// MediaPipe's bundle for this class, `holistic_landmarker.task`, has networks of another pipeline and
/// cannot be used. The networks here are those of MediaPipe's older Holistic, in one bundle or in three:
///
/// | path | entries |
/// |---|---|
/// | `baseOptions.modelAssetPath` | `pose_detector.tflite`, `pose_landmarks_detector.tflite`; a bundle such as `pose_landmarker_full.task` |
/// | ``handModelAssetPath`` | `hand_landmarks_detector.tflite`, `hand_recrop.tflite` |
/// | ``faceModelAssetPath`` | `face_detector.tflite`, and `face_landmark.tflite` or `face_landmark_with_attention.tflite` |
#if canImport(ObjectiveC)
@objc(MPPHolisticLandmarkerOptions) @objcMembers
#endif
open class HolisticLandmarkerOptions: TaskOptions {
    /// How images are passed to the landmarker.
    open var runningMode = RunningMode.image
    /// The delegate that receives the results of a live stream. Required in that mode, and not
    /// allowed in the others.
    open weak var holisticLandmarkerLiveStreamDelegate: (any HolisticLandmarkerLiveStreamDelegate)?
    /// Minimum detector score (0…1) for a face to be detected at the pose's head.
    open var minFaceDetectionConfidence: Float = 0.5
    /// IoU (0…1) above which detections of faces are merged.
    open var minFaceSuppressionThreshold: Float = 0.3
    /// Presence score (0…1) that a face must exceed.
    open var minFacePresenceConfidence: Float = 0.5
    /// Minimum detector score (0…1) for a pose detection to be accepted.
    open var minPoseDetectionConfidence: Float = 0.5
    /// IoU (0…1) above which detections of poses are merged.
    open var minPoseSuppressionThreshold: Float = 0.3
    /// Presence score (0…1) that a pose must exceed.
    open var minPosePresenceConfidence: Float = 0.5
    /// Declared for source compatibility: the models have no blendshapes, and creating a landmarker
    /// with `true` throws code 3.
    open var outputFaceBlendshapes = false
    /// Whether to output a segmentation mask of the person, which takes additional time and memory.
    open var outputPoseSegmentationMasks = false
    /// Presence score (0…1) that a hand must exceed.
    open var minHandLandmarksConfidence: Float = 0.5
    /// The bundle with the networks for hands, a path like `baseOptions.modelAssetPath`; nil if that
    /// bundle contains them. MediaPipe has no such option.
    open var handModelAssetPath: String?
    /// The bundle with the networks for faces, a path like `baseOptions.modelAssetPath`; nil if that
    /// bundle contains them. MediaPipe has no such option.
    open var faceModelAssetPath: String?

    /// Creates options with MediaPipe's defaults.
    public override init() { super.init() }

    /// Returns a `HolisticLandmarkerOptions` with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = HolisticLandmarkerOptions()
        copy.assign(from: self)
        return copy
    }

    override func assign(from other: TaskOptions) {
        super.assign(from: other)
        guard let other = other as? HolisticLandmarkerOptions else { return }
        runningMode = other.runningMode
        holisticLandmarkerLiveStreamDelegate = other.holisticLandmarkerLiveStreamDelegate
        minFaceDetectionConfidence = other.minFaceDetectionConfidence
        minFaceSuppressionThreshold = other.minFaceSuppressionThreshold
        minFacePresenceConfidence = other.minFacePresenceConfidence
        minPoseDetectionConfidence = other.minPoseDetectionConfidence
        minPoseSuppressionThreshold = other.minPoseSuppressionThreshold
        minPosePresenceConfidence = other.minPosePresenceConfidence
        outputFaceBlendshapes = other.outputFaceBlendshapes
        outputPoseSegmentationMasks = other.outputPoseSegmentationMasks
        minHandLandmarksConfidence = other.minHandLandmarksConfidence
        handModelAssetPath = other.handModelAssetPath
        faceModelAssetPath = other.faceModelAssetPath
    }
}

extension HolisticLandmarkerOptions: VisionTaskOptions {
    typealias Task = HolisticTask

    var hasDelegate: Bool { holisticLandmarkerLiveStreamDelegate != nil }

    func configure(_ options: inout LandmarkTasks.HolisticLandmarkerOptions) throws {
        guard !outputFaceBlendshapes else { throw NSError.missingBlendshapes() }
        options.handModel = try handModelAssetPath.map { .file(try ModelPath.resolve($0)) }
        options.faceModel = try faceModelAssetPath.map { .file(try ModelPath.resolve($0)) }
        options.minDetectionConfidence = minPoseDetectionConfidence
        options.minSuppressionThreshold = minPoseSuppressionThreshold
        options.minPresenceConfidence = minPosePresenceConfidence
        options.minHandPresenceConfidence = minHandLandmarksConfidence
        options.minFaceDetectionConfidence = minFaceDetectionConfidence
        options.minFaceSuppressionThreshold = minFaceSuppressionThreshold
        options.minFacePresenceConfidence = minFacePresenceConfidence
        options.segmentationMasks = outputPoseSegmentationMasks
        options.tracksBetweenImages = false
    }
}

/// Receives the results of a `HolisticLandmarker` in live stream mode. The landmarker holds its
/// delegate weakly.
///
/// The method is called on the landmarker's private serial queue, in frame order. It is not called
/// for dropped frames.
#if canImport(ObjectiveC)
@objc(MPPHolisticLandmarkerLiveStreamDelegate)
#endif
public protocol HolisticLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// Handles the result of a frame: `result` and the frame's timestamp, or `error` and `Int.min`.
    #if canImport(ObjectiveC)
    @objc(holisticLandmarker:didFinishDetectionWithResult:timestampInMilliseconds:error:)
    #endif
    func holisticLandmarker(
        _ holisticLandmarker: HolisticLandmarker,
        didFinishDetection result: HolisticLandmarkerResult?, timestampInMilliseconds: Int,
        error: (any Error)?)
}
