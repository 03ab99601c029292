public import LandmarkCore
public import LandmarkImaging

/// A source of frames: a video, camera, folder or pipe.
///
/// Sources are thread-safe; concurrent calls are serialized. Use ``frames()`` to iterate with
/// `for try await`.
public protocol FrameSource: AnyObject, Sendable {
    /// The information available about the source before its frames are read.
    var information: SourceInformation { get }

    /// Waits for and returns the next frame; nil at the end and from then on.
    ///
    /// Timestamps start near 0 and strictly increase.
    ///
    /// - Throws: ``CaptureError`` when no frame can be delivered. Each source documents whether it
    ///   continues after an error.
    func next() throws(CaptureError) -> Frame?
}

/// The information available about a source before its frames are read.
public struct SourceInformation: Sendable, Hashable {
    /// The path, device or name of the source.
    public let name: String
    /// The size of delivered frames in pixels; nil when it may vary.
    public let size: PixelSize?
    /// The frame rate, an average if it varies; nil when unknown.
    public let frameRate: FrameRate?
    /// The number of frames according to the file; nil when unknown.
    public let frameCount: Int?
    /// The duration in seconds according to the file; nil when unknown.
    public let duration: Double?
    /// The clockwise rotation applied to stored images to make them upright, in degrees.
    public let rotation: Int
    /// Whether the source has audio.
    public let hasAudio: Bool
    /// Whether frames are produced in real time, regardless of whether they are read.
    public let isLive: Bool
    /// Whether frames come from a stream that is read once, such as a pipe. Its writer decides when
    /// they arrive, and may pause.
    public let isPiped: Bool

    /// Creates a description; omitted values are unknown.
    public init(
        name: String, size: PixelSize? = nil, frameRate: FrameRate? = nil, frameCount: Int? = nil,
        duration: Double? = nil, rotation: Int = 0, hasAudio: Bool = false, isLive: Bool = false,
        isPiped: Bool = false
    ) {
        self.name = name
        self.size = size
        self.frameRate = frameRate
        self.frameCount = frameCount
        self.duration = duration
        self.rotation = rotation
        self.hasAudio = hasAudio
        self.isLive = isLive
        self.isPiped = isPiped
    }
}
