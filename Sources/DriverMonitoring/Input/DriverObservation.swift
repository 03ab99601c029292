public import LandmarkCore
public import LandmarkTasks

/// What landmarkers found in one frame; the pixels stay outside.
public struct DriverObservation: Sendable, Hashable {
    /// The frame's time.
    public var timestamp: Timestamp
    /// The size of the image that the landmarks are fractions of.
    public var imageSize: PixelSize
    /// The driver's face with blendshapes and transformation matrix; nil when there is none.
    /// `DriverFaceSelector` picks it out of several.
    public var face: Face?
    /// The hands, for hands at the ear; nil when nobody looked for hands.
    public var hands: [Hand]?
    /// The driver's body, for his ears; nil when unknown.
    public var pose: Pose?
    /// The vehicle's speed in km/h, 0…1000 whichever way it goes; nil, or any other number, is
    /// unknown, which counts as fast.
    public var speed: Double?
    /// How sharp and bright the image is, 0…1, by whoever has its pixels; nil counts as 1.
    public var imageQuality: Double?

    /// Makes an observation.
    public init(
        timestamp: Timestamp, imageSize: PixelSize, face: Face?, hands: [Hand]? = nil,
        pose: Pose? = nil, speed: Double? = nil, imageQuality: Double? = nil
    ) {
        self.timestamp = timestamp
        self.imageSize = imageSize
        self.face = face
        self.hands = hands
        self.pose = pose
        self.speed = speed
        self.imageQuality = imageQuality
    }
}
