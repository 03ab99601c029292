public import Foundation
import LandmarkCore
import LandmarkImaging
package import LandmarkTasks

/// Finds faces: 478 points, expressions and matrices.
///
/// May be used from any thread; calls wait for one another.
open class FaceLandmarker: NSObject {
    private let calls: TaskCalls
    private let task: LandmarkTasks.FaceLandmarker
    private weak var delegate: (any FaceLandmarkerLiveStreamDelegate)?

    /// A landmarker with default options for the model at `modelPath`.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public convenience init(modelPath: String) throws {
        let options = FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Reads the options and the model.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public init(options: FaceLandmarkerOptions) throws {
        calls = try TaskCalls(
            mode: options.runningMode, hasDelegate: options.faceLandmarkerLiveStreamDelegate != nil)
        delegate = options.faceLandmarkerLiveStreamDelegate
        let settings = try LandmarkTasks.FaceLandmarkerOptions(options)
        let reference = WeakReference<FaceLandmarker>()
        task = try TaskError.converting { () throws(TaskError) in
            try LandmarkTasks.FaceLandmarker(
                options: settings,
                resultHandler: reference.handler(in: settings.runningMode) { $0.deliver($1) })
        }
        super.init()
        reference.object = self
    }

    /// Finds faces in an image; for image mode.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    open func detect(image: MPImage) throws -> FaceLandmarkerResult {
        let image = try calls.image(image)
        let result = try TaskError.converting { () throws(TaskError) in
            try task.detect(image.image, orientation: image.orientation)
        }
        return FaceLandmarkerResult(result, timestamp: image.timestamp)
    }

    /// Finds faces in the next frame of a video; for video mode.
    ///
    /// - Parameters:
    ///   - videoFrame: The frame.
    ///   - timestampInMilliseconds: Its time, above that of the frame before.
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`; the landmarker can be used on.
    open func detect(
        videoFrame: MPImage, timestampInMilliseconds: Int
    ) throws -> FaceLandmarkerResult {
        let frame = try calls.frame(videoFrame, at: timestampInMilliseconds, for: .video)
        let result = try TaskError.converting { () throws(TaskError) in
            try task.detect(frame)
        }
        return FaceLandmarkerResult(result, timestamp: timestampInMilliseconds)
    }

    /// Takes the next frame of a live stream and returns; the result goes to the delegate. A frame
    /// that waits for another to be done is dropped when a newer one comes.
    ///
    /// - Parameters:
    ///   - image: The frame.
    ///   - timestampInMilliseconds: Its time, above that of the frame before.
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`; the landmarker can be used on.
    open func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        let frame = try calls.frame(image, at: timestampInMilliseconds, for: .liveStream)
        try TaskError.converting { () throws(TaskError) in try task.detectAsync(frame) }
    }

    /// Hands a frame's result, or its error, to the delegate; on the task's queue.
    package func deliver(_ frame: FrameResult<LandmarkTasks.FaceLandmarkerResult>) {
        switch frame.result {
        case .success(let found):
            let timestamp = frame.frame.timestamp.milliseconds
            deliver(FaceLandmarkerResult(found, timestamp: timestamp), at: timestamp, error: nil)
        case .failure(let error):
            deliver(nil, at: Int.min, error: error.converted())
        }
    }

    private func deliver(_ result: FaceLandmarkerResult?, at timestamp: Int, error: NSError?) {
        delegate?.faceLandmarker(
            self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
    }
}
