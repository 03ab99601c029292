/// Options for assessing a driver: what counts as a microsleep, where the road is, and the warning policy as
/// data.
///
/// Its JSON form may omit members, including those of `attention` and `lockOut`, which then have their
/// defaults.
public struct DriverOptions: Sendable, Hashable, Codable {
    /// Valid values of `microsleepDuration`, in seconds.
    public static let microsleepDurations = 0.8...2.5

    /// How long the eyes must be closed for a microsleep, in seconds: 1, the usual definition, by
    /// default. Euro NCAP allows 1…2, and one product warns at 1.5. A value outside `microsleepDurations` is
    /// clamped, and NaN counts as 1.
    public var microsleepDuration = 1.0
    /// The gaze zones of the vehicle: where the road is, and what else a driver can look at.
    public var gazeZones = GazeZones.leftHandDrive
    /// How long a look off the road may last, by the vehicle's speed. Below the lowest speed, looks off the
    /// road and phone-like poses fire no events.
    public var lookLimits = [LookLimit(speed: 20, seconds: 3)]
    /// The speed in km/h from which a fatigue alert may start: by default 50, from which Euro NCAP requires
    /// warnings.
    public var fatigueSpeed = 50.0
    /// The speed in km/h from which the driver's range is learned if the speed is known: 5 by default,
    /// because people look elsewhere and talk while parking. An unknown speed counts as fast. openpilot
    /// learns from 13 m/s on (`_POSE_CALIB_MIN_SPEED`).
    public var learningSpeed = 5.0
    /// The warnings for a driver who does not watch the road.
    public var attention = AttentionRules()
    /// The limits of ignored warnings; nil for none. Once a limit is reached, a driving system must not be
    /// engaged again until it is restarted.
    public var lockOut: LockOutRules? = LockOutRules()

    /// Creates options; the defaults are those of the definition in the article
    /// `HowDriversAreAssessed`.
    public init(microsleepDuration: Double = 1, gazeZones: GazeZones = .leftHandDrive) {
        self.microsleepDuration = microsleepDuration
        self.gazeZones = gazeZones
    }

    /// The speeds and times of the EU's regulations, which allow later warnings than the defaults.
    ///
    /// Delegated Regulation (EU) 2023/2590 (advanced driver distraction warning): looks of at most 6 s
    /// from 20 km/h and 3.5 s from 50 km/h. Delegated Regulation (EU) 2021/1341 (drowsiness and
    /// attention warning): active above 70 km/h. The numbers come from secondary sources, not from the texts
    /// themselves. They are no claim of conformity.
    public static var euRegulations: DriverOptions {
        var options = DriverOptions()
        options.lookLimits = [
            LookLimit(speed: 20, seconds: 6), LookLimit(speed: 50, seconds: 3.5),
        ]
        options.fatigueSpeed = 70
        return options
    }

    /// Decodes options; missing members have their defaults.
    ///
    /// - Throws: `DecodingError` for unknown members, for members of other types, and for values out
    ///   of range.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.knownContainer(keyedBy: CodingKeys.self)
        self.init()
        try values.decode(.microsleepDuration, into: &microsleepDuration)
        try values.decode(.gazeZones, into: &gazeZones)
        try values.decode(.lookLimits, into: &lookLimits)
        try values.decode(.fatigueSpeed, into: &fatigueSpeed)
        try values.decode(.learningSpeed, into: &learningSpeed)
        try values.decode(.attention, into: &attention)
        if values.contains(.lockOut) {
            lockOut = try values.decodeIfPresent(LockOutRules.self, forKey: .lockOut)
        }
        try values.check(microsleepDuration, in: Self.microsleepDurations, .microsleepDuration)
        try values.check(fatigueSpeed, in: DriverLimits.speeds, .fatigueSpeed)
        try values.check(learningSpeed, in: DriverLimits.speeds, .learningSpeed)
    }

    /// Encodes all members; a nil `lockOut` as null.
    ///
    /// - Throws: `EncodingError`, as the encoder throws it.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(microsleepDuration, forKey: .microsleepDuration)
        try values.encode(gazeZones, forKey: .gazeZones)
        try values.encode(lookLimits, forKey: .lookLimits)
        try values.encode(fatigueSpeed, forKey: .fatigueSpeed)
        try values.encode(learningSpeed, forKey: .learningSpeed)
        try values.encode(attention, forKey: .attention)
        try values.encode(lockOut, forKey: .lockOut)
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case microsleepDuration, gazeZones, lookLimits, fatigueSpeed, learningSpeed, attention
        case lockOut
    }

    /// The duration of a microsleep in milliseconds.
    var microsleep: Int {
        let seconds = microsleepDuration.isNaN ? 1 : microsleepDuration
        return Int((1000 * seconds.clamped(to: Self.microsleepDurations)).rounded())
    }

    /// How long a look off the road may last at `speed` in km/h, in milliseconds; nil when looks do
    /// not count. An unknown speed counts as fast.
    func lookLimit(at speed: Double?) -> Int? {
        let speed = speed ?? .infinity
        var limit: LookLimit?
        for other in lookLimits where speed >= other.speed && other.speed >= limit?.speed ?? 0 {
            limit = other
        }
        return limit?.seconds.milliseconds
    }

    /// Whether the driver's range may be learned at `speed` in km/h; an unknown speed counts as fast.
    func learns(at speed: Double?) -> Bool {
        guard let speed, DriverLimits.speeds.contains(speed) else { return true }
        return speed >= learningSpeed
    }
}
