public import LandmarkCore

/// The signals of one frame, as input of a `DriverStateMachine`.
///
/// Values that are nil, NaN or infinite count as not measured.
public struct DriverReading: Sendable, Hashable, Codable {
    /// The frame's time.
    public var timestamp: Timestamp
    /// Whether the driver's face was found.
    public var isFacePresent: Bool
    /// The eye openness, 0…1 of the driver's own range; nil when it cannot be measured.
    public var openness: Double?
    /// The mouth openness, 0…1; nil when it cannot be measured.
    public var mouthOpenness: Double?
    /// How wide the mouth smiles, 0…1; nil when it cannot be measured.
    public var smile: Double?
    /// The head pose relative to the driver's neutral pose; nil when it cannot be measured.
    public var head: HeadPose?
    /// The head pose used to judge looks off the road; nil for `head`. It differs while the neutral
    /// pose is not settled.
    public var look: HeadPose?
    /// The gaze relative to the driver's usual look at the road, used to judge looks off the road
    /// instead of `look`; nil when it is not measured well enough.
    public var gaze: GazeEstimate?
    /// Whether a hand is in a phone-like pose, at an ear or in front of the mouth; nil when
    /// unknown.
    public var isPhonePose: Bool?
    /// The vehicle's speed in km/h, 0…1000 in either direction. A nil or invalid speed is unknown
    /// and counts as fast.
    public var speed: Double?
    /// The visibility of the eyes apart from head yaw, 0…1: the product of face presence, image
    /// quality and agreement of the two openness measures.
    public var visibility: Double
    /// The state of the driver's calibration.
    public var calibration: CalibrationState
    /// The probability, 0…1, that the measured openness is meaningful. Below `minEyeReadability`
    /// the eyes count as unreadable, and openness as not measured. It must not depend on whether
    /// the eyes are open.
    public var eyeReadability: Double
    /// Why the eyes cannot be read, or are hard to read; nil when unknown.
    public var eyeUnreadableReason: EyeUnreadableReason?
    /// A second measure of `openness`, by the eye aspect ratio; nil if not measured.
    public var opennessByAspectRatio: Double?
    /// Whether the reading is the first of another driver, which voids the cues of the last minutes.
    public var isOtherDriver: Bool

    /// The readability below which eyes are unreadable: openness is then more likely wrong than
    /// right.
    public static let minEyeReadability = 0.5

    /// Creates a reading; the defaults are those of a driver facing the road with open eyes.
    public init(
        timestamp: Timestamp, isFacePresent: Bool = true, openness: Double? = 1,
        mouthOpenness: Double? = 0, smile: Double? = 0, head: HeadPose? = HeadPose(),
        look: HeadPose? = nil,
        gaze: GazeEstimate? = nil, isPhonePose: Bool? = nil, speed: Double? = nil,
        visibility: Double = 1, calibration: CalibrationState = .frozen,
        eyeReadability: Double = 1, eyeUnreadableReason: EyeUnreadableReason? = nil,
        opennessByAspectRatio: Double? = nil, isOtherDriver: Bool = false
    ) {
        self.timestamp = timestamp
        self.isFacePresent = isFacePresent
        self.openness = openness
        self.mouthOpenness = mouthOpenness
        self.smile = smile
        self.head = head
        self.look = look
        self.gaze = gaze
        self.isPhonePose = isPhonePose
        self.speed = speed
        self.visibility = visibility
        self.calibration = calibration
        self.eyeReadability = eyeReadability
        self.eyeUnreadableReason = eyeUnreadableReason
        self.opennessByAspectRatio = opennessByAspectRatio
        self.isOtherDriver = isOtherDriver
    }
}

/// A reading whose values are finite and in range; other values are nil.
struct SanitizedReading {
    /// Largest yaw in degrees, to either side, at which the eyes are read.
    static let maxEyeYaw = 45.0
    /// Yaw span in degrees over which visibility falls from 1 (at 20°) to 0 (at `maxEyeYaw`).
    private static let visibilityFalloff = 25.0
    /// The readability of eyes that count as covered.
    private static let doubtfulReadability = 0.25

