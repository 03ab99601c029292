public import LandmarkCore

/// The options for encoding a video.
public struct VideoWriterOptions: Sendable {
    /// The codec.
    public var codec = VideoCodec.h264
    /// How much work to spend on reducing the file size.
    public var quality = VideoQuality.fast
    /// The constant rate factor on x264's scale, 0…51: lower values give better quality and larger
    /// files. Nil selects that of ``quality``.
    public var rateFactor: Int?
    /// Whether to use a hardware encoder if the machine has a working one. The same images then
    /// produce different bytes on different machines. On Apple's systems the hardware always
    /// encodes.
    public var usesHardware = false
    /// The number of encoding threads, 1…64. Each thread keeps its own frames: two are enough
    /// alongside the other work on a video, and four took a third more memory for large images.
    public var threads = min(ProcessorCount.online, 2)
    /// The frame rate of a video without a source. Frames at that rate are timed exactly, others to
    /// the millisecond.
    public var frameRate: FrameRate?
    /// Receives the encoder's messages and the reasons for omitting audio.
    public var logger = Logger.silent
    /// Whether a video that cannot be completed is kept for `VideoWriter.keepPartial()` after the
    /// error.
    package var keepsFailedVideo = false
    /// Whether a device, such as that of a GPU, exists.
    package var hasDevice: @Sendable (String) -> Bool = {
        (try? FileSystem.status(of: $0)) != nil
    }

    /// Creates the default options.
    public init() {}

    /// Returns the bit rate for encoders without a rate factor: about 0.1 bit per pixel at a factor
    /// of 20, and half of that for each 6 more.
    func bitsPerSecond(pixels: Int, framesPerSecond: Double) -> Int {
        let bits = Double(pixels) * framesPerSecond * 0.1
        let factor = rateFactor ?? (quality == .small ? 23 : 20)
        return Int(bits * Double(FloatMath.exp(Float(20 - factor) / 6 * 0.693_147_2)))
    }
}

/// How much work to spend on reducing the file size.
///
/// The image quality is about the same for all three; docs/video.md lists their costs.
public enum VideoQuality: String, Sendable, Hashable, CaseIterable {
    /// The least work: files up to 1.5 times as large as those of ``balanced``.
    case fast
    /// Three times the work of ``fast``.
    case balanced
    /// The smallest files, at several times the work of ``balanced``.
    case small
}

/// The codecs for writing videos.
public enum VideoCodec: String, Sendable, Hashable, CaseIterable {
    /// H.264, which every player supports.
    case h264
    /// H.265: smaller and several times slower; most players support it.
    case hevc

    /// The name in messages.
    var title: String {
        switch self {
        case .h264: "H.264"
        case .hevc: "H.265"
        }
    }
}
