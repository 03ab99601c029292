import Foundation
import MediaPipeTasksVision

/// Receives the result of each processed frame, as a view controller does in an app.
protocol PoseLandmarkerServiceDelegate: AnyObject {
    func poseLandmarkerService(
        _ service: PoseLandmarkerService, didFinishDetection result: PoseLandmarkerResult?,
        error: (any Error)?)
}

/// Owns the landmarker and is its delegate, as in MediaPipe's iOS examples.
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

    /// Returns immediately; the delegate receives the result, unless the frame is dropped.
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