    let isFacePresent: Bool
    /// Also nil when the eyes are unreadable or covered.
    private(set) var openness: Double?
    /// The second measure; nil whenever `openness` is.
    private(set) var opennessByAspectRatio: Double?
    /// The openness of eyes that are unreadable although a face was found that is not turned away;
    /// nil whenever `openness` is not. It proves nothing, except that eyes that seem closed are not open.
    private(set) var doubtfulOpenness: Double?
    let mouthOpenness: Double?
    let smile: Double?
    let head: HeadPose?
    /// The head pose used to judge looks off the road; nil without `head`.
    let look: HeadPose?
    /// The gaze used to judge looks off the road; nil whenever `openness` is.
    private(set) var gaze: GazeEstimate?
    let isPhonePose: Bool?
    /// In km/h; nil when unknown or impossible for a vehicle.
    let speed: Double?
    /// The probability that the measured openness is meaningful; 0 without a face.
    private(set) var readability: Double
    /// The visibility of the eyes including head yaw and readability, 0…1.
    private(set) var visibility: Double
    /// The visibility of the eyes apart from head yaw and readability, 0…1.
    let clearness: Double
    /// Why the frame is not usable, for a face; nil for a usable frame.
    private(set) var unreadableReason: EyeUnreadableReason?

    init(_ reading: DriverReading) {
        isFacePresent = reading.isFacePresent
        head = reading.head.flatMap { [isFacePresent] in $0.isFinite && isFacePresent ? $0 : nil }
        look = head.map { head in reading.look.flatMap { $0.isFinite ? $0 : nil } ?? head }
        let readability =
            reading.eyeReadability.isFinite ? reading.eyeReadability.clamped(to: 0...1) : 0
        self.readability = isFacePresent ? readability : 0
        if isFacePresent, readability >= DriverReading.minEyeReadability {
            openness = reading.openness.finite?.clamped(to: 0...1)
        } else if isFacePresent, abs(head?.yaw ?? .infinity) <= Self.maxEyeYaw {
            doubtfulOpenness = reading.openness.finite?.clamped(to: 0...1)
        }
        if openness != nil {
            opennessByAspectRatio = reading.opennessByAspectRatio.finite?.clamped(to: 0...1)
            gaze = reading.gaze.flatMap { $0.pitch.isFinite && $0.yaw.isFinite ? $0 : nil }
        }
        mouthOpenness = isFacePresent ? reading.mouthOpenness.finite?.clamped(to: 0...1) : nil
        smile = isFacePresent ? reading.smile.finite?.clamped(to: 0...1) : nil
        isPhonePose = isFacePresent ? reading.isPhonePose : nil
        speed = reading.speed.flatMap { DriverLimits.speeds.contains($0) ? $0 : nil }
        clearness = reading.visibility.isFinite ? reading.visibility.clamped(to: 0...1) : 0
        visibility = clearness * readability * Self.yawFactor(head?.yaw)
        guard isFacePresent, !isUsable else { return }
        let isTurned = abs(head?.yaw ?? 0) > Self.maxEyeYaw
        unreadableReason =
            isTurned ? .turnedAway : reading.eyeUnreadableReason?.sanitized ?? .notMeasured
    }

    /// Whether the frame is usable: a face with readable eyes, turned by at most `maxEyeYaw`.
    var isUsable: Bool {
        guard let head, openness != nil else { return false }
        return abs(head.yaw) <= Self.maxEyeYaw
    }

    /// Whether the eyes are closed completely by every available measure: lids that follow a look
    /// down leave a gap to look through.
    var isFullyClosed: Bool {
        guard isUsable, let openness else { return false }
        return max(openness, opennessByAspectRatio ?? openness) <= ClosureMachine.fullOpenness
    }

    /// The reading with eyes that count as covered.
    func covered() -> SanitizedReading {
        var other = self
        other.openness = nil
        other.opennessByAspectRatio = nil
        other.gaze = nil
        other.readability = min(readability, Self.doubtfulReadability)
        other.visibility = min(visibility, Self.doubtfulReadability)
        if isUsable { other.unreadableReason = .covered }
        return other
    }

    private static func yawFactor(_ yaw: Double?) -> Double {
        guard let yaw else { return 0 }
        return ((maxEyeYaw - abs(yaw)) / visibilityFalloff).clamped(to: 0...1)
    }
}

extension Optional where Wrapped == Double {
    /// The value if it is finite; otherwise nil.
    var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}

extension Comparable {
    /// The nearest value in `range`.
    func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
