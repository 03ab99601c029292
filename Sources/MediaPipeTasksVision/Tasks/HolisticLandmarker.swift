public import Foundation
package import LandmarkTasks

/// Detects one person: a pose, and the face and hands at their places in the pose.
///
/// Its models are those of MediaPipe's older Holistic, not those of MediaPipe's class; see
/// ``HolisticLandmarkerOptions``. A landmarker may be used from any thread; concurrent calls run one after
/// another.
#if canImport(ObjectiveC)
@objc(MPPHolisticLandmarker) @objcMembers
#endif
open class HolisticLandmarker: NSObject {
    package let engine: VisionTaskEngine<HolisticTask, HolisticLandmarkerResult>
    private weak var delegate: (any HolisticLandmarkerLiveStreamDelegate)?

    /// Creates a landmarker with default options for the model at `modelPath`, which must contain all
    /// networks; see ``HolisticLandmarkerOptions``.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public convenience init(modelPath: String) throws {
        let options = HolisticLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Creates a landmarker. The options are read once; later changes to them have no effect.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`: code 5 with the names of the
    ///   entries for a bundle that lacks a network, such as MediaPipe's `holistic_landmarker.task`;
    ///   code 3 if blendshapes are requested.
    public init(options: HolisticLandmarkerOptions) throws {
        engine = try VisionTaskEngine(
            "holisticLandmarker", options, makeResult: { HolisticLandmarkerResult($0, at: $1) }
        ) { (task: HolisticLandmarker, result, timestamp, error) in
            task.notifyDelegate(result, timestamp, error)
        }
        delegate = options.holisticLandmarkerLiveStreamDelegate
        super.init()
        engine.setOwner(self)
    }

    /// Detects a person in an image; image mode only.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    #if canImport(ObjectiveC)
    @objc(detectImage:error:)
    #endif
    open func detect(image: MPImage) throws -> HolisticLandmarkerResult {
        try engine.detect(image)
    }

    /// Detects a person in the next frame of a video; video mode only.
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
    ) throws -> HolisticLandmarkerResult {
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
        _ result: HolisticLandmarkerResult?, _ timestamp: Int, _ error: NSError?
    ) {
        delegate?.holisticLandmarker(
            self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
    }
}
