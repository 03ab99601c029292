import LandmarkCore
import LandmarkImaging

/// Brings pictures from one size to another, columns and rows each by themselves: by straight lines
/// between pixels where they become more, by the mean of what a pixel covers where they become
/// fewer, as OpenCV's INTER_LINEAR and INTER_AREA do.
struct PictureScaling {
    /// What one place of the target is made of.
    private struct Share {
        let first: Int
        let weights: [Float]
    }

    private let target: PixelSize
    private let columns: [Share]
    private let rows: [Share]

    init(from source: PixelSize, to target: PixelSize, takesNearest: Bool) {
        self.target = target
        columns = Self.shares(source.width, target.width, takesNearest)
        rows = Self.shares(source.height, target.height, takesNearest)
    }

    func apply(to picture: PixelBuffer) throws(ImagingError) -> PixelBuffer {
        let step = picture.format.bytesPerPixel
        let row = target.width * step
        // All source rows at the target's width.
        var narrow = [Float](repeating: 0, count: row * picture.height)
        picture.withUnsafeBytes { source in
            for y in 0..<picture.height {
                for (x, share) in columns.enumerated() {
                    for (offset, weight) in share.weights.enumerated() {
                        let from = y * picture.bytesPerRow + (share.first + offset) * step
                        for channel in 0..<step {
                            narrow[y * row + x * step + channel] +=
                                weight * Float(source[from + channel])
                        }
                    }
                }
            }
        }
        var bytes = [UInt8](repeating: 0, count: row * target.height)
        for (y, share) in rows.enumerated() {
            for x in 0..<row {
                var sum: Float = 0
                for (offset, weight) in share.weights.enumerated() {
                    sum += weight * narrow[(share.first + offset) * row + x]
                }
                bytes[y * row + x] = UInt8(min(max(sum.rounded(), 0), 255))
            }
        }
        return try PixelBuffer(
            width: target.width, height: target.height, format: picture.format, bytes: bytes)
    }

    private static func shares(_ source: Int, _ target: Int, _ takesNearest: Bool) -> [Share] {
        let scale = Float(source) / Float(target)
        return (0..<target).map { place in
            if takesNearest {
                return Share(first: min(source - 1, place * source / target), weights: [1])
            }
            return target >= source
                ? between(Float(place) * scale + 0.5 * scale - 0.5, source)
                : covered(Float(place) * scale, Float(place + 1) * scale, source)
        }
    }

    /// The two pixels around `place`, the outermost beyond the edge.
    private static func between(_ place: Float, _ count: Int) -> Share {
        let inside = min(max(place, 0), Float(count - 1))
        let first = min(Int(inside), max(0, count - 2))
        let weight = inside - Float(first)
        return count == 1 || weight == 0
            ? Share(first: first, weights: [1])
            : Share(first: first, weights: [1 - weight, weight])
    }

    /// All pixels from `low` to `high`, by how much of each lies between.
    private static func covered(_ low: Float, _ high: Float, _ count: Int) -> Share {
        let first = min(Int(low), count - 1)
        let last = min(max(first, Int(high.rounded(.up)) - 1), count - 1)
        let weights = (first...last).map { pixel in
            max(0, min(high, Float(pixel + 1)) - max(low, Float(pixel)))
        }
        let sum = weights.reduce(0, +)
        return Share(first: first, weights: weights.map { $0 / sum })
    }
}
