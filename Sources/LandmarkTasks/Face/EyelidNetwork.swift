import LandmarkCore

/// The network that judges the lids in the image of an eye: three convolutions of 3 × 3 with a
/// stride of 2, and a fully connected layer.
///
/// The weights were trained by `Tools/eyelids` on faces whose lids were closed by warping, and on
/// photographs of closed eyes. `HowDriversAreAssessed` states how often it is right.
struct EyelidNetwork {
    /// The size of its input, luma around an eye.
    static let columns = 32
    static let rows = 20
    /// Half the extent of the input, relative to the eye's width.
    static let halfExtent = SIMD2<Float>(0.8, 0.5)

    /// The size of maps before each layer.
    private static let sizes = [(32, 20), (16, 10), (8, 5), (4, 3)]
    /// Added to the standard deviation of luma, so that noise is not amplified.
    private static let leastDeviation: Float = 4

    /// Judges luma of 0…255, row by row, from corner to corner.
    static func state(of luma: [Float]) -> EyelidState {
        let count = Float(luma.count)
        let mean = luma.reduce(0, +) / count
        let variance = luma.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
        let scale = 1 / (variance.squareRoot() + leastDeviation)
        let input = luma.map { ($0 - mean) * scale }
        let first = convolve(input, channels: 1, sizes[0], sizes[1], EyelidWeights.first)
        let second = convolve(first, channels: 16, sizes[1], sizes[2], EyelidWeights.second)
        let third = convolve(second, channels: 16, sizes[2], sizes[3], EyelidWeights.third)
        return probabilities(third)
    }

    /// Convolves a map with 3 × 3 weights at every second position, with a border of zeros, and
    /// sets negative sums to 0.
    ///
    /// - Parameters:
    ///   - map: Values by row, column and channel.
    ///   - weights: The bias, then the weights by row, column and input channel, of 16 output
    ///     channels each.
    private static func convolve(
        _ map: [Float], channels: Int, _ size: (columns: Int, rows: Int),
        _ result: (columns: Int, rows: Int), _ weights: [SIMD16<Float>]
    ) -> [Float] {
        [Float](unsafeUninitializedCapacity: 16 * result.columns * result.rows) { values, count in
            map.withUnsafeBufferPointer { map in
                weights.withUnsafeBufferPointer { weights in
                    for row in 0..<result.rows {
                        for column in 0..<result.columns {
                            var sum = weights[0]
                            for y in max(0, 1 - 2 * row)..<min(3, size.rows + 1 - 2 * row) {
                                for x in max(
                                    0, 1 - 2 * column)..<min(3, size.columns + 1 - 2 * column)
                                {
                                    let source =
                                        ((2 * row + y - 1) * size.columns + 2 * column + x - 1)
                                        * channels
                                    let first = 1 + (3 * y + x) * channels
                                    for channel in 0..<channels {
                                        sum += weights[first + channel] * map[source + channel]
                                    }
                                }
                            }
                            let output = pointwiseMax(sum, SIMD16())
                            for channel in 0..<16 {
                                values.initializeElement(at: count + channel, to: output[channel])
                            }
                            count += 16
                        }
                    }
                }
            }
        }
    }

    /// The fully connected layer, and the probabilities of its three sums.
    private static func probabilities(_ map: [Float]) -> EyelidState {
        var sums = EyelidWeights.last[0]
        for (value, weights) in zip(map, EyelidWeights.last.dropFirst()) { sums += weights * value }
        let open = Double(sums[0]), closed = Double(sums[1]), hidden = Double(sums[2])
        let most = max(open, closed, hidden)
        let powers = [open, closed, hidden].map { Double(FloatMath.exp(Float($0 - most))) }
        let sum = powers[0] + powers[1] + powers[2]
        return EyelidState(open: powers[0] / sum, closed: powers[1] / sum)
    }
}

extension EyelidWeights {
    /// The bias and weights of a convolution with 16 output channels.
    static func vectors(_ integers: [Int16], scale: Float) -> [SIMD16<Float>] {
        stride(from: 0, to: integers.count - 15, by: 16).map { start in
            var vector = SIMD16<Float>()
            for lane in 0..<16 { vector[lane] = scale * Float(integers[start + lane]) }
            return vector
        }
    }

    /// The bias and weights of a layer with three sums.
    static func rows(_ integers: [Int16], scale: Float) -> [SIMD4<Float>] {
        stride(from: 0, to: integers.count - 2, by: 3).map { start in
            var vector = SIMD4<Float>()
            for sum in 0..<3 { vector[sum] = scale * Float(integers[start + sum]) }
            return vector
        }
    }
}
