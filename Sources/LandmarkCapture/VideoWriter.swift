public import LandmarkCore
public import LandmarkImaging
import LandmarkSystem

/// Writes images as an H.264 video in an MP4 file.
///
/// The video is written to a temporary file in the same folder and renamed when it is finished. An
/// existing file stays until then; after an error, ``cancel()``, or deinitialization without
/// ``finish(complete:)``, the temporary file is removed. Devices and pipes are written directly.
///
/// An image with an odd number of columns or rows gets one more, a copy of its neighbor. Writers
/// are thread-safe; concurrent calls are serialized.
public final class VideoWriter: Sendable {
    /// The path of the finished file.
    public let path: String
    /// The size of the images in pixels.
    public let size: PixelSize
    /// Whether the source's audio is copied.
    public let copiesAudio: Bool
    private let recording: Mutex<PlatformRecording?>

    /// Creates a video.
    ///
    /// - Parameters:
    ///   - path: The path of the finished file.
    ///   - size: The size of the images in pixels, 1×1 to 16384×16384.
    ///   - source: The video that the images come from, if any. A constant frame rate is kept
    ///     exactly, a variable one to the millisecond, and the audio is copied without reencoding.
    ///     Audio that MP4 cannot contain is omitted, with a warning to the logger.
    ///   - options: The encoding options.
    /// - Throws: ``CaptureError/invalidOption(name:value:expected:)``, `noEncoder`, `unencodable`,
    ///   `librariesMissing`, or the error of creating the file.
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
        let recording = try PlatformRecording(
            path: path, size: size, source: source, options: options)
        copiesAudio = recording.copiesAudio
        self.recording = Mutex(recording)
    }

    /// Adds an image, shown from `timestamp` until the next one's.
    ///
    /// - Parameters:
    ///   - image: An image of the video's size in any format; its alpha is dropped.
    ///   - timestamp: The timestamp of the source's frame, later than the previous one.
    /// - Throws: ``CaptureError/wrongImageSize(file:expected:got:)`` and
    ///   ``CaptureError/timestampNotIncreasing(file:previous:got:)``, which leave the writer
    ///   usable. Any other error, such as `timestampOutOfRange` or `writeFailed`, ends and removes
    ///   the video.
    public func write(_ image: PixelBuffer, at timestamp: Timestamp) throws(CaptureError) {
        try use { (recording) throws(CaptureError) in try recording.write(image, at: timestamp) }
    }

    /// Completes the video and moves it to its path.
    ///
    /// - Parameter complete: False if the work was interrupted: the audio then ends with the last
    ///   image instead of running to its own end.
    /// - Throws: ``CaptureError/nothingWritten(file:)`` without an image,
    ///   ``CaptureError/alreadyClosed(file:)``, `unencodable` or `writeFailed`. The video is then
    ///   removed.
    public func finish(complete: Bool = true) throws(CaptureError) {
        try use { (recording) throws(CaptureError) in try recording.finish(complete: complete) }
        recording.withLock { $0 = nil }
    }

    /// Discards the video; an existing file at its path is unchanged.
    public func cancel() {
        recording.withLock { $0 = nil }
    }

    /// Calls `body` with the recording, which is discarded after a fatal error.
    private func use(
        _ body: (PlatformRecording) throws(CaptureError) -> Void
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

/// The options of encoding a video.
public struct VideoWriterOptions: Sendable {
    /// The constant rate factor of x264, 0…51; lower is better and larger.
    public var rateFactor = 20
    /// The number of encoding threads, 1…64.
    public var threads = ProcessorCount.usual
    /// The frame rate of a video without a source. Frames at that rate are timed exactly, others to
    /// the millisecond.
    public var frameRate: FrameRate?
    /// Receives the encoder's messages, and why audio is omitted.
    public var logger = Logger.silent

    /// Creates the default options.
    public init() {}

    /// Returns the bit rate for encoders without a rate factor: about 0.1 bit per pixel at a factor
    /// of 20, and half of it for each 6 more.
    func bitsPerSecond(pixels: Int, framesPerSecond: Double) -> Int {
        let bits = Double(pixels) * framesPerSecond * 0.1
        return Int(bits * Double(FloatMath.exp(Float(20 - rateFactor) / 6 * 0.693_147_2)))
    }
}
