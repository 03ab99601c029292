/// A moment of a stream, in whole milliseconds from a start of the source's choice.
///
/// The frames that a landmarker sees in video and live stream mode carry strictly increasing ones.
public struct Timestamp: Sendable, Hashable, Codable, Comparable {
    /// Milliseconds from the start; may be negative.
    public let milliseconds: Int

    /// Makes a moment.
    public init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }

    /// The moment `milliseconds` after the start.
    public static func milliseconds(_ milliseconds: Int) -> Timestamp {
        Timestamp(milliseconds: milliseconds)
    }

    /// Orders moments by time.
    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
}
