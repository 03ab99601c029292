import LandmarkImaging

/// Reads the luma and the color of a part of an image, also between pixels.
struct LumaSampler {
    private let bytes: UnsafeRawBufferPointer
    private let width: Int
    private let height: Int
    private let bytesPerRow: Int
    private let bytesPerPixel: Int
    /// The weights of the first three bytes of a pixel in 256ths.
    private let weights: (Int32, Int32, Int32)
    /// Whether the first of these bytes is blue.
    private let isBlueFirst: Bool
    /// The position of the first pixel in the whole image.
    private let origin: SIMD2<Float>

    /// Calls `body` with a sampler of the pixels in a box, valid until it returns. For planar
    /// images, only these pixels are converted to RGB.
    static func sample<Result>(
        _ image: PixelBuffer, columns: Range<Int>, rows: Range<Int>,
        _ body: (LumaSampler) -> Result
    ) -> Result {
        let (part, x, y) = image.part(columns: columns, rows: rows)
        return part.withUnsafeBytes { bytes in
            body(LumaSampler(bytes, part, origin: SIMD2(Float(x), Float(y))))
        }
    }

    /// Returns the green channel of a box within an image, or its gray values, row by row:
    /// approximately its luma.
    static func greens(of image: PixelBuffer, columns: Range<Int>, rows: Range<Int>) -> [UInt8] {
        let (part, x, y) = image.part(columns: columns, rows: rows)
        let size = part.format.bytesPerPixel, stride = part.bytesPerRow
        let first = (rows.lowerBound - y) * stride + (columns.lowerBound - x) * size
        return part.withUnsafeBytes { bytes in
            [UInt8](unsafeUninitializedCapacity: columns.count * rows.count) { greens, count in
                for row in 0..<rows.count {
                    var place = first + row * stride + (size > 1 ? 1 : 0)
                    for _ in 0..<columns.count {
                        greens.initializeElement(at: count, to: bytes[place])
                        count += 1
                        place += size
                    }
                }
            }
        }
    }

    private init(_ bytes: UnsafeRawBufferPointer, _ image: PixelBuffer, origin: SIMD2<Float>) {
        self.bytes = bytes
        self.origin = origin
        width = image.width
        height = image.height
        bytesPerRow = image.bytesPerRow
        bytesPerPixel = image.format.bytesPerPixel
        isBlueFirst = image.format == .bgra32
        // The BT.601 weights, which are common for 8-bit RGB from cameras and photographs. Integers
        // give the same luma for any channel order.
        weights =
            switch image.format {
            case .gray8: (256, 0, 0)
            case .bgra32: (29, 150, 77)
            case .rgb24, .rgba32: (77, 150, 29)
            }
    }

    /// The luma at a point of the whole image in pixels, 0…255, interpolated linearly between pixel
    /// centers. Border pixels extend beyond the border.
    subscript(point: SIMD2<Float>) -> Float {
        let x = min(max(point.x - origin.x - 0.5, 0), Float(width - 1))
        let y = min(max(point.y - origin.y - 0.5, 0), Float(height - 1))
        let column = Int(x), row = Int(y)
        let start = row * bytesPerRow + column * bytesPerPixel
        return luma(
            start, right: column + 1 < width ? bytesPerPixel : 0,
            below: row + 1 < height ? bytesPerRow : 0, x - Float(column), y - Float(row))
    }

    /// Returns the luma on a grid, row by row.
    ///
    /// - Parameters:
    ///   - corner: The first point, in pixels of the whole image.
    ///   - along: The step from one point to the next.
    ///   - down: The step from one row to the next.
    func grid(
        _ corner: SIMD2<Float>, along: SIMD2<Float>, down: SIMD2<Float>, columns: Int, rows: Int
    ) -> [Float] {
        [Float](unsafeUninitializedCapacity: columns * rows) { values, count in
            for row in 0..<rows {
                let start = corner + down * Float(row)
                for column in 0..<columns {
                    values.initializeElement(at: count, to: self[start + along * Float(column)])
                    count += 1
                }
            }
        }
    }

    /// The mean color differences, red and blue minus green relative to luma, of 5 × 5 pixels
    /// around a point, up to `along` and `down` away from it; zero for gray. They are reduced in
    /// the dark, where noise and clipping distort colors.
    func color(at place: SIMD2<Float>, along: SIMD2<Float>, down: SIMD2<Float>) -> SIMD2<Float> {
        guard bytesPerPixel > 1 else { return SIMD2() }
        var sums: (first: Int32, green: Int32, third: Int32) = (0, 0, 0)
        for row in -2...2 {
            for column in -2...2 {
                let point = place + along * (Float(column) / 2) + down * (Float(row) / 2) - origin
                let x = Int(min(max(point.x, 0), Float(width - 1)))
                let y = Int(min(max(point.y, 0), Float(height - 1)))
                let start = y * bytesPerRow + x * bytesPerPixel
                sums.first += Int32(bytes[start])
                sums.green += Int32(bytes[start + 1])
                sums.third += Int32(bytes[start + 2])
            }
        }
        let (red, blue) = isBlueFirst ? (sums.third, sums.first) : (sums.first, sums.third)
        let luma = (77 * red + 150 * sums.green + 29 * blue) / 256
        return SIMD2(Float(red - sums.green), Float(blue - sums.green))
            / Float(luma + 25 * Self.darkness)
    }

    /// The luma at which color differences have half their weight.
    private static let darkness: Int32 = 16

    /// Interpolates between the pixel at byte `start`, its neighbors, and the diagonal one.
    @inline(__always)
    private func luma(_ start: Int, right: Int, below: Int, _ dx: Float, _ dy: Float) -> Float {
        let first = luma(start), second = luma(start + below)
        let top = first + (luma(start + right) - first) * dx
        let bottom = second + (luma(start + below + right) - second) * dx
        return top + (bottom - top) * dy
    }

    @inline(__always)
    private func luma(_ start: Int) -> Float {
        guard bytesPerPixel > 1 else { return Float(bytes[start]) }
        let sum =
            Int32(bytes[start]) &* weights.0 &+ Int32(bytes[start + 1]) &* weights.1
            &+ Int32(bytes[start + 2]) &* weights.2
        return Float(sum) / 256
    }
}
