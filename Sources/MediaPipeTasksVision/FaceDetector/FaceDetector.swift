public import Foundation
import LandmarkTasks

/// Finds faces: boxes with six points.
///
/// May be used from any thread; calls wait for one another.
open class FaceDetector: NSObject {
    private let calls: TaskCalls
    private let detector: LandmarkTasks.FaceDetector
    private weak var delegate: (any FaceDetectorLiveStreamDelegate)?

    /// A detector with default options for the model at `modelPath`.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public convenience init(modelPath: String) throws {
        let options = FaceDetectorOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Reads the options and the model.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public init(options: FaceDetectorOptions) throws {
        calls = try TaskCalls(
            mode: options.runningMode, hasDelegate: options.faceDetectorLiveStreamDelegate != nil)
        delegate = options.faceDetectorLiveStreamDelegate
        let settings = try LandmarkTasks.FaceDetectorOptions(options)
        detector = try TaskError.converting(isLoose: true) { () throws(TaskError) in
            try LandmarkTasks.FaceDetector(options: settings)
        }
        super.init()
    }

    /// Finds the faces in a picture; for image mode.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    open func detect(image: MPImage) throws -> FaceDetectorResult {
        let picture = try calls.picture(image)
        let result = try TaskError.converting { () throws(TaskError) in
            try detector.detect(picture.image, orientation: picture.orientation)
        }
        return FaceDetectorResult(result, timestamp: picture.timestamp)
    }

    /// Finds the faces in the next frame of a video; for video mode.
    ///
    /// - Parameters:
    ///   - videoFrame: The frame.
    ///   - timestampInMilliseconds: Its time, above that of the frame before.
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`; the detector can be used on.
    open func detect(
        videoFrame: MPImage, timestampInMilliseconds: Int
    ) throws -> FaceDetectorResult {
        let frame = try calls.frame(videoFrame, at: timestampInMilliseconds, for: .video)
        let result = try TaskError.converting { () throws(TaskError) in
            try detector.detect(frame)
        }
        return FaceDetectorResult(result, timestamp: timestampInMilliseconds)
    }
}
