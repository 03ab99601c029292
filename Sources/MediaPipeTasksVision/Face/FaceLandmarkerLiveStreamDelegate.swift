public import Foundation

#if canImport(ObjectiveC)
/// Gets what a `FaceLandmarker` finds in a live stream. The landmarker holds it weakly.
@objc public protocol FaceLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// A frame has been looked at.
    ///
    /// Called on a queue of the landmarker's own, in the order of the frames, and not for frames
    /// that were dropped.
    ///
    /// - Parameters:
    ///   - faceLandmarker: The landmarker.
    ///   - result: What was found; nil when there was an error.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` when there was an error.
    ///   - error: Why there is no result.
    @objc func faceLandmarker(
        _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
#else
/// Gets what a `FaceLandmarker` finds in a live stream. The landmarker holds it weakly.
public protocol FaceLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// A frame has been looked at.
    ///
    /// Called on a queue of the landmarker's own, in the order of the frames, and not for frames
    /// that were dropped.
    ///
    /// - Parameters:
    ///   - faceLandmarker: The landmarker.
    ///   - result: What was found; nil when there was an error.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` when there was an error.
    ///   - error: Why there is no result.
    func faceLandmarker(
        _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
#endif
