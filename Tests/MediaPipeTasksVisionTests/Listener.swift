import Foundation
import MediaPipeTasksVision

/// A delegate of all tasks that passes every call to a closure, on the task's queue.
final class Listener: NSObject {
    struct Call {
        let task: NSObject
        let result: TaskResult?
        let timestamp: Int
        let error: (any Error)?
    }

    private let onCall: (Call) -> Void

    init(_ onCall: @escaping (Call) -> Void) {
        self.onCall = onCall
        super.init()
    }
}

extension Listener: HandLandmarkerLiveStreamDelegate {
    func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {
        onCall(
            Call(
                task: handLandmarker, result: result, timestamp: timestampInMilliseconds,
                error: error))
    }
}

extension Listener: PoseLandmarkerLiveStreamDelegate {
    func poseLandmarker(
        _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {
        onCall(
            Call(
                task: poseLandmarker, result: result, timestamp: timestampInMilliseconds,
                error: error))
    }
}

extension Listener: FaceLandmarkerLiveStreamDelegate {
    func faceLandmarker(
        _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {
        onCall(
            Call(
                task: faceLandmarker, result: result, timestamp: timestampInMilliseconds,
                error: error))
    }
}

extension Listener: FaceDetectorLiveStreamDelegate {
    func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {
        onCall(
            Call(
                task: faceDetector, result: result, timestamp: timestampInMilliseconds,
                error: error))
    }
}

extension Listener: HolisticLandmarkerLiveStreamDelegate {
    func holisticLandmarker(
        _ holisticLandmarker: HolisticLandmarker,
        didFinishDetection result: HolisticLandmarkerResult?, timestampInMilliseconds: Int,
        error: (any Error)?
    ) {
        onCall(
            Call(
                task: holisticLandmarker, result: result, timestamp: timestampInMilliseconds,
                error: error))
    }
}

extension Listener: ImageSegmenterLiveStreamDelegate {
    func imageSegmenter(
        _ imageSegmenter: ImageSegmenter, didFinishSegmentation result: ImageSegmenterResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {
        onCall(
            Call(
                task: imageSegmenter, result: result, timestamp: timestampInMilliseconds,
                error: error))
    }
}
