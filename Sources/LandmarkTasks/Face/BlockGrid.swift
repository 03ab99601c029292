import LandmarkImaging

/// Measures how visible the grid of 8 × 8 pixels is on which nearly all video is compressed.
enum BlockGrid {
    /// The maximum extent of the examined area in pixels; multiples of 16.
    private static let columns = 128
    private static let rows = 96
    /// The minimum extent in either direction for a meaningful result.
    private static let minExtent = 32
    /// Larger steps are edges in the scene.
    private static let maxStep: UInt8 = 12
    /// Added to mean steps, because smaller steps are not visible.
    private static let smallStep: Float = 0.5
    /// The value for an image that is too small.
    private static let unknown = 1.05

    /// Returns the ratio of the steps between pixels across block edges to those within blocks, as
    /// the mean of columns and rows. The grid may start anywhere, because videos are cropped.
    ///
    /// - Parameter place: The center of the examined area, in pixels.
    static func blockiness(of image: PixelBuffer, around place: SIMD2<Float>) -> Double {
        guard abs(place.x) < 1e6, abs(place.y) < 1e6 else { return unknown }
        // Start at a multiple of 16, so that each vector lane has a fixed position in the grid.
        let x = (Int(place.x) - columns / 2) & ~15, y = Int(place.y) - rows / 2
        let (left, right) = (max(0, x), min(image.width & ~15, x + columns))
        let (top, bottom) = (max(0, y), min(image.height, y + rows))
        guard right - left >= minExtent, bottom - top >= minExtent else { return unknown }
        let (across, down) = (left..<right, top..<bottom)
        let plane = LumaSampler.greens(of: image, columns: across, rows: down)
        return plane.withUnsafeBytes { bytes in
            Double(ratio(steps(bytes, across.count, down.count)))
        }
    }

    /// Returns the mean steps between neighbors in a row and in a column, by position in the grid.
    private static func steps(
        _ bytes: UnsafeRawBufferPointer, _ width: Int, _ height: Int
    ) -> (across: SIMD8<Float>, down: SIMD8<Float>) {
        var across = SIMD16<UInt32>(), down = SIMD8<Float>(), lines = SIMD8<Float>()
        for row in 1..<height {
            var line = SIMD16<UInt16>(), column = SIMD16<UInt16>()
            for start in stride(from: row * width, to: (row + 1) * width, by: 16) {
                let here = bytes.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
                // The first pixel of a row is compared with the last of the row above: one step
                // in 128.
                let before = bytes.loadUnaligned(fromByteOffset: start - 1, as: SIMD16<UInt8>.self)
                let above = bytes.loadUnaligned(
                    fromByteOffset: start - width, as: SIMD16<UInt8>.self)
                line &+= step(here, before)
                column &+= step(here, above)
            }
            across &+= SIMD16(truncatingIfNeeded: line)
            down[row & 7] += Float(SIMD16<UInt32>(truncatingIfNeeded: column).wrappedSum())
            lines[row & 7] += Float(width)
        }
        let sums = across.lowHalf &+ across.highHalf
        let count = Float((height - 1) * width / 8)
        return (SIMD8(sums) / count, down / lines)
    }

    @inline(__always)
    private static func step(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt16> {
        let difference = pointwiseMax(a, b) &- pointwiseMin(a, b)
        return SIMD16(truncatingIfNeeded: pointwiseMin(difference, SIMD16(repeating: maxStep)))
    }

    private static func ratio(_ steps: (across: SIMD8<Float>, down: SIMD8<Float>)) -> Float {
        func ratio(_ steps: SIMD8<Float>) -> Float {
            let steps = steps + smallStep
            return 7 * steps.max() / (steps.sum() - steps.max())
        }
        return (ratio(steps.across) + ratio(steps.down)) / 2
    }
}
