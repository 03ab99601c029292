public import Foundation
import LandmarkCore
import LandmarkImaging
package import LandmarkTasks

/// Finds bodies: 33 points, the same in meters, and masks.
///
/// May be used from any thread; calls wait for one another.
open class PoseLandmarker: NSObject {
    private let calls: TaskCalls
    private let task: LandmarkTasks.PoseLandmarker
    private weak var delegate: (any PoseLandmarkerLiveStreamDelegate)?

    /// A landmarker with default options for the model at `modelPath`.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public convenience init(modelPath: String) throws {
        let options = PoseLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Reads the options and the model.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public init(options: PoseLandmarkerOptions) throws {
        calls = try TaskCalls(
            mode: options.runningMode, hasDelegate: options.poseLandmarkerLiveStreamDelegate != nil)
        delegate = options.poseLandmarkerLiveStreamDelegate
        let settings = try LandmarkTasks.PoseLandmarkerOptions(options)
        let reference = WeakReference<PoseLandmarker>()
        task = try TaskError.converting { () throws(TaskError) in
            try LandmarkTasks.PoseLandmarker(
                options: settings,
                resultHandler: reference.handler(in: settings.runningMode) { $0.deliver($1) })
        }
        super.init()
        reference.object = self
    }

    /// Finds bodies in an image; for image mode.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    open func detect(image: MPImage) throws -> PoseLandmarkerResult {
        let image = try calls.image(image)
        let result = try TaskError.converting { () throws(TaskError) in
            try task.detect(image.image, orientation: image.orientation)
        }
        return PoseLandmarkerResult(result, timestamp: image.timestamp)
    }

    /// Finds bodies in the next frame of a video; for video mode.
    ///
    /// - Parameters:
    ///   - videoFrame: The frame.
    ///   - timestampInMilliseconds: Its time, above that of the frame before.
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`; the landmarker can be used on.
    open func detect(
        videoFrame: MPImage, timestampInMilliseconds: Int
    ) throws -> PoseLandmarkerResult {
        let frame = try calls.frame(videoFrame, at: timestampInMilliseconds, for: .video)
        let result = try TaskError.converting { () throws(TaskError) in
            try task.detect(frame)
        }
        return PoseLandmarkerResult(result, timestamp: timestampInMilliseconds)
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
    package func deliver(_ frame: FrameResult<LandmarkTasks.PoseLandmarkerResult>) {
        switch frame.result {
        case .success(let found):
            let timestamp = frame.frame.timestamp.milliseconds
            deliver(PoseLandmarkerResult(found, timestamp: timestamp), at: timestamp, error: nil)
        case .failure(let error):
            deliver(nil, at: Int.min, error: error.converted())
        }
    }

    private func deliver(_ result: PoseLandmarkerResult?, at timestamp: Int, error: NSError?) {
        delegate?.poseLandmarker(
            self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
    }
}
