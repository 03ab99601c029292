public import LandmarkCore

/// The timestamp of a packet in microseconds, or one of the special timestamps.
///
/// In ascending order: `unset`, `unstarted`, `preStream`, `min`, all regular timestamps, `max`,
/// `postStream`, `oneOverPostStream`, `done`. Values and rules are those of MediaPipe's `Timestamp`
/// (mediapipe/framework/timestamp.h).
public struct GraphTimestamp: Sendable, Hashable, Comparable {
    /// Microseconds; the special values are the four lowest and the four highest `Int64` values.
    public let rawValue: Int64

    private init(rawValue: Int64) { self.rawValue = rawValue }

    /// Creates a timestamp, clamped to `min...max`.
    public init(microseconds: Int64) {
        rawValue = Swift.min(Swift.max(microseconds, Self.min.rawValue), Self.max.rawValue)
    }

    /// Converts a frame's timestamp, clamped to `min...max`.
    public init(_ timestamp: Timestamp) {
        let (product, overflow) = Int64(timestamp.milliseconds).multipliedReportingOverflow(
            by: 1000)
        let limit: Int64 = timestamp.milliseconds < 0 ? .min : .max
        self.init(microseconds: overflow ? limit : product)
    }

    /// Creates a timestamp, clamped to `min...max`.
    public static func microseconds(_ microseconds: Int64) -> GraphTimestamp {
        GraphTimestamp(microseconds: microseconds)
    }

    /// The timestamp of packets outside of streams.
    public static let unset = GraphTimestamp(rawValue: .min)
    /// Before any packet of a stream.
    public static let unstarted = GraphTimestamp(rawValue: .min + 1)
    /// The timestamp of a header packet, which is the only packet of its stream.
    public static let preStream = GraphTimestamp(rawValue: .min + 2)
    /// The lowest timestamp of a range of packets.
    public static let min = GraphTimestamp(rawValue: .min + 3)
    /// The highest timestamp of a range of packets.
    public static let max = GraphTimestamp(rawValue: .max - 3)
    /// The timestamp of a summary packet, which is the only packet of its stream.
    public static let postStream = GraphTimestamp(rawValue: .max - 2)
    /// The bound of a stream in which no further packet is allowed.
    public static let oneOverPostStream = GraphTimestamp(rawValue: .max - 1)
    /// The bound of a closed stream.
    public static let done = GraphTimestamp(rawValue: .max)

    /// Orders timestamps by value, with the special ones below and above all others.
    public static func < (a: GraphTimestamp, b: GraphTimestamp) -> Bool { a.rawValue < b.rawValue }

    /// Whether this is a special timestamp; `min` and `max` count as special.
    public var isSpecial: Bool { self <= .min || self >= .max }

    /// Whether this is in `min...max`; a stream may have any number of such timestamps.
    public var isRange: Bool { self >= .min && self <= .max }

    /// Whether a packet in a stream may have this timestamp.
    public var isAllowedInStream: Bool { self >= .preStream && self <= .postStream }

    /// The lowest timestamp allowed for the packet after one at this timestamp;
    /// `oneOverPostStream` when none may follow.
    public var nextAllowedInStream: GraphTimestamp {
        if self >= .max || self == .preStream { return .oneOverPostStream }
        return self < .min ? .min : self + 1
    }

    /// The highest timestamp allowed for the packet before one at this timestamp; `unstarted` when
    /// none may precede.
    public var previousAllowedInStream: GraphTimestamp {
        if self <= .min || self == .postStream { return .unstarted }
        return self > .max ? .max : self - 1
    }

    /// Adds microseconds, clamping to `min...max`; timestamps outside this range are unchanged.
    public static func + (timestamp: GraphTimestamp, offset: Int64) -> GraphTimestamp {
        guard timestamp.isRange else { return timestamp }
        let (sum, overflow) = timestamp.rawValue.addingReportingOverflow(offset)
        return GraphTimestamp(microseconds: overflow ? (offset < 0 ? .min : .max) : sum)
    }

    /// Subtracts microseconds, clamping to `min...max`; timestamps outside this range are
    /// unchanged.
    public static func - (timestamp: GraphTimestamp, offset: Int64) -> GraphTimestamp {
        guard timestamp.isRange else { return timestamp }
        let (difference, overflow) = timestamp.rawValue.subtractingReportingOverflow(offset)
        return GraphTimestamp(microseconds: overflow ? (offset < 0 ? .max : .min) : difference)
    }
}

extension GraphTimestamp: CustomStringConvertible {
    /// The microseconds, or the name of the special timestamp.
    public var description: String {
        switch self {
        case .unset: "unset"
        case .unstarted: "unstarted"
        case .preStream: "preStream"
        case .min: "min"
        case .max: "max"
        case .postStream: "postStream"
        case .oneOverPostStream: "oneOverPostStream"
        case .done: "done"
        default: String(rawValue)
        }
    }
}
