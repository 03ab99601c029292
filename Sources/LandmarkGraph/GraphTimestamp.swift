public import LandmarkCore

/// A packet's moment in microseconds, or one of the special moments around a stream.
///
/// In their order: `unset`, `unstarted`, `preStream`, `min`, every moment between, `max`,
/// `postStream`, `oneOverPostStream`, `done`. The values and rules are those of MediaPipe's
/// `Timestamp` (mediapipe/framework/timestamp.h).
public struct GraphTimestamp: Sendable, Hashable, Comparable {
    /// Microseconds; the special values are the four least and the four greatest `Int64`.
    public let rawValue: Int64

    private init(rawValue: Int64) { self.rawValue = rawValue }

    /// Makes a moment; what lies before `min` becomes `min`, what lies after `max` becomes `max`.
    public init(microseconds: Int64) {
        rawValue = Swift.min(Swift.max(microseconds, Self.min.rawValue), Self.max.rawValue)
    }

    /// The moment of a frame; beyond `min` and `max` it becomes these.
    public init(_ timestamp: Timestamp) {
        let (product, overflow) = Int64(timestamp.milliseconds).multipliedReportingOverflow(
            by: 1000)
        let limit: Int64 = timestamp.milliseconds < 0 ? .min : .max
        self.init(microseconds: overflow ? limit : product)
    }

    /// The moment `microseconds` after 0.
    public static func microseconds(_ microseconds: Int64) -> GraphTimestamp {
        GraphTimestamp(microseconds: microseconds)
    }

    /// No moment: that of an empty packet outside a stream.
    public static let unset = GraphTimestamp(rawValue: .min)
    /// Before a stream has begun.
    public static let unstarted = GraphTimestamp(rawValue: .min + 1)
    /// The moment of the only packet of a stream, before all others.
    public static let preStream = GraphTimestamp(rawValue: .min + 2)
    /// The first moment of a range of packets.
    public static let min = GraphTimestamp(rawValue: .min + 3)
    /// The last moment of a range of packets.
    public static let max = GraphTimestamp(rawValue: .max - 3)
    /// The moment of the only packet of a stream, after all others.
    public static let postStream = GraphTimestamp(rawValue: .max - 2)
    /// The bound of a stream in which no packet may follow.
    public static let oneOverPostStream = GraphTimestamp(rawValue: .max - 1)
    /// The bound of a closed stream.
    public static let done = GraphTimestamp(rawValue: .max)

    /// Orders moments by time, the special ones around all others.
    public static func < (a: GraphTimestamp, b: GraphTimestamp) -> Bool { a.rawValue < b.rawValue }

    /// Whether this is one of the special moments, `min` and `max` among them.
    public var isSpecial: Bool { self <= .min || self >= .max }

    /// Whether this is a moment from `min` to `max`: those of which a stream may have many.
    public var isRange: Bool { self >= .min && self <= .max }

    /// Whether a packet in a stream may have this moment.
    public var isAllowedInStream: Bool { self >= .preStream && self <= .postStream }

    /// The least moment that a packet after one of this moment may have; `oneOverPostStream` when
    /// none may follow.
    public var nextAllowedInStream: GraphTimestamp {
        if self >= .max || self == .preStream { return .oneOverPostStream }
        return self < .min ? .min : self + 1
    }

    /// The greatest moment that a packet before one of this moment may have; `unstarted` when none
    /// may precede.
    public var previousAllowedInStream: GraphTimestamp {
        if self <= .min || self == .postStream { return .unstarted }
        return self > .max ? .max : self - 1
    }

    /// The moment `offset` microseconds later, from `min` to `max`; a special moment outside this
    /// range stays.
    public static func + (timestamp: GraphTimestamp, offset: Int64) -> GraphTimestamp {
        guard timestamp.isRange else { return timestamp }
        let (sum, overflow) = timestamp.rawValue.addingReportingOverflow(offset)
        return GraphTimestamp(microseconds: overflow ? (offset < 0 ? .min : .max) : sum)
    }

    /// The moment `offset` microseconds earlier, from `min` to `max`; a special moment outside this
    /// range stays.
    public static func - (timestamp: GraphTimestamp, offset: Int64) -> GraphTimestamp {
        guard timestamp.isRange else { return timestamp }
        let (difference, overflow) = timestamp.rawValue.subtractingReportingOverflow(offset)
        return GraphTimestamp(microseconds: overflow ? (offset < 0 ? .max : .min) : difference)
    }
}

extension GraphTimestamp: CustomStringConvertible {
    /// The microseconds, or the special moment's name.
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
