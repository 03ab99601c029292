import Foundation
import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import MediaPipeTasksVision

import class LandmarkCapture.VideoWriter

/// Draws poses over their frames, into a video where an app would use a view.
final class OverlayView {
    /// The timestamp of each drawn frame; ends with an error when a frame cannot be drawn.
    let drawn: AsyncThrowingStream<Int, any Error>

    private let continuation: AsyncThrowingStream<Int, any Error>.Continuation
    private let writer: VideoWriter
    /// Frames without a result yet, by timestamp in milliseconds.
    private var frames: [Int: PixelBuffer] = [:]
    /// Guards `frames`: results arrive on the landmarker's queue.
    private let lock = NSLock()

    init(writer: VideoWriter) {
        self.writer = writer
        (drawn, continuation) = AsyncThrowingStream.makeStream()
    }

    /// Keeps a frame until its result arrives.
    func willDetect(in frame: PixelBuffer, timestampInMilliseconds: Int) {
        lock.withLock { frames[timestampInMilliseconds] = frame }
    }

    private func draw(_ result: PoseLandmarkerResult) throws {
        let timestamp = result.timestampInMilliseconds
        let frame = lock.withLock {
            let frame = frames[timestamp]
            // Older frames were dropped: results arrive in order.
            frames = frames.filter { $0.key > timestamp }
            return frame
        }
        guard let frame else { return }
        let canvas = try Canvas(frame)
        for pose in result.landmarks {
            let points = pose.map { point in
                PixelPoint(
                    x: point.x * Float(frame.width), y: point.y * Float(frame.height))
            }
            let lines = PoseLandmarker.poseLandmarks.map {
                (points[Int($0.start)], points[Int($0.end)])
            }
            canvas.lines(lines, color: .middle)
            canvas.points(points, color: .left)
        }
        try writer.write(canvas.image(), at: .milliseconds(timestamp))
        continuation.yield(timestamp)
    }
}

extension OverlayView: PoseLandmarkerServiceDelegate {
    func poseLandmarkerService(
        _ service: PoseLandmarkerService, didFinishDetection result: PoseLandmarkerResult?,
        error: (any Error)?
    ) {
        do {
            if let error { throw error }
            if let result { try draw(result) }
        } catch {
            continuation.finish(throwing: error)
        }
    }
}
