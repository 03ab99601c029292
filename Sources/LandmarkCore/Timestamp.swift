/// A time in a stream of frames, in whole milliseconds from an origin chosen by the source.
///
/// In video and live stream mode, a landmarker requires strictly increasing timestamps. Encoded
/// with the key `milliseconds`.
public struct Timestamp: Sendable, Hashable, Codable {
    /// The number of milliseconds from the origin; may be negative.
    public let milliseconds: Int

    /// Creates a timestamp from milliseconds.
    public init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }

    /// Returns the timestamp `milliseconds` after the origin.
    public static func milliseconds(_ milliseconds: Int) -> Timestamp {
        Timestamp(milliseconds: milliseconds)
    }
}

extension Timestamp: Comparable {
    /// Returns whether `a` is earlier than `b`.
    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
}
