public import Foundation

#if canImport(ObjectiveC)
/// Gets what a `HandLandmarker` finds in a live stream. The landmarker holds it weakly.
@objc public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// A frame has been looked at; may be left out.
    ///
    /// Called on a queue of the landmarker's own, in the order of the frames, and not for frames
    /// that were dropped.
    ///
    /// - Parameters:
    ///   - handLandmarker: The landmarker.
    ///   - result: What was found; nil when there was an error.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` when there was an error.
    ///   - error: Why there is no result.
    @objc optional func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
#else
/// Gets what a `HandLandmarker` finds in a live stream. The landmarker holds it weakly.
public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// A frame has been looked at; may be left out.
    ///
    /// Called on a queue of the landmarker's own, in the order of the frames, and not for frames
    /// that were dropped.
    ///
    /// - Parameters:
    ///   - handLandmarker: The landmarker.
    ///   - result: What was found; nil when there was an error.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` when there was an error.
    ///   - error: Why there is no result.
    func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

extension HandLandmarkerLiveStreamDelegate {
    /// Does nothing.
    public func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {}
}
#endif
