import LandmarkCore
import LandmarkImaging

/// Decodes a video file in presentation order: what ``VideoFile`` needs. Not thread-safe.
protocol VideoDecoding: AnyObject {
    /// Opens a file and decodes its first image.
    ///
    /// - Throws: ``CaptureError``, as ``VideoFile/init(path:options:)`` does.
    init(path: String, options: VideoOptions) throws(CaptureError)

    /// The properties that the file declares.
    var information: SourceInformation { get }
    /// The conversion of its times.
    var timing: FrameTiming { get }

    /// Returns the next image, upright, as `rgb24` and with its number; nil after the last.
    ///
    /// - Throws: ``CaptureError``, as ``VideoFile/next()`` does.
    func next() throws(CaptureError) -> Frame?

    /// Leaves out frames before a time in seconds if that saves decoding them. Called once, before
    /// ``next()``.
    func skip(before time: Double)

    /// The error to report when reading stops before the end; nil if nothing is at fault so far.
    func damage(frames: Int) -> CaptureError?
}

extension VideoDecoding {
    func skip(before time: Double) {}

    func damage(frames: Int) -> CaptureError? { nil }
}

/// Writes a video file: what ``VideoWriter`` needs. Not thread-safe.
///
/// An instance that is released before ``finish(complete:)`` leaves no file.
protocol VideoEncoding: AnyObject {
    /// Creates a file, and copies the source's audio if there is one.
    ///
    /// - Throws: ``CaptureError``, as `VideoWriter.init` does.
    init(
        path: String, size: PixelSize, source: VideoFile?, options: VideoWriterOptions
    ) throws(CaptureError)

    /// Whether the source's audio is copied.
    var copiesAudio: Bool { get }

    /// Encodes an image shown at `timestamp`, and copies the audio up to it.
    ///
    /// - Throws: ``CaptureError``, as ``VideoWriter/write(_:at:)`` does.
    func write(_ image: PixelBuffer, at timestamp: Timestamp) throws(CaptureError)

    /// Completes the file.
    ///
    /// - Throws: ``CaptureError``, as ``VideoWriter/finish(complete:)`` does.
    func finish(complete: Bool) throws(CaptureError)
}

/// The images of a device: what ``Camera`` needs. Not thread-safe.
protocol LiveFrames: AnyObject {
    /// The size of the images.
    var size: PixelSize? { get }
    /// The frame rate; nil when unknown.
    var frameRate: FrameRate? { get }
    /// Why the device stopped; nil while it runs.
    var endReason: String? { get }

    /// Waits for and returns the next image; nil after the last.
    ///
    /// - Throws: ``CaptureError``.
    func next() throws(CaptureError) -> Frame?

    /// Tries once to resume after the last image, as when a camera has lost its connection.
    ///
    /// - Returns: Whether it is worth going on: ``next()``, or another call of this, may succeed.
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
