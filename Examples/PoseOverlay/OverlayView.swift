import Foundation
import LandmarkCore
import LandmarkImaging
import MediaPipeTasksVision
import Synchronization

import class LandmarkCapture.VideoWriter

/// Draws bodies over the frames they were found in: into a video, where an app has a view.
final class OverlayView {
    /// The timestamp of each frame that was drawn; ends with an error when one could not be.
    let drawn: AsyncThrowingStream<Int, any Error>

    private let continuation: AsyncThrowingStream<Int, any Error>.Continuation
    private let writer: VideoWriter
    /// The frames that were handed to the landmarker and have no result yet.
    private let frames = Mutex<[Int: PixelBuffer]>([:])

    init(writer: VideoWriter) {
        self.writer = writer
        (drawn, continuation) = AsyncThrowingStream.makeStream()
    }

    /// Keeps a frame until its result comes.
    func willDetect(in frame: PixelBuffer, timestampInMilliseconds: Int) {
        frames.withLock { $0[timestampInMilliseconds] = frame }
    }

    private func draw(_ result: PoseLandmarkerResult) throws {
        let timestamp = result.timestampInMilliseconds
        let frame = frames.withLock { frames in
            let frame = frames[timestamp]
            // Older ones were dropped: results come in order.
            frames = frames.filter { $0.key > timestamp }
            return frame
        }
        guard let frame else { return }
        let canvas = try Canvas(frame)
        for body in result.landmarks {
            let dots = body.map { point in
                PixelPoint(
                    x: point.x * Float(frame.width), y: point.y * Float(frame.height))
            }
            let lines = PoseLandmarker.poseLandmarks.map {
                (dots[Int($0.start)], dots[Int($0.end)])
            }
            canvas.lines(lines, color: .middle)
            canvas.points(dots, color: .left)
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
