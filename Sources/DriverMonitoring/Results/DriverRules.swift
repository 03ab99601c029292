/// How long a look off the road may last from a given speed on.
public struct LookLimit: Sendable, Hashable, Codable {
    /// The speed in km/h from which the limit applies, up to the speed of the next limit.
    public var speed: Double
    /// The longest look, in seconds; a longer look is a `distractionLong`.
    public var seconds: Double

    /// Creates a limit.
    public init(speed: Double, seconds: Double) {
        self.speed = speed
        self.seconds = seconds
    }

    /// Decodes a limit.
    ///
    /// - Throws: `DecodingError` for missing and unknown members, for members of other types, and
    ///   for values out of range.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.knownContainer(keyedBy: CodingKeys.self)
        speed = try values.decode(Double.self, forKey: .speed)
        seconds = try values.decode(Double.self, forKey: .seconds)
        try values.check(speed, in: DriverLimits.speeds, .speed)
        try values.check(seconds, in: AttentionRules.times, .seconds)
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case speed, seconds
    }
}

/// Warnings for a driver who looks away from the road, closes their eyes, slumps, or holds a hand as if it
/// held a phone.
///
/// The time without attention grows meanwhile. Once the driver watches the road again, it falls faster than
/// it grew, so that repeated short looks add up. It stays constant while the driver is not seen, and falls at
/// speeds at which looks do not count. The defaults are those of openpilot's `DRIVER_MONITOR_SETTINGS`
/// (`_DISTRACTED_TIME` and `_RECOVERY_FACTOR_…`).
///
/// The JSON form may omit members, which then have their defaults. Invalid rules count as the
/// defaults.
public struct AttentionRules: Sendable, Hashable, Codable {
    /// Valid values of `notice`, `prompt` and `terminal`, in seconds; none may be below the
    /// one before.
    public static let times = 0.001...3600.0
    /// Valid values of `slowRecovery` and `fastRecovery`.
    public static let recoveries = 0.0...1000.0

    /// The seconds without attention from which a first, unobtrusive warning is due.
    public var notice = 3.0
    /// The seconds from which the driver is asked for attention.
    public var prompt = 5.0
    /// The seconds from which the driver must be assumed to have lost control.
    public var terminal = 11.0
    /// How many times faster the time falls than it grew: `slowRecovery` at 0, `fastRecovery` at `terminal`.
    public var slowRecovery = 1.25
    /// See `slowRecovery`.
    public var fastRecovery = 5.0

    /// Creates rules; the defaults are openpilot's.
    public init(notice: Double = 3, prompt: Double = 5, terminal: Double = 11) {
        self.notice = notice
        self.prompt = prompt
        self.terminal = terminal
    }

    /// Decodes rules; missing members have their defaults.
    ///
    /// - Throws: `DecodingError` for unknown members, for members of other types, and for rules that
    ///   are not valid.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.knownContainer(keyedBy: CodingKeys.self)
        self.init()
        try values.decode(.notice, into: &notice)
        try values.decode(.prompt, into: &prompt)
        try values.decode(.terminal, into: &terminal)
        try values.decode(.slowRecovery, into: &slowRecovery)
        try values.decode(.fastRecovery, into: &fastRecovery)
        guard isValid else { throw decoder.invalidRules }
    }

    /// Whether every number is within its range, and the times do not decrease.
    public var isValid: Bool {
        let times = [notice, prompt, terminal]
        return times.allSatisfy { Self.times.contains($0) } && notice <= prompt
            && prompt <= terminal
            && Self.recoveries.contains(slowRecovery) && Self.recoveries.contains(fastRecovery)
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case notice, prompt, terminal, slowRecovery, fastRecovery
    }
}

/// The limits of ignored warnings. Once a limit is reached, a driving system must not be engaged again until
/// it is restarted. The defaults are those of openpilot (`_MAX_TERMINAL_ALERTS` and
/// `_MAX_TERMINAL_DURATION`).
///
/// The JSON form may omit members, which then have their defaults. Invalid rules count as the
/// defaults.
public struct LockOutRules: Sendable, Hashable, Codable {
    /// Valid values of `alerts`.
    public static let alertCounts = 0...1_000_000
    /// Valid values of `seconds`.
    public static let times = 0.0...1e9

    /// The number of terminal warnings; 0 for no limit.
    public var alerts: Int
    /// The total time of terminal warnings, in seconds; 0 for no limit.
    public var seconds: Double

    /// Creates rules; the defaults are openpilot's.
    public init(alerts: Int = 3, seconds: Double = 30) {
        self.alerts = alerts
        self.seconds = seconds
    }

    /// Decodes rules; missing members have their defaults.
    ///
    /// - Throws: `DecodingError` for unknown members, for members of other types, and for rules that
    ///   are not valid.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.knownContainer(keyedBy: CodingKeys.self)
        self.init()
        try values.decode(.alerts, into: &alerts)
        try values.decode(.seconds, into: &seconds)
        guard isValid else { throw decoder.invalidRules }
    }

    /// Whether both numbers are within their ranges.
    public var isValid: Bool {
        Self.alertCounts.contains(alerts) && Self.times.contains(seconds)
    }

    /// Whether a number of terminal warnings, or their total time in milliseconds, reaches its
    /// limit.
    func isReached(alerts: Int, time: Int) -> Bool {
        let isNumberReached = self.alerts > 0 && alerts >= self.alerts
        let isTimeReached =
            seconds > 0 && time > 0 && Elapsed.reached(time, seconds.milliseconds)
        return isNumberReached || isTimeReached
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case alerts, seconds
    }
}

/// A warning for a driver who does not watch the road, from mild to urgent. The raw value is the name used in
/// files.
public enum AttentionWarning: String, Sendable, Hashable, Comparable, CaseIterable, Codable {
    /// No warning is due.
    case none
    /// An unobtrusive warning.
    case notice
    /// The driver is asked for attention.
    case prompt
    /// The driver does not respond: slow down or stop.
    case terminal

    /// Orders warnings by urgency, the mildest first.
    public static func < (a: AttentionWarning, b: AttentionWarning) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .notice: 1
        case .prompt: 2
        case .terminal: 3
        }
    }
}

/// The driver's attention to the road, according to `AttentionRules`.
public struct AttentionState: Sendable, Hashable, Codable {
    /// The warning that is due.
    public var warning = AttentionWarning.none
    /// The time without attention in seconds, at most `AttentionRules.terminal`.
    public var inattentiveSeconds = 0.0
    /// The number of terminal warnings since the start.
    public var terminalAlerts = 0
    /// The total time of terminal warnings in seconds.
    public var terminalSeconds = 0.0
    /// Whether `LockOutRules` have been reached since the start; true until `reset()`.
    public var isLockedOut = false

    /// Creates the state of an attentive driver.
    public init() {}
}

extension Double {
    /// Seconds as whole milliseconds, from 0 to a year; 0 for a value that is not a number.
    var milliseconds: Int {
        isNaN ? 0 : Int((1000 * self).clamped(to: 0...3.2e10).rounded())
    }
}
