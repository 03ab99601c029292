public import LandmarkCore

extension Timestamp {
    /// Creates a timestamp from seconds, in whole milliseconds, rounded to the nearest; nil if they
    /// are not finite or beyond 9 × 10¹² s.
    public init?(seconds: Double) {
        guard seconds.isFinite, abs(seconds) < 9e12 else { return nil }
        self.init(milliseconds: Int((1000 * seconds).rounded()))
    }
}
