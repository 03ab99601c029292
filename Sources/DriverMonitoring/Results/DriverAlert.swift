/// An alert, in order of urgency: the most urgent first. The raw value is the name used in files.
public enum DriverAlert: String, Sendable, Hashable, Comparable, CaseIterable, Codable {
    /// The driver does not respond.
    case unresponsive = "UNRESPONSIVE"
    /// The driver is asleep.
    case sleep = "SLEEP"
    /// The driver had a microsleep.
    case microsleep = "MICROSLEEP"
    /// The fatigue level is severe or critical.
    case fatigue = "FATIGUE"
    /// One long look off the road.
    case distractionLong = "DISTRACTION_LONG"
    /// A hand in a phone-like pose.
    case phoneLike = "PHONE_LIKE"
    /// Repeated short looks off the road.
    case distractionShort = "DISTRACTION_SHORT"
    /// No face found for 10 s: the driver is not monitored.
    case degraded = "DEGRADED"

    /// Orders alerts by urgency, the most urgent first.
    public static func < (a: DriverAlert, b: DriverAlert) -> Bool { a.urgencyRank < b.urgencyRank }

    /// The position in `allCases`, 0 for the most urgent.
    fileprivate var urgencyRank: Int {
        switch self {
        case .unresponsive: 0
        case .sleep: 1
        case .microsleep: 2
        case .fatigue: 3
        case .distractionLong: 4
        case .phoneLike: 5
        case .distractionShort: 6
        case .degraded: 7
        }
    }
}

/// A set of alerts, as a collection sorted by urgency: the most urgent first.
///
/// It takes one byte, so results are copied without allocations.
public struct ActiveAlerts: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
    private var bits: UInt8 = 0

    /// Creates an empty set.
    public init() {}

    /// Creates a set from a sequence of alerts in any order.
    public init(_ alerts: some Sequence<DriverAlert>) {
        for alert in alerts { insert(alert) }
    }

    /// Creates a set of the given alerts, listed in any order.
    public init(arrayLiteral alerts: DriverAlert...) { self.init(alerts) }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of alerts.
    public var endIndex: Int { bits.nonzeroBitCount }

    /// The alert at `position` in order of urgency; traps when out of range.
    public subscript(position: Int) -> DriverAlert {
        precondition(indices.contains(position), "index \(position) of \(count) active alerts")
        var rest = bits
        for _ in 0..<position { rest &= rest - 1 }
        return DriverAlert.allCases[rest.trailingZeroBitCount]
    }

    /// Whether `alert` is active.
    public func contains(_ alert: DriverAlert) -> Bool { bits & Self.bit(alert) != 0 }

    /// Adds `alert`, if it is not active yet.
    public mutating func insert(_ alert: DriverAlert) { bits |= Self.bit(alert) }

    /// Removes `alert`, if it is active.
    public mutating func remove(_ alert: DriverAlert) { bits &= ~Self.bit(alert) }

    private static func bit(_ alert: DriverAlert) -> UInt8 { 1 << UInt8(alert.urgencyRank) }
}

extension ActiveAlerts: CustomStringConvertible {
    /// The alerts' names by urgency, such as `[sleep, fatigue]`.
    public var description: String {
        "[" + map { "\($0)" }.joined(separator: ", ") + "]"
    }
}

extension ActiveAlerts: Codable {
    /// Decodes an array of alerts.
    ///
    /// - Throws: `DecodingError` when the value is not an array of known alerts.
    public init(from decoder: any Decoder) throws {
        self.init(try [DriverAlert](from: decoder))
    }

    /// Encodes the alerts as an array, the most urgent first.
    ///
    /// - Throws: `EncodingError`, as the encoder does.
    public func encode(to encoder: any Encoder) throws {
        try Array(self).encode(to: encoder)
    }
}

/// A sound to play in a frame, in order of urgency: the most urgent first.
public enum DriverSound: String, Sendable, Hashable, Comparable, CaseIterable, Codable {
    /// Sleep, an unresponsive driver or fatigue level 4: at once, repeated every 2 s until the eyes
    /// have been open for 0.5 s.
    case critical
    /// A microsleep or fatigue level 3 and above: at once, repeated every 60 s while the level
    /// lasts.
    case fatigue
    /// Distraction: once.
    case distraction
    /// The driver is no longer monitored: once, and soft.
    case notice

    /// Orders sounds by urgency, the most urgent first.
    public static func < (a: DriverSound, b: DriverSound) -> Bool { a.urgencyRank < b.urgencyRank }

    private var urgencyRank: Int {
        switch self {
        case .critical: 0
        case .fatigue: 1
        case .distraction: 2
        case .notice: 3
        }
    }
}
