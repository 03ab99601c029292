public import LandmarkCore

/// The signals of one frame, as input of a `DriverStateMachine`.
///
/// A value that is nil, NaN or infinite counts as not measured.
public struct DriverReading: Sendable, Hashable, Codable {
    /// The frame's time.
    public var timestamp: Timestamp
    /// Whether the driver's face was found.
    public var isFacePresent: Bool
    /// The eye openness, 0…1 of the driver's own range; nil when it cannot be measured.
    public var openness: Double?
    /// The mouth openness, 0…1; nil when it cannot be measured.
    public var mouthOpenness: Double?
    /// The head pose relative to the driver's neutral pose; nil when it cannot be measured.
    public var head: HeadPose?
    /// Whether a hand is in a phone-like pose, at an ear or in the lap; nil when unknown.
    public var isPhonePose: Bool?
    /// The vehicle's speed in km/h, 0…1000 in either direction. A nil or invalid speed is unknown
    /// and counts as fast.
    public var speed: Double?
    /// The visibility of the eyes apart from head yaw, 0…1: the product of face presence, image
    /// quality and agreement of the two openness measures.
    public var visibility: Double
    /// The state of the driver's calibration.
    public var calibration: CalibrationState

    /// Creates a reading; the defaults are those of a driver facing the road with open eyes.
    public init(
        timestamp: Timestamp, isFacePresent: Bool = true, openness: Double? = 1,
        mouthOpenness: Double? = 0, head: HeadPose? = HeadPose(), isPhonePose: Bool? = nil,
        speed: Double? = nil, visibility: Double = 1, calibration: CalibrationState = .frozen
    ) {
        self.timestamp = timestamp
        self.isFacePresent = isFacePresent
        self.openness = openness
        self.mouthOpenness = mouthOpenness
        self.head = head
        self.isPhonePose = isPhonePose
        self.speed = speed
        self.visibility = visibility
        self.calibration = calibration
    }
}

/// A reading whose values are finite and in range; everything else is nil.
struct SanitizedReading {
    /// Largest yaw in degrees, to either side, at which the eyes are read.
    static let maxEyeYaw = 45.0
    /// Yaw span in degrees over which visibility falls from 1 (at 20°) to 0 (at `maxEyeYaw`).
    private static let visibilityFalloff = 25.0

    let isFacePresent: Bool
    let openness: Double?
    let mouthOpenness: Double?
    let head: HeadPose?
    let isPhonePose: Bool?
    /// In km/h; nil when unknown or impossible for a vehicle.
    let speed: Double?
    /// The visibility of the eyes including head yaw, 0…1.
    let visibility: Double

    init(_ reading: DriverReading) {
        isFacePresent = reading.isFacePresent
        head = reading.head.flatMap { [isFacePresent] in $0.isFinite && isFacePresent ? $0 : nil }
        openness = isFacePresent ? reading.openness.finite?.clamped(to: 0...1) : nil
        mouthOpenness = isFacePresent ? reading.mouthOpenness.finite?.clamped(to: 0...1) : nil
        isPhonePose = isFacePresent ? reading.isPhonePose : nil
        speed = reading.speed.flatMap { DriverLimits.speeds.contains($0) ? $0 : nil }
        let visibility = reading.visibility.isFinite ? reading.visibility.clamped(to: 0...1) : 0
        self.visibility = visibility * Self.yawFactor(head?.yaw)
    }

    /// Whether the frame is usable: a face with readable eyes, turned by at most `maxEyeYaw`.
    var isUsable: Bool {
        guard let head, openness != nil else { return false }
        return abs(head.yaw) <= Self.maxEyeYaw
    }

    private static func yawFactor(_ yaw: Double?) -> Double {
        guard let yaw else { return 0 }
        return ((maxEyeYaw - abs(yaw)) / visibilityFalloff).clamped(to: 0...1)
    }
}

extension Optional where Wrapped == Double {
    /// The value if it is finite, otherwise nil.
    var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}

extension Comparable {
    /// The nearest value in `range`.
    func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
