import Foundation
import MediaPipeTasksVision

/// What an app's screen is told of each frame that was looked at.
protocol PoseLandmarkerServiceDelegate: AnyObject {
    func poseLandmarkerService(
        _ service: PoseLandmarkerService, didFinishDetection result: PoseLandmarkerResult?,
        error: (any Error)?)
}

/// Owns the landmarker and is its delegate, as an app for iOS has it.
final class PoseLandmarkerService: NSObject {
    weak var delegate: (any PoseLandmarkerServiceDelegate)?
    private var poseLandmarker: PoseLandmarker?

    init(modelPath: String) throws {
        super.init()
        let options = PoseLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        options.runningMode = .liveStream
        options.poseLandmarkerLiveStreamDelegate = self
        poseLandmarker = try PoseLandmarker(options: options)
    }

    /// Returns at once; the result comes to the delegate, or the frame is dropped.
    func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try poseLandmarker?.detectAsync(
            image: image, timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension PoseLandmarkerService: PoseLandmarkerLiveStreamDelegate {
    func poseLandmarker(
        _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {
        delegate?.poseLandmarkerService(self, didFinishDetection: result, error: error)
    }
}
