public import LandmarkCore

/// How a video is written.
public struct VideoWriterOptions: Sendable {
    /// The quality that x264 calls its rate factor, 0 to 51; less is better and larger.
    public var rateFactor = 20
    /// Threads for encoding, 1 to 64.
    public var threads = ProcessorCount.usual
    /// The rate when no source tells it: frames that keep to it are timed by it exactly, others to
    /// the millisecond.
    public var frameRate: FrameRate?
    /// Takes what the encoder has to say, and why sound is left out.
    public var logger = Logger.silent

    /// The options that suit most videos.
    public init() {}
}
