public import LandmarkCore
public import LandmarkTasks

/// The landmarks found in one frame, as input of a `DriverAnalyzer`. It holds no pixels.
public struct DriverObservation: Sendable, Hashable, Codable {
    /// The frame's time.
    public var timestamp: Timestamp
    /// The size in pixels of the image that the landmarks' coordinates are fractions of.
    public var imageSize: PixelSize
    /// The driver's face with blendshapes and transformation matrix; nil if it was not found.
    /// `DriverFaceSelector` selects it among several faces.
    public var face: Face?
    /// Statistics of the images of the face's eyes; nil when the image was not examined, in which case the
    /// eyes count as readable.
    public var eyeImages: EyeImages?
    /// The change in the driver's face, from `DriverFaceSelector.change`; the driver's range is then learned
    /// again.
    public var change: DriverChange?
    /// Other known facts about the frame.
    public var context: DriverContext

    /// Creates an observation.
    public init(
        timestamp: Timestamp, imageSize: PixelSize, face: Face?, eyeImages: EyeImages? = nil,
        change: DriverChange? = nil, context: DriverContext = DriverContext()
    ) {
        self.timestamp = timestamp
        self.imageSize = imageSize
        self.face = face
        self.eyeImages = eyeImages
        self.change = change
        self.context = context
    }
}

/// Facts about a frame in addition to the driver's face. Everything in it is optional.
public struct DriverContext: Sendable, Hashable, Codable {
    /// The vehicle's speed in km/h, 0…1000 in either direction. A nil or invalid speed is unknown
    /// and counts as fast.
    public var speed: Double?
    /// The sharpness and brightness of the image, 0…1, as rated by the caller; nil counts as 1.
    public var imageQuality: Double?
    /// The hands in the frame, for detecting a phone-like pose; nil when no hand landmarker ran.
    public var hands: [Hand]?
    /// The driver's pose, for the position of the ears; nil when unknown.
    public var pose: Pose?

    /// Creates a context; omitted values are unknown.
    public init(
        speed: Double? = nil, imageQuality: Double? = nil, hands: [Hand]? = nil,
        pose: Pose? = nil
    ) {
        self.speed = speed
        self.imageQuality = imageQuality
        self.hands = hands
        self.pose = pose
    }
}
