public import LandmarkCore
import LandmarkImageFiles
public import LandmarkImaging
import LandmarkSystem

/// The frames of a video file, decoded to RGB.
///
/// Images look as in a player: the file's rotation is applied and interlaced frames are
/// deinterlaced; non-square pixels are delivered as stored. A timestamp is the presentation time in
/// milliseconds from the first frame; at a constant rate it is exactly `round(i · 1000 / rate)`.
///
/// A damaged file delivers every frame that can be decoded, then throws
/// ``CaptureError/damaged(file:frames:faults:reason:)`` once, then returns nil.
public final class VideoFile: FrameSource {
    /// The properties that the file declares.
    public let information: SourceInformation
    private let reader: Mutex<PlatformVideo>

    /// Opens a file and decodes its first image.
    ///
    /// - Parameters:
    ///   - path: A local file or pipe; addresses are rejected.
    ///   - options: The decoding options.
    /// - Throws: ``CaptureError`` when the file cannot be read or is not a video, or not a single
    ///   image can be decoded; ``CaptureError/invalidOption(name:value:expected:)``.
    public init(path: String, options: VideoOptions = VideoOptions()) throws(CaptureError) {
        guard 1...64 ~= options.threads else {
            throw .invalidOption(
                name: "threads", value: "\(options.threads)", expected: "from 1 to 64")
        }
        let reader = try PlatformVideo(path: path, options: options)
        information = reader.information
        self.reader = Mutex(reader)
    }

    /// Returns the next frame; nil after the last.
    ///
    /// - Throws: ``CaptureError/damaged(file:frames:faults:reason:)``,
    ///   ``CaptureError/sizeChanged(file:frame:from:to:)`` or
    ///   ``CaptureError/undecodable(file:reason:)``, after the frames that could be decoded.
    public func next() throws(CaptureError) -> Frame? {
        try reader.withLock { (reader) throws(CaptureError) in try reader.next() }
    }

    /// The constant frame rate, if any, and the presentation time of the first frame in seconds.
    var timing: (rate: FrameRate?, start: (numerator: Int, denominator: Int)) {
        reader.withLock { ($0.timing.constantRate, $0.timing.start) }
    }
}

/// The options of decoding a video.
public struct VideoOptions: Sendable {
    /// The behavior when the size of the images changes.
    public enum SizeChange: Sendable, Hashable {
        /// Delivers the frames before the change, throws
        /// ``CaptureError/sizeChanged(file:frame:from:to:)``, and ends.
        case stop
        /// Scales all frames to the size of the first, regardless of their aspect ratio.
        case scaleToFirst
    }

    /// The number of decoding threads, 1…64. It does not affect the frames.
    public var threads = ProcessorCount.usual
    /// Whether frames marked as interlaced are deinterlaced, one frame for one.
    public var deinterlaces = true
    /// The behavior when the size of the images changes.
    public var sizeChange = SizeChange.stop
    /// The maximum number of pixels; larger images are rejected before memory is allocated for
    /// them.
    public var pixelLimit = ImageFile.defaultPixelLimit
    /// Receives the decoder's messages: damage as warnings, the rest for debugging.
    ///
    /// It may be called from any thread, also during a call into this module.
    public var logger = Logger.silent

    /// Creates the default options.
    public init() {}
}
