import Foundation
import LandmarkCore
import LandmarkImaging
import Synchronization

/// What every task checks before its work, in MediaPipe's order and words.
final class TaskCalls {
    let mode: RunningMode
    /// The timestamp of the next single image.
    private let nextImage = Mutex(0)

    /// - Throws: An `NSError` of code 3 when a delegate is missing, or set in a mode without one.
    init(mode: RunningMode, hasDelegate: Bool) throws {
        self.mode = mode
        if mode == .liveStream, !hasDelegate {
            throw NSError.task(
                .invalidArgumentError,
                "The vision task is in live stream mode. An object must be set as the delegate of"
                    + " the task in its options to ensure asynchronous delivery of results.")
        }
        if mode != .liveStream, hasDelegate {
            throw NSError.task(
                .invalidArgumentError,
                "The vision task is in image or video mode. The delegate must not be set in the"
                    + " task's options.")
        }
    }

    /// An image of its own, and the timestamp its result shall carry.
    func image(
        _ image: MPImage
    ) throws -> (image: PixelBuffer, orientation: Orientation, timestamp: Int) {
        try require(.image)
        let (pixels, orientation) = try image.forTask()
        let timestamp = nextImage.withLock { next in
            defer { next += 1000 }
            return next
        }
        return (pixels, orientation, timestamp)
    }

    /// A frame of a video, or of a live stream.
    func frame(_ image: MPImage, at milliseconds: Int, for needed: RunningMode) throws -> Frame {
        try require(needed)
        let (pixels, orientation) = try image.forTask()
        return Frame(
            image: pixels, timestamp: .milliseconds(milliseconds), orientation: orientation)
    }

    private func require(_ needed: RunningMode) throws {
        guard mode == needed else {
            throw NSError.task(
                .invalidArgumentError,
                "The vision task is not initialized with \(needed.displayName.lowercased()) mode."
                    + " Current Running Mode: \(mode.displayName)")
        }
    }
}
