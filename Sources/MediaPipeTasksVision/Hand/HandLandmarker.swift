public import Foundation
import LandmarkCore
import LandmarkImaging
package import LandmarkTasks

/// Finds hands: 21 points, the same in meters, and which hand it is.
///
/// May be used from any thread; calls wait for one another.
open class HandLandmarker: NSObject {
    private let calls: TaskCalls
    private let task: LandmarkTasks.HandLandmarker
    private weak var delegate: (any HandLandmarkerLiveStreamDelegate)?

    /// A landmarker with default options for the model at `modelPath`.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public convenience init(modelPath: String) throws {
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Reads the options and the model.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public init(options: HandLandmarkerOptions) throws {
        calls = try TaskCalls(
            mode: options.runningMode, hasDelegate: options.handLandmarkerLiveStreamDelegate != nil)
        delegate = options.handLandmarkerLiveStreamDelegate
        let settings = try LandmarkTasks.HandLandmarkerOptions(options)
        let reference = WeakReference<HandLandmarker>()
        task = try TaskError.converting { () throws(TaskError) in
            try LandmarkTasks.HandLandmarker(
                options: settings,
                resultHandler: reference.handler(in: settings.runningMode) { $0.deliver($1) })
        }
        super.init()
        reference.object = self
    }

    /// Finds hands in an image; for image mode.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    open func detect(image: MPImage) throws -> HandLandmarkerResult {
        let image = try calls.image(image)
        let result = try TaskError.converting { () throws(TaskError) in
            try task.detect(image.image, orientation: image.orientation)
        }
        return HandLandmarkerResult(result, timestamp: image.timestamp)
    }

    /// Finds hands in the next frame of a video; for video mode.
    ///
    /// - Parameters:
    ///   - videoFrame: The frame.
    ///   - timestampInMilliseconds: Its time, above that of the frame before.
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`; the landmarker can be used on.
    open func detect(
        videoFrame: MPImage, timestampInMilliseconds: Int
    ) throws -> HandLandmarkerResult {
        let frame = try calls.frame(videoFrame, at: timestampInMilliseconds, for: .video)
        let result = try TaskError.converting { () throws(TaskError) in
            try task.detect(frame)
        }
        return HandLandmarkerResult(result, timestamp: timestampInMilliseconds)
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
    package func deliver(_ frame: FrameResult<LandmarkTasks.HandLandmarkerResult>) {
        switch frame.result {
        case .success(let found):
            let timestamp = frame.frame.timestamp.milliseconds
            deliver(HandLandmarkerResult(found, timestamp: timestamp), at: timestamp, error: nil)
        case .failure(let error):
            deliver(nil, at: Int.min, error: error.converted())
        }
    }

    private func deliver(_ result: HandLandmarkerResult?, at timestamp: Int, error: NSError?) {
        guard let delegate else { return }
        #if canImport(ObjectiveC)
        delegate.handLandmarker?(
            self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
        #else
        delegate.handLandmarker(
            self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
        #endif
    }
}
