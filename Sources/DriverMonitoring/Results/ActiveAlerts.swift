/// The alerts that are on, the most urgent first.
public struct ActiveAlerts: Sendable, Hashable, RandomAccessCollection {
    private var bits: UInt8 = 0

    /// No alerts.
    public init() {}

    /// The alerts among `alerts`.
    public init(_ alerts: some Sequence<DriverAlert>) {
        for alert in alerts { insert(alert) }
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// How many are on.
    public var endIndex: Int { bits.nonzeroBitCount }

    /// The alert at `position` in the order of urgency.
    public subscript(position: Int) -> DriverAlert {
        precondition(indices.contains(position), "there are \(count) alerts, and no \(position)")
        var rest = bits
        for _ in 0..<position { rest &= rest - 1 }
        return DriverAlert.allCases[rest.trailingZeroBitCount]
    }

    /// Whether `alert` is on.
    public func contains(_ alert: DriverAlert) -> Bool { bits & Self.bit(alert) != 0 }

    /// Turns `alert` on.
    public mutating func insert(_ alert: DriverAlert) { bits |= Self.bit(alert) }

    /// Turns `alert` off.
    public mutating func remove(_ alert: DriverAlert) { bits &= ~Self.bit(alert) }

    private static func bit(_ alert: DriverAlert) -> UInt8 { 1 << UInt8(alert.rawValue) }
}
