public import Foundation
package import LandmarkTasks

/// Separates people from their background, with MediaPipe's two models for selfies.
///
/// A segmenter may be used from any thread; concurrent calls run one after another.
#if canImport(ObjectiveC)
@objc(MPPImageSegmenter) @objcMembers
#endif
open class ImageSegmenter: NSObject {
    /// Receives a result or an error; see ``segment(image:completion:)``.
    public typealias Completion = (ImageSegmenterResult?, (any Error)?) -> Void

    package let engine: VisionTaskEngine<SegmentationTask, ImageSegmenterResult>
    private weak var delegate: (any ImageSegmenterLiveStreamDelegate)?

    /// The name of each confidence mask, from the model's metadata: `selfie` for MediaPipe's models for
    /// selfies. Empty for a model without labels.
    public let labels: [String]

    /// Creates a segmenter with default options for the model at `modelPath`.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public convenience init(modelPath: String) throws {
        let options = ImageSegmenterOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Creates a segmenter. The options are read once; later changes to them have no effect.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`; code 3 for a model that is not one
    ///   of MediaPipe's two for selfies, and if neither kind of mask is requested.
    public init(options: ImageSegmenterOptions) throws {
        let outputs = ImageSegmenterResult.Outputs(options)
        engine = try VisionTaskEngine(
            "imageSegmenter", options, acceptsModelFile: true,
            makeResult: { ImageSegmenterResult($0, outputs, at: $1) }
        ) { (task: ImageSegmenter, result, timestamp, error) in
            task.notifyDelegate(result, timestamp, error)
        }
        labels = engine.labels
        delegate = options.imageSegmenterLiveStreamDelegate
        super.init()
        engine.setOwner(self)
    }

    private func notifyDelegate(
        _ result: ImageSegmenterResult?, _ timestamp: Int, _ error: NSError?
    ) {
        guard let delegate else { return }
        #if canImport(ObjectiveC)
        delegate.imageSegmenter?(
            self, didFinishSegmentation: result, timestampInMilliseconds: timestamp, error: error)
        #else
        delegate.imageSegmenter(
            self, didFinishSegmentation: result, timestampInMilliseconds: timestamp, error: error)
        #endif
    }

    /// Segments an image; image mode only.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    #if canImport(ObjectiveC)
    @objc(segmentImage:error:)
    #endif
    open func segment(image: MPImage) throws -> ImageSegmenterResult { try engine.detect(image) }

    /// Segments an image, and calls `completion` with the result, or with an `NSError` of the domain
    /// `com.google.mediapipe.tasks`, before it returns; image mode only. The masks stay valid after
    /// the call.
    #if canImport(ObjectiveC)
    @objc(segmentImage:withCompletionHandler:)
    #endif
    open func segment(image: MPImage, completion: @escaping Completion) {
        Self.report(to: completion) { try segment(image: image) }
    }

    /// Segments the next frame of a video; video mode only.
    ///
    /// - Parameters:
    ///   - videoFrame: The frame.
    ///   - timestampInMilliseconds: The frame's time; must be later than that of the previous one.
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`; later frames are still
    ///   accepted.
    #if canImport(ObjectiveC)
    @objc(segmentVideoFrame:timestampInMilliseconds:error:)
    #endif
    open func segment(
        videoFrame: MPImage, timestampInMilliseconds: Int
    ) throws -> ImageSegmenterResult {
        try engine.detect(videoFrame, at: timestampInMilliseconds)
    }

    /// Segments the next frame of a video, and calls `completion` with the result, or with an `NSError`
    /// of the domain `com.google.mediapipe.tasks`, before it returns; video mode only. The masks stay
    /// valid after the call.
    #if canImport(ObjectiveC)
    @objc(segmentVideoFrame:timestampInMilliseconds:withCompletionHandler:)
    #endif
    open func segment(
        videoFrame: MPImage, timestampInMilliseconds: Int, completion: @escaping Completion
    ) {
        Self.report(to: completion) {
            try segment(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds)
        }
    }

    private static func report(
        to completion: Completion, _ segment: () throws -> ImageSegmenterResult
    ) {
        let result: ImageSegmenterResult
        do { result = try segment() } catch { return completion(nil, error) }
        completion(result, nil)
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
    @objc(segmentAsyncImage:timestampInMilliseconds:error:)
    #endif
    open func segmentAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try engine.detectAsync(image, at: timestampInMilliseconds)
    }
}
