public import Foundation
package import LandmarkTasks

/// Detects faces: bounding boxes with six keypoints.
///
/// A detector may be used from any thread; concurrent calls run one after another.
#if canImport(ObjectiveC)
@objc(MPPFaceDetector) @objcMembers
#endif
open class FaceDetector: NSObject {
    package let engine: VisionTaskEngine<FaceDetectionTask, FaceDetectorResult>
    private weak var delegate: (any FaceDetectorLiveStreamDelegate)?

    /// Creates a detector with default options for the model at `modelPath`.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public convenience init(modelPath: String) throws {
        let options = FaceDetectorOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Creates a detector. The options are read once; later changes to them have no effect.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public init(options: FaceDetectorOptions) throws {
        engine = try VisionTaskEngine(
            "faceDetector", options, acceptsModelFile: true,
            makeResult: { FaceDetectorResult($0, at: $1) }
        ) { (task: FaceDetector, result, timestamp, error) in
            task.notifyDelegate(result, timestamp, error)
        }
        delegate = options.faceDetectorLiveStreamDelegate
        super.init()
        engine.setOwner(self)
    }

    /// Detects faces in an image; image mode only.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    #if canImport(ObjectiveC)
    @objc(detectImage:error:)
    #endif
    open func detect(image: MPImage) throws -> FaceDetectorResult { try engine.detect(image) }

    /// Detects faces in the next frame of a video; video mode only.
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
    ) throws -> FaceDetectorResult {
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
        _ result: FaceDetectorResult?, _ timestamp: Int, _ error: NSError?
    ) {
        guard let delegate else { return }
        #if canImport(ObjectiveC)
        delegate.faceDetector?(
            self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
        #else
        delegate.faceDetector(
            self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
        #endif
    }
}
