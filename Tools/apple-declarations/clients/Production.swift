// What apps in production write around MediaPipe's tasks: a choice of the delegate by the device's
// model, a weak wrapper that is not an NSObject, and a source of frames for the simulator.

import AVFoundation
import LandmarkApple
import MediaPipeTasksVision
import UIKit

@MainActor
func preferredDelegate() -> Delegate {
    if ProcessInfo.processInfo.thermalState == .nominal
        && UIDevice.current.modelIdentifier >= "iPhone14,2"
    {
        return .GPU
    }
    return .CPU
}

final class WeakDelegate<Value: AnyObject> {
    weak var value: Value?

    init(_ value: Value?) { self.value = value }
}

final class PoseService: NSObject, PoseLandmarkerLiveStreamDelegate {
    private var observers: [WeakDelegate<PoseLandmarkerLiveStreamDelegate>] = []

    func add(_ observer: PoseLandmarkerLiveStreamDelegate) {
        observers.append(WeakDelegate(observer))
    }

    func poseLandmarker(
        _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int, error: Error?
    ) {
        for observer in observers {
            observer.value?.poseLandmarker(
                poseLandmarker, didFinishDetection: result,
                timestampInMilliseconds: timestampInMilliseconds, error: error)
        }
    }
}

final class SimulatorSource {
    weak var delegate: AVCaptureVideoDataOutputSampleBufferDelegate?
    private let output = AVCaptureVideoDataOutput()

    func send(_ sampleBuffer: CMSampleBuffer) {
        let connection = AVCaptureConnection(inputPorts: [], output: output)
        delegate?.captureOutput?(output, didOutput: sampleBuffer, from: connection)
    }
}
