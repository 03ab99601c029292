/// Luma on a grid of an image, 0…255, and its statistics.
struct LumaPatch {
    private let columns: Int
    private let rows: Int
    private let values: [Float]
    /// The mean luma.
    let mean: Float

    /// Samples `columns` × `rows` points, at least three of each, around `center`, one step along
    /// and one step down apart.
    init(
        _ sampler: LumaSampler, center: SIMD2<Float>, along: SIMD2<Float>, down: SIMD2<Float>,
        columns: Int, rows: Int
    ) {
        self.columns = columns
        self.rows = rows
        let corner = center - along * Float(columns / 2) - down * Float(rows / 2)
        values = sampler.grid(corner, along: along, down: down, columns: columns, rows: rows)
        mean = values.reduce(0, +) / Float(values.count)
    }

    /// The values, in bins of a quarter of a step of luma.
    var levels: Bins {
        var bins = Bins(width: 0.25)
        for value in values { bins.add(value) }
        return bins
    }

    /// Returns the share of values, 0…1, that are at least `luma`.
    func share(from luma: Float) -> Float {
        Float(values.count { $0 >= luma }) / Float(values.count)
    }

    /// The gradient per step that one in fifty interior samples exceeds.
    var steepestGradient: Float {
        var bins = Bins(width: 0.36)
        values.withUnsafeBufferPointer { values in
            for row in 1..<rows - 1 {
                for index in row * columns + 1..<(row + 1) * columns - 1 {
                    let x = values[index + 1] - values[index - 1]
                    let y = values[index + columns] - values[index - columns]
                    bins.add((x * x + y * y).squareRoot())
                }
            }
        }
        return bins.quantile(0.98) / 2
    }

    /// The standard deviation of noise, estimated from the median of the second differences in both
    /// directions, which edges and texture affect little (Immerkær 1996, with a median instead of
    /// the mean).
    var noise: Float {
        var bins = Bins(width: 1.0 / 16)
        values.withUnsafeBufferPointer { values in
            for row in 1..<rows - 1 {
                for index in row * columns + 1..<(row + 1) * columns - 1 {
                    let above =
                        values[index - columns - 1] - 2 * values[index - columns]
                        + values[index - columns + 1]
                    let here = values[index - 1] - 2 * values[index] + values[index + 1]
                    let below =
                        values[index + columns - 1] - 2 * values[index + columns]
                        + values[index + columns + 1]
                    bins.add(abs(above - 2 * here + below))
                }
            }
        }
        // The mask multiplies the standard deviation of white noise by 6.
        return bins.quantile(0.5) / (0.6745 * 6)
    }
}

/// A histogram with bins of equal width, for quantiles without sorting.
struct Bins {
    /// Values beyond the last bin are counted in it.
    private static let binCount = 1024

    private let width: Float
    private var counts = [UInt32](repeating: 0, count: Self.binCount)
    /// The number of values.
    private(set) var count = 0

    /// Creates bins that start at 0.
    init(width: Float) { self.width = width }

    /// Counts a value of 0 or more.
    @inline(__always)
    mutating func add(_ value: Float) {
        counts[min(Int(value / width), Self.binCount - 1)] += 1
        count += 1
    }

    /// Returns the middle of the bin that contains the quantile for a share of 0…1.
    func quantile(_ share: Float) -> Float {
        var left = Int(share * Float(max(1, count) - 1))
        for (bin, count) in counts.enumerated() {
            left -= Int(count)
            // All values in the first bin are treated as 0.
            if left < 0 { return bin == 0 ? 0 : (Float(bin) + 0.5) * width }
        }
        return Float(Self.binCount) * width
    }
}
