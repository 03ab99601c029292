/// Blinks of the last three minutes, closures of 0.06…1.5 s.
public struct BlinkStatistics: Sendable, Hashable {
    /// How many there were.
    public var count: Int
    /// Blinks in a minute of usable time; to be shown, not judged. 0 without usable time.
    public var perMinute: Double
    /// Their mean length in seconds; 0 when there were none.
    public var meanDuration: Double
    /// The share of those of 0.5 s and longer, 0…1; nil for fewer than ten blinks.
    public var longShare: Double?

    /// Makes statistics.
    public init(count: Int, perMinute: Double, meanDuration: Double, longShare: Double?) {
        self.count = count
        self.perMinute = perMinute
        self.meanDuration = meanDuration
        self.longShare = longShare
    }
}
