public import LandmarkTasks

/// What a monitor is told besides the frame.
public struct DriverCabin: Sendable, Hashable {
    /// The vehicle's speed in km/h, 0…1000 whichever way it goes; nil, or any other number, is
    /// unknown, which counts as fast.
    public var speed: Double?
    /// How sharp and bright the image is, 0…1; nil counts as 1.
    public var imageQuality: Double?
    /// The hands in the frame, for hands at the ear; nil when nobody looked for hands.
    public var hands: [Hand]?
    /// The driver's body, for his ears; nil when unknown.
    public var pose: Pose?

    /// Says what is known.
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
