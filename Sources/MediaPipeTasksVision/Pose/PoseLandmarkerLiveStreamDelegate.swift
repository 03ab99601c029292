public import Foundation

#if canImport(ObjectiveC)
/// Gets what a `PoseLandmarker` finds in a live stream. The landmarker holds it weakly.
@objc public protocol PoseLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// A frame has been looked at.
    ///
    /// Called on a queue of the landmarker's own, in the order of the frames, and not for frames
    /// that were dropped.
    ///
    /// - Parameters:
    ///   - poseLandmarker: The landmarker.
    ///   - result: What was found; nil when there was an error.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` when there was an error.
    ///   - error: Why there is no result.
    @objc func poseLandmarker(
        _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
#else
/// Gets what a `PoseLandmarker` finds in a live stream. The landmarker holds it weakly.
public protocol PoseLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// A frame has been looked at.
    ///
    /// Called on a queue of the landmarker's own, in the order of the frames, and not for frames
    /// that were dropped.
    ///
    /// - Parameters:
    ///   - poseLandmarker: The landmarker.
    ///   - result: What was found; nil when there was an error.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` when there was an error.
    ///   - error: Why there is no result.
    func poseLandmarker(
        _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
#endif
