/// Whether the image of an eye shows open or closed lids, as a small network judges it.
///
/// It looks only at the pixels, so it can contradict the landmarks, which show an open eye even where hair,
/// hands or reflections hide the lids. The rest, `1 - open - closed`, is the probability that the image shows
/// neither.
public struct EyelidState: Sendable, Hashable, Codable {
    /// The probability of open lids with iris and white between them, 0…1.
    public var open: Double
    /// The probability of closed lids, 0…1.
    public var closed: Double

    /// Creates a state from probabilities.
    public init(open: Double, closed: Double) {
        self.open = open
        self.closed = closed
    }
}
