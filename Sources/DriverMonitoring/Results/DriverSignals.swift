/// The measurements of a driver, in this frame and over the last minutes.
///
/// No value is ever NaN or infinite: values that could not be measured are nil.
public struct DriverSignals: Sendable, Hashable, Codable {
    /// Whether the driver's face was found.
    public var isFacePresent = false
    /// Whether the frame is usable: a face with readable eyes and head pose.
    public var isUsable = false
    /// The probability, 0…1, that the measured eye openness is meaningful; 0 without a face.
    public var eyeReadability = 0.0
    /// Why the eyes of the face cannot be read; nil for a usable frame and without a face.
    public var eyeUnreadableReason: EyeUnreadableReason?
    /// The driver's left eye; nil when it cannot be read.
    public var leftEye: EyeSignal?
    /// The driver's right eye; nil when it cannot be read.
    public var rightEye: EyeSignal?
    /// The openness of the used eyes together, 0…1.
    public var openness: Double?
    /// The openness by eye aspect ratio: a second measure whose disagreement lowers the confidence.
    public var opennessByAspectRatio: Double?
    /// The mouth openness, 0…1 (the `jawOpen` blendshape).
    public var mouthOpenness: Double?
    /// The mouth aspect ratio: height over width of the inner lips, in pixels.
    public var mouthAspectRatio: Double?
    /// The head pose relative to the camera.
    public var head: HeadPose?
    /// The head pose relative to the driver's neutral pose.
    public var relativeHead: HeadPose?
    /// The estimated gaze, relative to the driver's usual look at the road.
    public var gaze: GazeEstimate?
    /// The name of the `GazeZone` that the driver looks at; nil while the gaze is not measured well
    /// enough, and outside all zones.
    public var gazeZone: String?
    /// Whether the driver looks off the road, by gaze, or by head pose while the eyes cannot be
    /// read; nil when neither can be measured.
    public var isOffRoad: Bool?
    /// The length of the current look off the road, in seconds; 0 without one.
    public var offRoadSeconds = 0.0
    /// Whether a hand is in a phone-like pose, at an ear or in front of the mouth; nil when no hand
    /// landmarker ran.
    public var isPhonePose: Bool?
    /// The length of the current eye closure, in seconds; nil while the eyes are open.
    public var closureSeconds: Double?
    /// PERCLOS over the last minute, 0…1: the share of usable time with closed eyes, not counting
    /// blinks.
    public var perclos60 = 0.0
    /// PERCLOS over the last three minutes, 0…1.
    public var perclos180 = 0.0
    /// Blink statistics; nil below 15 frames per second.
    public var blinks: BlinkStatistics?
    /// The number of yawns in the last five minutes.
    public var yawns = 0
    /// The number of head nods in the last five minutes.
    public var nods = 0
    /// The number of microsleeps in the last three minutes.
    public var microsleeps = 0
    /// The usable share of the last three seconds, 0…1.
    public var usableShare = 0.0
    /// The usable seconds of the last minute.
    public var usableSeconds = 0.0
    /// The visibility of the eyes, 0…1: the product of factors for head yaw, face presence, image quality,
    /// `eyeReadability` and the agreement of the two openness measures.
    public var visibility = 0.0
    /// Frames per second; nil for the first frame and for the first after a gap.
    public var frameRate: Double?
    /// The vehicle's speed in km/h; nil when unknown.
    public var speed: Double?

    /// Creates signals without any measurement.
    public init() {}

    /// The eye closure, 0…1: one minus `openness`.
    public var closure: Double? { openness.map { 1 - $0 } }

    /// Copies the measurements that only landmarks provide.
    mutating func copyLandmarkMeasurements(from other: DriverSignals) {
        leftEye = other.leftEye
        rightEye = other.rightEye
        mouthAspectRatio = other.mouthAspectRatio
        head = other.head
        gaze = other.gaze
    }
}

/// The measurements of one eye.
public struct EyeSignal: Sendable, Hashable, Codable {
    /// The eye openness, 0…1 of the driver's own range.
    public var openness: Double
    /// The eye aspect ratio: height over width, in pixels (Soukupová and Čech 2016).
    public var aspectRatio: Double
    /// The openness by aspect ratio, 0…1 of the driver's own range.
    public var opennessByAspectRatio: Double
    /// Whether the eye is used; the far eye of a turned head is not.
    public var isUsed: Bool

    /// Creates the measurements of an eye.
    public init(
        openness: Double, aspectRatio: Double, opennessByAspectRatio: Double, isUsed: Bool
    ) {
        self.openness = openness
        self.aspectRatio = aspectRatio
        self.opennessByAspectRatio = opennessByAspectRatio
        self.isUsed = isUsed
    }
}

/// An estimate of the gaze direction in degrees: head pose plus eye rotation.
///
/// The eye rotation is 44° horizontally and 80° vertically at a coefficient of 1 of the `eyeLook`
/// blendshapes, less the driver's median. The gains were fitted to photographs whose eyes were turned by
/// warping; `HowDriversAreAssessed` gives the errors.
public struct GazeEstimate: Sendable, Hashable, Codable {
    /// The vertical angle; negative is down.
    public var pitch: Double
    /// The horizontal angle; negative is to the driver's left.
    public var yaw: Double

    /// Creates an estimate.
    public init(pitch: Double, yaw: Double) {
        self.pitch = pitch
        self.yaw = yaw
    }
}

/// Statistics of the blinks in the last three minutes: closures of at least 0.06 s, but shorter than a
/// microsleep.
public struct BlinkStatistics: Sendable, Hashable, Codable {
    /// The number of blinks.
    public var count: Int
    /// Blinks per minute of usable time, for display only; 0 without usable time.
    public var perMinute: Double
    /// The mean duration in seconds; 0 without blinks.
    public var meanDuration: Double
    /// The share of blinks of 0.5 s and longer, 0…1; nil below ten blinks.
    public var longShare: Double?

    /// Creates statistics.
    public init(count: Int, perMinute: Double, meanDuration: Double, longShare: Double?) {
        self.count = count
        self.perMinute = perMinute
        self.meanDuration = meanDuration
        self.longShare = longShare
    }
}
