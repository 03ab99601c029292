/// How long a look off the road may last from a speed on.
public struct LookLimit: Sendable, Hashable, Codable {
    /// The speed in km/h from which it holds, up to the speed of the next one.
    public var speed: Double
    /// The longest look, in seconds; one that is longer is a `distractionLong`.
    public var seconds: Double

    /// Creates a limit.
    public init(speed: Double, seconds: Double) {
        self.speed = speed
        self.seconds = seconds
    }
}

/// The warnings of a driver who does not watch the road: who looks off it, closes the eyes, holds a
/// hand like a phone, or slumps.
///
/// The time without attention grows meanwhile, and falls faster than it grew while the driver
/// watches the road again, so that repeated short looks add up. It stays while the driver is not
/// seen, and falls at speeds at which looks do not count. The defaults are those of openpilot's
/// `DRIVER_MONITOR_SETTINGS` (`_DISTRACTED_TIME` and `_RECOVERY_FACTOR_…`).
public struct AttentionRules: Sendable, Hashable, Codable {
    /// The seconds without attention from which a first, unobtrusive warning is due.
    public var notice = 3.0
    /// The seconds from which the driver is asked for attention.
    public var prompt = 5.0
    /// The seconds from which the driver must be taken to have lost control.
    public var terminal = 11.0
    /// How much faster than it grew the time falls: `slowRecovery` at 0, `fastRecovery` at `terminal`.
    public var slowRecovery = 1.25
    /// See `slowRecovery`.
    public var fastRecovery = 5.0

    /// Creates rules; the defaults are openpilot's.
    public init(notice: Double = 3, prompt: Double = 5, terminal: Double = 11) {
        self.notice = notice
        self.prompt = prompt
        self.terminal = terminal
    }
}

/// When a driver was warned in vain too often: a system that drives must not be engaged again until
/// it is restarted. The defaults are those of openpilot (`_MAX_TERMINAL_ALERTS` and
/// `_MAX_TERMINAL_DURATION`).
public struct LockOutRules: Sendable, Hashable, Codable {
    /// The number of terminal warnings.
    public var alerts: Int
    /// The total time of terminal warnings, in seconds.
    public var seconds: Double

    /// Creates rules; the defaults are openpilot's.
    public init(alerts: Int = 3, seconds: Double = 30) {
        self.alerts = alerts
        self.seconds = seconds
    }
}

/// A warning of a driver who does not watch the road, from mild to urgent. The raw value is the name
/// used in files.
public enum AttentionWarning: String, Sendable, Hashable, Comparable, CaseIterable, Codable {
    /// None is due.
    case none
    /// An unobtrusive one.
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

/// The driver's attention to the road, by `AttentionRules`.
public struct AttentionState: Sendable, Hashable, Codable {
    /// The warning that is due.
    public var warning = AttentionWarning.none
    /// The time without attention in seconds, at most `AttentionRules.terminal`.
    public var inattentiveSeconds = 0.0
    /// The number of terminal warnings since the start.
    public var terminalAlerts = 0
    /// Their total time in seconds.
    public var terminalSeconds = 0.0
    /// Whether `LockOutRules` have been reached since the start: it lasts until `reset()`.
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
