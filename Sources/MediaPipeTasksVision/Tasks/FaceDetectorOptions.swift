public import Foundation
import LandmarkCore
import LandmarkTasks

/// Options of a `FaceDetector`.
///
/// The model is a detector model such as `face_detection_short_range.tflite`, or a face landmarker
/// bundle, whose detector is used.
#if canImport(ObjectiveC)
@objc(MPPFaceDetectorOptions) @objcMembers
#endif
open class FaceDetectorOptions: TaskOptions {
    /// How images are passed to the detector.
    open var runningMode = RunningMode.image
    /// The delegate that receives the results of a live stream. Required in that mode, and not
    /// allowed in the others.
    open weak var faceDetectorLiveStreamDelegate: (any FaceDetectorLiveStreamDelegate)?
    /// Minimum score (0…1) for a face to be reported.
    open var minDetectionConfidence: Float = 0.5
    /// IoU (0…1) above which two detections are merged by non-maximum suppression.
    open var minSuppressionThreshold: Float = 0.3

    /// Creates options with MediaPipe's defaults.
    public override init() { super.init() }

    /// Returns a `FaceDetectorOptions` with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = FaceDetectorOptions()
        copy.assign(from: self)
        return copy
    }

    override func assign(from other: TaskOptions) {
        super.assign(from: other)
        guard let other = other as? FaceDetectorOptions else { return }
        runningMode = other.runningMode
        faceDetectorLiveStreamDelegate = other.faceDetectorLiveStreamDelegate
        minDetectionConfidence = other.minDetectionConfidence
        minSuppressionThreshold = other.minSuppressionThreshold
    }
}

extension FaceDetectorOptions: VisionTaskOptions {
    typealias Task = FaceDetectionTask

    var hasDelegate: Bool { faceDetectorLiveStreamDelegate != nil }

    func configure(_ options: inout LandmarkTasks.FaceDetectorOptions) {
        options.minDetectionConfidence = minDetectionConfidence
        options.minSuppressionThreshold = minSuppressionThreshold
    }
}

/// The results of a `FaceDetector` for one image.
#if canImport(ObjectiveC)
@objc(MPPFaceDetectorResult) @objcMembers
#endif
open class FaceDetectorResult: TaskResult {
    /// The detected faces, best first; empty if there are none.
    public let detections: [Detection]

    /// Creates a result.
    public init(detections: [Detection], timestampInMilliseconds: Int) {
        self.detections = detections
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    /// Creates a result without faces.
    public override convenience init(timestampInMilliseconds: Int) {
        self.init(detections: [], timestampInMilliseconds: timestampInMilliseconds)
    }

    /// Returns a `FaceDetectorResult` with the same content.
    open override func copy(with zone: NSZone? = nil) -> Any {
        FaceDetectorResult(
            detections: detections, timestampInMilliseconds: timestampInMilliseconds)
    }

    convenience init(_ result: LandmarkTasks.FaceDetectorResult, at timestamp: Int) {
        self.init(
            detections: result.detections.map(Detection.init), timestampInMilliseconds: timestamp)
    }
}

extension Detection {
    /// Converts a detection; the box is truncated to whole pixels, as in MediaPipe.
    fileprivate convenience init(_ face: FaceDetection) {
        let box = face.boundingBox
        let category = ResultCategory(
            index: 0, score: face.score, categoryName: nil, displayName: nil)
        self.init(
            categories: [category],
            boundingBox: CGRect(
                x: Self.truncated(box.xCenter - box.width / 2),
                y: Self.truncated(box.yCenter - box.height / 2),
                width: Self.truncated(box.width), height: Self.truncated(box.height)),
            keypoints: face.keypoints.map { point in
                NormalizedKeypoint(
                    location: CGPoint(x: CGFloat(point.x), y: CGFloat(point.y)), label: nil,
                    score: 0)
            })
    }

    private static func truncated(_ value: Float) -> CGFloat {
        CGFloat(value.rounded(.towardZero))
    }
}

/// Receives the results of a `FaceDetector` in live stream mode. The detector holds its delegate
/// weakly.
///
/// The method is optional. It is called on the detector's private serial queue, in frame order. It
/// is not called for dropped frames.
#if canImport(ObjectiveC)
@objc(MPPFaceDetectorLiveStreamDelegate)
#endif
public protocol FaceDetectorLiveStreamDelegate: NSObjectProtocol {
    #if canImport(ObjectiveC)
    /// Handles the result of a frame: `result` and the frame's timestamp, or `error` and `Int.min`.
    @objc(faceDetector:didFinishDetectionWithResult:timestampInMilliseconds:error:)
    optional func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
    #else
    /// Handles the result of a frame: `result` and the frame's timestamp, or `error` and `Int.min`.
    func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
    #endif
}

#if !canImport(ObjectiveC)
extension FaceDetectorLiveStreamDelegate {
    /// Does nothing; makes the method optional, as in Objective-C.
    public func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {}
}
#endif
