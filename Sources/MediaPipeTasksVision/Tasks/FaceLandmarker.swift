public import Foundation
package import LandmarkTasks

/// Detects faces: 478 landmarks, blendshapes and facial transformation matrices.
///
/// A landmarker may be used from any thread; concurrent calls run one after another.
#if canImport(ObjectiveC)
@objc(MPPFaceLandmarker) @objcMembers
#endif
open class FaceLandmarker: NSObject {
    package let engine: VisionTaskEngine<FaceTask, FaceLandmarkerResult>
    private weak var delegate: (any FaceLandmarkerLiveStreamDelegate)?

    /// Creates a landmarker with default options for the model at `modelPath`.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public convenience init(modelPath: String) throws {
        let options = FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Creates a landmarker. The options are read once; later changes to them have no effect.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public init(options: FaceLandmarkerOptions) throws {
        engine = try VisionTaskEngine(
            "faceLandmarker", options, makeResult: { FaceLandmarkerResult($0, at: $1) }
        ) { (task: FaceLandmarker, result, timestamp, error) in
            task.notifyDelegate(result, timestamp, error)
        }
        delegate = options.faceLandmarkerLiveStreamDelegate
        super.init()
        engine.setOwner(self)
    }

    /// Detects faces in an image; image mode only.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    #if canImport(ObjectiveC)
    @objc(detectImage:error:)
    #endif
    open func detect(image: MPImage) throws -> FaceLandmarkerResult { try engine.detect(image) }

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
    ) throws -> FaceLandmarkerResult {
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
        _ result: FaceLandmarkerResult?, _ timestamp: Int, _ error: NSError?
    ) {
        delegate?.faceLandmarker(
            self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
    }
}

extension FaceLandmarker {
    /// The 40 connections of the lips.
    public class func lipsConnections() -> [Connection] { lips.connections }
    /// The 16 connections of the left eye.
    public class func leftEyeConnections() -> [Connection] { leftEye.connections }
    /// The 8 connections of the left eyebrow.
    public class func leftEyebrowConnections() -> [Connection] { leftEyebrow.connections }
    /// The 4 connections of the left iris.
    public class func leftIrisConnections() -> [Connection] { leftIris.connections }
    /// The 16 connections of the right eye.
    public class func rightEyeConnections() -> [Connection] { rightEye.connections }
    /// The 8 connections of the right eyebrow.
    public class func rightEyebrowConnections() -> [Connection] { rightEyebrow.connections }
    /// The 4 connections of the right iris.
    public class func rightIrisConnections() -> [Connection] { rightIris.connections }
    /// The 36 connections of the face oval.
    public class func faceOvalConnections() -> [Connection] { oval.connections }
    /// The 132 connections of lips, eyes, eyebrows, irises and oval.
    public class func contoursConnections() -> [Connection] { contours.connections }
    /// The 2556 connections of the mesh: three per triangle, one triangle after another.
    public class func tesselationConnections() -> [Connection] { tesselation.connections }
    /// The 2728 connections of lips, contours and mesh; those of the lips occur twice, as in
    /// MediaPipe.
    public class func faceConnections() -> [Connection] { face.connections }

    private static let lips = ConnectionList(FaceConnections.lips)
    private static let leftEye = ConnectionList(FaceConnections.leftEye)
    private static let leftEyebrow = ConnectionList(FaceConnections.leftEyebrow)
    private static let leftIris = ConnectionList(FaceConnections.leftIris)
    private static let rightEye = ConnectionList(FaceConnections.rightEye)
    private static let rightEyebrow = ConnectionList(FaceConnections.rightEyebrow)
    private static let rightIris = ConnectionList(FaceConnections.rightIris)
    private static let oval = ConnectionList(FaceConnections.oval)
    private static let contours = ConnectionList(FaceConnections.contours)
    private static let tesselation = ConnectionList(FaceConnections.tesselation)
    private static let face = ConnectionList(joining: [lips, contours, tesselation])
}
