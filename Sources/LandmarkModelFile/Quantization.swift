/// How a tensor's integers stand for real numbers: `(integer − zero point) · scale`.
public struct Quantization: Sendable, Hashable {
    /// One scale for the whole tensor or one for each slice along ``dimension``.
    public let scales: [Float]
    /// As many zero points as scales.
    public let zeroPoints: [Int]
    /// The smallest real values that were seen, where recorded.
    public let minimum: [Float]
    /// The largest real values that were seen, where recorded.
    public let maximum: [Float]
    /// The dimension that the scales run along.
    public let dimension: Int
}
