// A manager, a view and a camera as the articles on driver monitoring with MediaPipe graphs print
// them: the graph is created from a path, takes milliseconds, and returns an optional result.

import AVFoundation
import DriverMonitoringGraph
import SwiftUI

class DMSManager: ObservableObject {
    @Published var latestResult: DMSResult?
    @Published var isRunning = false

    private var graph: MPPGraph?
    private let queue = DispatchQueue(label: "dms.processing", qos: .userInteractive)

    init() {
        guard let path = Bundle.main.path(forResource: "dms_graph", ofType: "pbtxt") else { return }
        graph = MPPGraph(graphPath: path)
    }

    func process(pixelBuffer: CVPixelBuffer, timestamp: UInt64) {
        queue.async { [weak self] in
            guard let self = self, let graph = self.graph else { return }
            let result = graph.process(pixelBuffer, timestamp: timestamp)
            DispatchQueue.main.async {
                self.latestResult = result
            }
        }
    }

    func process(sampleBuffer: CMSampleBuffer) {
        if let result = graph?.process(sampleBuffer) {
            DispatchQueue.main.async { self.latestResult = result }
        }
    }

    func stop() {
        graph?.close()
        graph = nil
    }
}

struct DMSView: View {
    @StateObject private var manager = DMSManager()

    var body: some View {
        VStack {
            if let result = manager.latestResult {
                Text("Fatigue: \(Int(result.fatigueScore))")
                Text("Level: \(result.fatigueLevel)")
                Text("Confidence: \(Int(result.confidence * 100)) %")
                    .foregroundColor(result.isAlert ? .red : .green)
            } else {
                Text("No face")
            }
        }
    }
}

class CameraManager: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    let session = AVCaptureSession()
    var onFrame: ((CVPixelBuffer, UInt64) -> Void)?

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        let timestamp = UInt64(CMTimeGetSeconds(time) * 1000)
        onFrame?(pixelBuffer, timestamp)
    }
}
