public import LandmarkCore
public import LandmarkImaging

/// Writes images as a video in an MP4 file, H.264 unless the options select another codec.
///
/// The video is written to a temporary file in the same folder and renamed when it is finished. An
/// existing file is kept until then; after an error, ``cancel()``, or deinitialization without
/// ``finish(complete:)``, the temporary file is removed. If the process is killed, the temporary
/// file remains and is playable except for its last seconds. Devices and pipes are written
/// directly.
///
/// The first image is at time 0, whatever its timestamp and whenever the source starts.
///
/// An odd number of columns or rows is increased by one, with a copy of the neighbor
/// (``codedSize``). Writers are thread-safe; concurrent calls are serialized.
public final class VideoWriter: Sendable {
    /// The path of the finished file.
    public let path: String
    /// The size of the images in pixels.
    public let size: PixelSize
    /// The size of the video in pixels: that of the images, with even numbers of columns and rows.
    public var codedSize: PixelSize { size.roundedUpToEven }
    /// Whether the video has the source's audio, copied or transcoded.
    public let copiesAudio: Bool
    private let state: Mutex<State>
    private let keepsFailedVideo: Bool

    private enum State {
        case open(PlatformRecording)
        case failed(PlatformRecording)
        case closed
    }

    /// Creates a video.
    ///
    /// - Parameters:
    ///   - path: The path of the finished file.
    ///   - size: The size of the images in pixels, 1×1 to 16384×16384.
    ///   - source: The video that the images come from, if any. A constant frame rate is preserved
    ///     exactly, a variable one to the millisecond, and the audio is copied without reencoding,
    ///     or transcoded to AAC if players cannot be expected to decode it in MP4.
    ///   - options: The encoding options.
    /// - Throws: ``CaptureError/invalidOption(name:value:expected:)``, `noEncoder`,
    ///   `librariesMissing`, or the error of creating the file.
    public init(
        path: String, size: PixelSize, source: VideoFile? = nil,
        options: VideoWriterOptions = VideoWriterOptions()
    ) throws(CaptureError) {
        guard 1...16384 ~= size.width, 1...16384 ~= size.height else {
            throw .invalidOption(
                name: "size", value: "\(size)", expected: "from 1×1 to 16384×16384")
        }
        if let factor = options.rateFactor, !(0...51 ~= factor) {
            throw .invalidOption(name: "rateFactor", value: "\(factor)", expected: "from 0 to 51")
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
        keepsFailedVideo = options.keepsFailedVideo
        state = Mutex(.open(recording))
    }

    /// Adds an image, shown from `timestamp` until that of the next one.
    ///
    /// - Parameters:
    ///   - image: An image of the video's size in any format; its alpha is dropped.
    ///   - timestamp: The timestamp of the source's frame, later than the previous one.
    /// - Throws: ``CaptureError/wrongImageSize(file:expected:got:)`` and
    ///   ``CaptureError/timestampNotIncreasing(file:previous:got:)``, which leave the writer
    ///   usable. Any other error, such as `timestampOutOfRange`, `unencodable` or `writeFailed`, ends
    ///   and removes the video.
    public func write(_ image: PixelBuffer, at timestamp: Timestamp) throws(CaptureError) {
        try use { (recording) throws(CaptureError) in try recording.write(image, at: timestamp) }
    }

    /// Completes the video and moves it to its path.
    ///
    /// - Parameter complete: False if the work was interrupted: the audio then ends with the last
    ///   image instead of running to its own end.
    /// - Throws: ``CaptureError/nothingWritten(file:)`` if there is no image,
    ///   ``CaptureError/alreadyClosed(file:)``, `unencodable` or `writeFailed`. The video is then
    ///   removed.
    public func finish(complete: Bool = true) throws(CaptureError) {
        try use { (recording) throws(CaptureError) in try recording.finish(complete: complete) }
        state.withLock { $0 = .closed }
    }

    /// Discards the video; an existing file at its path is unchanged.
    public func cancel() {
        state.withLock { $0 = .closed }
    }

    /// Ends the video and leaves it next to its path, as `NAME.partial.mp4`; after an error, only if the
    /// options allow it. An existing file at its path is unchanged.
    ///
    /// - Returns: The path of the video; nil if no part of it is playable.
    package func keepPartial() -> String? {
        state.withLock { state in
            defer { state = .closed }
            return switch state {
            case .open(let recording): recording.keepPartial(hasFailed: false)
            case .failed(let recording): recording.keepPartial(hasFailed: true)
            case .closed: nil
            }
        }
    }

    /// Calls `body` with the recording; a fatal error closes it.
    private func use(
        _ body: (PlatformRecording) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        try state.withLock { (state) throws(CaptureError) in
            guard case .open(let recording) = state else { throw .alreadyClosed(file: path) }
            do throws(CaptureError) {
                try body(recording)
            } catch {
                switch error {
                case .wrongImageSize, .timestampNotIncreasing: break
                default: state = keepsFailedVideo ? .failed(recording) : .closed
                }
                throw error
            }
        }
    }
}

extension PixelSize {
    /// The size with even numbers of columns and rows, at most one more of each: 4:2:0, which every
    /// player supports, shares chroma between two columns and two rows.
    var roundedUpToEven: PixelSize {
        PixelSize(width: width + width % 2, height: height + height % 2)
    }
}
