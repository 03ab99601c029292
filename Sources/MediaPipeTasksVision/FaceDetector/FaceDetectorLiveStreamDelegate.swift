public import Foundation

#if canImport(ObjectiveC)
/// Gets what a `FaceDetector` finds in a live stream. The detector holds it weakly.
@objc public protocol FaceDetectorLiveStreamDelegate: NSObjectProtocol {
    /// A frame has been looked at; may be left out.
    ///
    /// Called on a queue of the detector's own, in the order of the frames, and not for frames
    /// that were dropped.
    ///
    /// - Parameters:
    ///   - faceDetector: The detector.
    ///   - result: What was found; nil when there was an error.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` when there was an error.
    ///   - error: Why there is no result.
    @objc optional func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
#else
/// Gets what a `FaceDetector` finds in a live stream. The detector holds it weakly.
public protocol FaceDetectorLiveStreamDelegate: NSObjectProtocol {
    /// A frame has been looked at; may be left out.
    ///
    /// Called on a queue of the detector's own, in the order of the frames, and not for frames
    /// that were dropped.
    ///
    /// - Parameters:
    ///   - faceDetector: The detector.
    ///   - result: What was found; nil when there was an error.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` when there was an error.
    ///   - error: Why there is no result.
    func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

extension FaceDetectorLiveStreamDelegate {
    /// Does nothing.
    public func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {}
}
#endif
