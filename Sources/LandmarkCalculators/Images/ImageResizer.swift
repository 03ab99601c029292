import LandmarkCore
import LandmarkImaging

/// Resizes images like OpenCV, columns and rows separately. Halves are rounded up.
struct ImageResizer {
    /// How a target pixel is computed from source pixels.
    enum Mode: Hashable {
        /// From the nearest one: OpenCV's INTER_NEAREST.
        case nearest
        /// By linear interpolation of the two around it, even when reducing: INTER_LINEAR.
        case linear
        /// As the mean of the covered ones when reducing, by linear interpolation when enlarging:
        /// INTER_AREA.
        case area
    }

    /// The source size.
    let source: PixelSize
    /// The target size.
    let target: PixelSize
    private let mode: Mode
    private let columns: ResampleWeights
    private let rows: ResampleWeights

    init(from source: PixelSize, to target: PixelSize, _ mode: Mode) {
        self.source = source
        self.target = target
        self.mode = mode
        columns = ResampleWeights(of: source.width, for: target.width, mode)
        rows = ResampleWeights(of: source.height, for: target.height, mode)
    }

    /// Whether the resizer is for these sizes and this mode.
    func fits(from source: PixelSize, to target: PixelSize, _ mode: Mode) -> Bool {
        self.source == source && self.target == target && self.mode == mode
    }

    /// Resizes an image of size `source`.
    func apply(to image: PixelBuffer) throws(ImagingError) -> PixelBuffer {
        let step = image.format.bytesPerPixel
        let row = target.width * step
        let count = row * target.height
        let bytes = image.withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
                RowResampler.withMemory(of: columns, from: image, source) { lines in
                    for y in 0..<target.height {
                        lines.mix(y, of: rows)
                        lines.round(into: UnsafeMutableBufferPointer(rebasing: bytes[(y * row)...]))
                    }
                }
                used = count
            }
        }
        return try PixelBuffer(
            width: target.width, height: target.height, format: image.format, bytes: bytes)
    }
}

/// The weights for resampling a line: for each target pixel, consecutive source pixels and their
/// weights, which sum to 1.
struct ResampleWeights {
    /// The first source pixel of each target pixel.
    private(set) var firsts: [Int] = []
    /// The start of each target pixel's weights in `weights`, followed by the end of the last.
    private(set) var starts = [0]
    /// The weights of all target pixels, in order.
    private(set) var weights: [Float] = []

    /// Computes the weights for resampling `count` pixels to `target` pixels.
    init(of count: Int, for target: Int, _ mode: ImageResizer.Mode) {
        let scale = Float(count) / Float(target)
        for place in 0..<target {
            if mode == .nearest {
                add(min(count - 1, place * count / target), [1])
            } else if target >= count || mode == .linear {
                addInterpolated(Float(place) * scale + 0.5 * scale - 0.5, count)
            } else {
                addMean(Float(place) * scale, Float(place + 1) * scale, count)
            }
        }
    }

    /// Adds linear interpolation between the two pixels around `place`, clamped to the line.
    private mutating func addInterpolated(_ place: Float, _ count: Int) {
        let inside = min(max(place, 0), Float(count - 1))
        let first = min(Int(inside), max(0, count - 2))
        let weight = inside - Float(first)
        add(first, count == 1 || weight == 0 ? [1] : [1 - weight, weight])
    }

    /// Adds the mean of the pixels from `low` to `high`, weighted by coverage.
    private mutating func addMean(_ low: Float, _ high: Float, _ count: Int) {
        let first = min(Int(low), count - 1)
        let last = min(max(first, Int(high.rounded(.up)) - 1), count - 1)
        let covered = (first...last).map { pixel in
            max(0, min(high, Float(pixel + 1)) - max(low, Float(pixel)))
        }
        let sum = covered.reduce(0, +)
        add(first, covered.map { $0 / sum })
    }

    private mutating func add(_ first: Int, _ shares: [Float]) {
        firsts.append(first)
        weights += shares
        starts.append(weights.count)
    }
}
