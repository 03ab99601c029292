/// What became of the frames that `detectAsync(_:)` took since the landmarker was made.
///
/// A frame that is in work or waits is received and nothing else yet.
public struct LiveStatistics: Sendable, Hashable {
    /// Frames taken; one refused with an error is not.
    public internal(set) var received = 0
    /// Frames looked at, whether or not that failed.
    public internal(set) var processed = 0
    /// Frames given up for newer ones, or by a reset.
    public internal(set) var dropped = 0
    /// Frames looked at in vain: their result was an error.
    public internal(set) var failed = 0

    /// Makes the statistics of a stream that has not begun.
    public init() {}
}
