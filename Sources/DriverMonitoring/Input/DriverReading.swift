public import LandmarkCore

/// The signals of one frame, from landmarks or from elsewhere.
///
/// A value that is NaN, infinite or nil counts as not measured.
public struct DriverReading: Sendable, Hashable {
    /// The frame's time.
    public var timestamp: Timestamp
    /// Whether the driver's face is in sight.
    public var isFacePresent: Bool
    /// How open the eyes are, 0…1 of the driver's own range; nil when that cannot be read.
    public var openness: Double?
    /// How open the mouth is, 0…1; nil when that cannot be read.
    public var mouth: Double?
    /// The head from the driver's own usual pose; nil when that cannot be read.
    public var head: HeadPose?
    /// Whether a hand is held as with a telephone, at an ear or in the lap; nil when unknown.
    public var isPhonePose: Bool?
    /// The vehicle's speed in km/h, 0…1000 whichever way it goes; nil, or any other number, is
    /// unknown, which counts as fast.
    public var speed: Double?
    /// How well the eyes are seen, the head's yaw apart: presence, image quality, agreement; 0…1.
    public var visibility: Double
    /// How well the driver is known.
    public var calibration: CalibrationState

    /// Makes a reading; without arguments that of a driver who looks ahead with open eyes.
    public init(
        timestamp: Timestamp, isFacePresent: Bool = true, openness: Double? = 1,
        mouth: Double? = 0, head: HeadPose? = HeadPose(), isPhonePose: Bool? = nil,
        speed: Double? = nil, visibility: Double = 1, calibration: CalibrationState = .frozen
    ) {
        self.timestamp = timestamp
        self.isFacePresent = isFacePresent
        self.openness = openness
        self.mouth = mouth
        self.head = head
        self.isPhonePose = isPhonePose
        self.speed = speed
        self.visibility = visibility
        self.calibration = calibration
    }
}
