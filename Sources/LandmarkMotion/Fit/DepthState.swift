import LandmarkCore

/// A weight for each pair of depths of a limb's two bones.
struct DepthState: Sendable {
    /// The number of depths of a bone.
    static let size = 25
    /// The greatest depth, as a multiple of the bone's expected length.
    private static let span = 1.15
    static let zero = DepthState(filledWith: 0)

    /// Row by row: the first bone's depth is that of the row.
    var values: [Float]

    /// All pairs are equally likely.
    init() { self.init(filledWith: 1 / Float(Self.size * Self.size)) }

    private init(filledWith value: Float) {
        values = Array(repeating: value, count: Self.size * Self.size)
    }

    /// The depth of a row or column, as a multiple of the bone's expected length.
    static func depth(_ index: Int) -> Double {
        span * (2 * Double(index) / Double(size - 1) - 1)
    }

    subscript(row: Int, column: Int) -> Float {
        get { values[row * Self.size + column] }
        set { values[row * Self.size + column] = newValue }
    }

    mutating func fill(with value: Float) {
        for index in values.indices { values[index] = value }
    }

    /// Replaces logarithms with their exponentials, divided by that of `greatest`.
    mutating func exponentiate(subtracting greatest: Float) {
        for index in values.indices { values[index] = FloatMath.exp(values[index] - greatest) }
    }

    /// Multiplies by another state's weights, and divides by the sum.
    ///
    /// - Returns: The logarithm of the sum.
    mutating func multiply(by other: DepthState) -> Double {
        var sum: Float = 0
        for index in values.indices {
            values[index] *= other.values[index]
            sum += values[index]
        }
        guard sum > 0 else {
            // Nothing fits: start again.
            self = DepthState()
            return -100
        }
        let factor = 1 / sum
        for index in values.indices { values[index] *= factor }
        return FloatMath.log(Double(sum))
    }
}
