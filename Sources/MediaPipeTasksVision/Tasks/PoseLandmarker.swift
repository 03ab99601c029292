public import Foundation
package import LandmarkTasks

/// Detects poses: 33 landmarks, the same in meters, and segmentation masks.
///
/// A landmarker may be used from any thread; concurrent calls run one after another.
#if canImport(ObjectiveC)
@objc(MPPPoseLandmarker) @objcMembers
#endif
open class PoseLandmarker: NSObject {
    package let engine: VisionTaskEngine<PoseTask, PoseLandmarkerResult>
    private weak var delegate: (any PoseLandmarkerLiveStreamDelegate)?

    /// Creates a landmarker with default options for the model at `modelPath`.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public convenience init(modelPath: String) throws {
        let options = PoseLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Creates a landmarker. The options are read once; later changes to them have no effect.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public init(options: PoseLandmarkerOptions) throws {
        engine = try VisionTaskEngine(
            "poseLandmarker", options, makeResult: { PoseLandmarkerResult($0, at: $1) }
        ) { (task: PoseLandmarker, result, timestamp, error) in
            task.notifyDelegate(result, timestamp, error)
        }
        delegate = options.poseLandmarkerLiveStreamDelegate
        super.init()
        engine.setOwner(self)
    }

    /// Detects poses in an image; image mode only.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    #if canImport(ObjectiveC)
    @objc(detectImage:error:)
    #endif
    open func detect(image: MPImage) throws -> PoseLandmarkerResult { try engine.detect(image) }

    /// Detects poses in the next frame of a video; video mode only.
    ///
    /// - Parameters:
    ///   - videoFrame: The frame.
    ///   - timestampInMilliseconds: The frame's time; must be later than that of the previous one.
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`; later frames are still
    ///   accepted.
    #if canImport(ObjectiveC)
    @objc(detectVideoFrame:timestampInMilliseconds:error:)
    #endif
    open func detect(
        videoFrame: MPImage, timestampInMilliseconds: Int
    ) throws -> PoseLandmarkerResult {
        try engine.detect(videoFrame, at: timestampInMilliseconds)
    }

    /// Submits the next frame of a live stream and returns at once; live stream mode only. The
    /// delegate receives the result. A frame that is still waiting when a newer one arrives is
    /// dropped.
    ///
    /// - Parameters:
    ///   - image: The frame.
    ///   - timestampInMilliseconds: The frame's time; must be later than that of the previous one.
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`; later frames are still
    ///   accepted.
    #if canImport(ObjectiveC)
    @objc(detectAsyncImage:timestampInMilliseconds:error:)
    #endif
    open func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try engine.detectAsync(image, at: timestampInMilliseconds)
    }

    private func notifyDelegate(
        _ result: PoseLandmarkerResult?, _ timestamp: Int, _ error: NSError?
    ) {
        delegate?.poseLandmarker(
            self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
    }
}

extension PoseLandmarker {
    /// The 35 connections of a pose, in MediaPipe's order. (The name is MediaPipe's.)
    public class var poseLandmarks: [Connection] { pose.connections }

    private static let pose = ConnectionList([
        (0, 1), (1, 2), (2, 3), (3, 7), (0, 4), (4, 5), (5, 6), (6, 8), (9, 10),
        (11, 12), (11, 13), (13, 15), (15, 17), (15, 19), (15, 21), (17, 19),
        (12, 14), (14, 16), (16, 18), (16, 20), (16, 22), (18, 20),
        (11, 23), (12, 24), (23, 24), (23, 25), (24, 26), (25, 27), (26, 28), (27, 29),
        (28, 30), (29, 31), (30, 32), (27, 31), (28, 32),
    ])
}
