import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging

/// A video that is encoded on a separate thread while the next images are made.
final class EncodingStage: Sendable {
    private struct Image: Sendable {
        let pixels: PixelBuffer
        let timestamp: Timestamp
        /// The index of the frame from which it was made.
        let number: Int
    }

    private let video: Mutex<VideoOutput>
    private let stage: Stage<Image>

    /// - Parameter ahead: The number of images that may wait for, or be in, the encoder.
    init(_ video: sending VideoOutput, ahead: Int = 2) {
        let video = Mutex(video)
        self.video = video
        stage = Stage("encode", limit: ahead) { image in
            do throws(CaptureError) {
                try video.withLock { (video) throws(CaptureError) in
                    try video.write(image.pixels, at: image.timestamp)
                }
            } catch {
                guard case .wrongImageSize = error else { throw error }
                throw InputFault(cause: error, frame: image.number)
            }
        }
    }

    /// Adds an image that was made from frame `number`.
    ///
    /// - Throws: The error of an earlier image: ``InputFault`` for an image whose size differs from
    ///   earlier ones, which a single video cannot hold, or `CaptureError`.
    func write(_ pixels: PixelBuffer, at timestamp: Timestamp, frame number: Int) throws {
        try stage.send(Image(pixels: pixels, timestamp: timestamp, number: number))
    }

    /// Waits for pending images, and completes the file unless there was none.
    ///
    /// - Parameter complete: Whether all frames of the source were read, so that all of its audio
    ///   is copied.
    /// - Throws: The error of an image, or of completing the file.
    func finish(complete: Bool) throws {
        try stage.finish { isFlawless in
            try video.withLock { (video) throws(CaptureError) in
                try video.finish(complete: complete && isFlawless)
            }
        }
    }

    /// After an error, waits for pending images and keeps the video next to its path.
    func keepPartial() -> PartialFile? {
        try? stage.finish()
        return video.withLock { $0.keepPartial() }
    }
}

extension Stage {
    /// Waits until all items are consumed, and completes the output made from them.
    ///
    /// - Parameter complete: Called with whether all items were consumed. After an input's fault, it
    ///   completes the items before it; it is not called after other errors.
    /// - Throws: The error of an item.
    func finish(completing complete: (_ isFlawless: Bool) throws -> Void) throws {
        do {
            try finish()
        } catch let fault as InputFault {
            try complete(false)
            throw fault
        }
        try complete(true)
    }
}
