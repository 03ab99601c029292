import LandmarkCore
import LandmarkImaging

/// Decodes a video file in presentation order; used by ``VideoFile``. Not thread-safe.
protocol VideoDecoding: AnyObject {
    /// Opens a file and decodes its first image.
    ///
    /// - Throws: ``CaptureError``, like ``VideoFile/init(path:options:)``.
    init(path: String, options: VideoOptions) throws(CaptureError)

    /// The properties that the file declares.
    var information: SourceInformation { get }
    /// The conversion of its times.
    var timing: FrameTiming { get }

    /// Returns the next image, upright, as `rgb24` and with its number; nil after the last.
    ///
    /// - Throws: ``CaptureError``, like ``VideoFile/next()``.
    func next() throws(CaptureError) -> Frame?

    /// Skips frames before a time in seconds if that saves decoding them. Called once, before
    /// ``next()``.
    func skip(before time: Double)

    /// The error to report when reading stops before the end; nil if there is no fault so far.
    func damage(frames: Int) -> CaptureError?
}

extension VideoDecoding {
    func skip(before time: Double) {}

    func damage(frames: Int) -> CaptureError? { nil }
}

/// Writes a video file; used by ``VideoWriter``. Not thread-safe.
///
/// An instance that is released before ``finish(complete:)`` leaves no file.
protocol VideoEncoding: AnyObject {
    /// Creates a file, and copies the audio of the source, if there is a source.
    ///
    /// - Throws: ``CaptureError``, like `VideoWriter.init`.
    init(
        path: String, size: PixelSize, source: VideoFile?, options: VideoWriterOptions
    ) throws(CaptureError)

    /// Whether the source's audio is copied.
    var copiesAudio: Bool { get }

    /// Encodes an image shown at `timestamp`, and copies the audio up to it.
    ///
    /// - Throws: ``CaptureError``, like ``VideoWriter/write(_:at:)``.
    func write(_ image: PixelBuffer, at timestamp: Timestamp) throws(CaptureError)

    /// Completes the file.
    ///
    /// - Throws: ``CaptureError``, like ``VideoWriter/finish(complete:)``.
    func finish(complete: Bool) throws(CaptureError)
}

/// The images of a device; used by ``Camera``. Not thread-safe.
protocol LiveFrames: AnyObject {
    /// The size of the images.
    var size: PixelSize? { get }
    /// The frame rate; nil when unknown.
    var frameRate: FrameRate? { get }
    /// The reason that the device stopped; nil while it runs.
    var endReason: String? { get }

    /// Waits for and returns the next image; nil after the last.
    ///
    /// - Throws: ``CaptureError``.
    func next() throws(CaptureError) -> Frame?

    /// Tries once to resume after the last image, for example after a camera has lost its
    /// connection.
    ///
    /// - Returns: Whether it is worth continuing: ``next()``, or another call of this function, may
    ///   succeed.
    func recovers() -> Bool
}

extension LiveFrames {
    func recovers() -> Bool { false }
}

#if canImport(AVFoundation)
/// The decoder of this platform.
typealias PlatformVideo = AssetVideo
/// The encoder of this platform.
typealias PlatformRecording = AssetRecording
#else
/// The decoder of this platform.
typealias PlatformVideo = VideoReader
/// The encoder of this platform.
typealias PlatformRecording = Recording
#endif
