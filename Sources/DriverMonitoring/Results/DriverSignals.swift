/// What is measured of a driver, in this frame and over the last minutes.
///
/// Nothing is ever NaN or infinite: what could not be measured is nil.
public struct DriverSignals: Sendable, Hashable {
    /// Whether the driver's face is in sight.
    public var isFacePresent = false
    /// Whether the frame counts: a face whose eyes and pose can be read.
    public var isUsable = false
    /// The driver's left eye.
    public var leftEye: EyeSignal?
    /// The driver's right eye.
    public var rightEye: EyeSignal?
    /// How open the eyes that count are together, 0…1.
    public var openness: Double?
    /// The same by their aspect ratio: a second opinion, which lowers the confidence.
    public var opennessByAspectRatio: Double?
    /// How open the mouth is, 0…1 (`jawOpen`).
    public var mouthOpenness: Double?
    /// The inner lips' height over their width, in pixels.
    public var mouthAspectRatio: Double?
    /// The head before the camera.
    public var head: HeadPose?
    /// The head from the driver's own usual pose.
    public var relativeHead: HeadPose?
    /// Where he may look, from his usual pose.
    public var gaze: GazeEstimate?
    /// Whether he looks away from the road, by the head; nil when that cannot be seen.
    public var isOffRoad: Bool?
    /// How long he has looked away, in seconds.
    public var offRoadSeconds = 0.0
    /// Whether a hand is held as with a telephone, at an ear or in the lap; nil when nobody looked
    /// for hands.
    public var isPhonePose: Bool?
    /// How long the eyes have been closed, in seconds; nil while they are open.
    public var closureSeconds: Double?
    /// The share of the last minute's usable time in which the eyes were closed, blinks apart, 0…1.
    public var perclos60 = 0.0
    /// The same of three minutes.
    public var perclos180 = 0.0
    /// Blinks; nil below 15 frames a second.
    public var blinks: BlinkStatistics?
    /// Yawns of the last five minutes.
    public var yawns = 0
    /// Nods of the last five minutes.
    public var nods = 0
    /// Microsleeps of the last three minutes.
    public var microsleeps = 0
    /// The share of the last three seconds that is usable, 0…1.
    public var usableShare = 0.0
    /// The usable seconds of the last minute.
    public var usableSeconds = 0.0
    /// How well the eyes are seen, 0…1: straightness of the head, presence, image quality and
    /// agreement of both measures of the eyes.
    public var visibility = 0.0
    /// Frames a second; nil for the first frame, and for the first after a gap.
    public var frameRate: Double?
    /// The vehicle's speed in km/h; nil when unknown.
    public var speed: Double?

    /// Signals of which nothing is known.
    public init() {}

    /// How closed the eyes are, 0…1.
    public var closure: Double? { openness.map { 1 - $0 } }
}
