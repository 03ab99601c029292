public import LandmarkCore
public import LandmarkImaging
import Synchronization

/// Writes images as an H.264 video in an MP4 file.
///
/// The file is written under a temporary name beside its own and renamed when it is whole: until
/// then what stood there stays, and after an error, ``cancel()`` or the writer's end without
/// ``finish(complete:)`` nothing of it is left. Devices and pipes are written to directly.
///
/// An image with an odd number of columns or rows gets one more, which repeats its neighbor. May
/// be used from any thread; calls wait for each other.
public final class VideoWriter: Sendable {
    /// The file as it will be named.
    public let path: String
    /// The size of its images in pixels.
    public let size: PixelSize
    /// Whether the source's sound is copied.
    public let copiesAudio: Bool
    private let recording: Mutex<Recording?>

    /// Begins a video.
    ///
    /// - Parameters:
    ///   - path: Where it is to stand.
    ///   - size: The size of its images in pixels.
    ///   - source: The video whose frames are drawn on, if they come from one: its constant rate is
    ///     kept exactly, a variable one to the millisecond, and its sound is copied bit for bit.
    ///     Sound that MP4 cannot hold is left out, with a warning to the logger.
    ///   - options: How it is encoded.
    public init(
        path: String, size: PixelSize, source: VideoFile? = nil,
        options: VideoWriterOptions = VideoWriterOptions()
    ) throws(CaptureError) {
        guard 1...16384 ~= size.width, 1...16384 ~= size.height else {
            throw .invalidOption(
                name: "size", value: "\(size)", expected: "from 1×1 to 16384×16384")
        }
        guard 0...51 ~= options.rateFactor else {
            throw .invalidOption(
                name: "rateFactor", value: "\(options.rateFactor)", expected: "from 0 to 51")
        }
        guard 1...64 ~= options.threads else {
            throw .invalidOption(
                name: "threads", value: "\(options.threads)", expected: "from 1 to 64")
        }
        self.path = path
        self.size = size
        let recording = try Recording(path: path, size: size, source: source, options: options)
        copiesAudio = recording.copiesAudio
        self.recording = Mutex(recording)
    }

    /// Adds an image, shown from `timestamp` until the next one's.
    ///
    /// - Parameters:
    ///   - image: Of the video's size, in any format; alpha is dropped.
    ///   - timestamp: Later than the one before; that of the frame it was made from.
    /// - Throws: `CaptureError.wrongImageSize` and `.timestampNotIncreasing`, which leave the
    ///   writer usable; any other error ends the video and removes it.
    public func write(_ image: PixelBuffer, at timestamp: Timestamp) throws(CaptureError) {
        try use { (recording) throws(CaptureError) in try recording.write(image, at: timestamp) }
    }

    /// Makes a whole file of what has been written, and gives it its name.
    ///
    /// - Parameter complete: False when the work was stopped on the way: the sound then ends with
    ///   the last image instead of running on to its own end.
    /// - Throws: `CaptureError.nothingWritten` without an image. After an error nothing is left.
    public func finish(complete: Bool = true) throws(CaptureError) {
        try use { (recording) throws(CaptureError) in try recording.finish(complete: complete) }
        recording.withLock { $0 = nil }
    }

    /// Drops the video; what stood at its path is untouched.
    public func cancel() {
        recording.withLock { $0 = nil }
    }

    /// Lets `body` use the recording, which is dropped when that fails for good.
    private func use(
        _ body: (Recording) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        try recording.withLock { (recording) throws(CaptureError) in
            guard let open = recording else { throw .alreadyClosed(file: path) }
            do throws(CaptureError) {
                try body(open)
            } catch {
                switch error {
                case .wrongImageSize, .timestampNotIncreasing: break
                default: recording = nil
                }
                throw error
            }
        }
    }
}
