public import LandmarkCore

/// What is known about a source of frames before they come.
public struct SourceInformation: Sendable, Hashable {
    /// The file, folder or device.
    public let name: String
    /// The size of its frames as they are delivered, in pixels; nil when they may differ.
    public let size: PixelSize?
    /// Frames per second: of a video with a variable rate the average, nil when it is not known.
    public let frameRate: FrameRate?
    /// How many frames there are, as the file says; nil when nothing says it.
    public let frameCount: Int?
    /// How long it lasts, as the file says; nil when nothing says it.
    public let duration: Duration?
    /// By how many degrees clockwise the stored images are turned to stand as they should.
    public let rotation: Int
    /// Whether there is sound beside the images.
    public let hasAudio: Bool
    /// Whether frames come by themselves, whether one takes them or not.
    public let isLive: Bool

    /// Describes a source; what is left out is not known.
    public init(
        name: String, size: PixelSize? = nil, frameRate: FrameRate? = nil, frameCount: Int? = nil,
        duration: Duration? = nil, rotation: Int = 0, hasAudio: Bool = false, isLive: Bool = false
    ) {
        self.name = name
        self.size = size
        self.frameRate = frameRate
        self.frameCount = frameCount
        self.duration = duration
        self.rotation = rotation
        self.hasAudio = hasAudio
        self.isLive = isLive
    }
}
