public import LandmarkCore
import LandmarkImaging

/// How a video is decoded.
public struct VideoOptions: Sendable {
    /// What happens where the images' size changes.
    public enum SizeChange: Sendable, Hashable {
        /// The frames before are delivered, then ``CaptureError/sizeChanged(file:frame:from:to:)``
        /// is thrown and the video is over.
        case stop
        /// All frames are scaled to the size of the first, whatever that does to their shape.
        case scaleToFirst
    }

    /// Threads for decoding, 1 to 64. Frames do not depend on it.
    public var threads = ProcessorCount.usual
    /// Whether frames that are marked as interlaced are made whole; one field alone lags behind.
    public var deinterlaces = true
    /// What happens where the images' size changes.
    public var sizeChange = SizeChange.stop
    /// Images of more pixels are refused before memory is taken for them.
    public var pixelLimit = ImageFile.defaultPixelLimit
    /// Takes what the decoder has to say: damage as warnings, the rest for debugging.
    ///
    /// Called from any thread, also while a call into this module is under way.
    public var logger = Logger.silent

    /// The options that suit most videos.
    public init() {}
}
