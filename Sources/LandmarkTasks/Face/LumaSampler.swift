import LandmarkImaging

/// Reads the luma of a part of an image, between pixels too.
struct LumaSampler {
    private let bytes: UnsafeRawBufferPointer
    private let width: Int
    private let height: Int
    private let bytesPerRow: Int
    private let bytesPerPixel: Int
    /// The weights of the first three bytes of a pixel in 256ths.
    private let weights: SIMD3<Int32>
    /// Where the first pixel lies in the whole image.
    private let origin: SIMD2<Float>

    /// Calls `body` with a sampler of the pixels in a box, which is valid until it returns. Only these
    /// are converted to RGB where an image has planes.
    static func sample<Result>(
        _ image: PixelBuffer, columns: Range<Int>, rows: Range<Int>,
        _ body: (LumaSampler) -> Result
    ) -> Result {
        let (part, x, y) = image.part(columns: columns, rows: rows)
        return part.withUnsafeBytes { bytes in
            body(LumaSampler(bytes, part, origin: SIMD2(Float(x), Float(y))))
        }
    }

    private init(_ bytes: UnsafeRawBufferPointer, _ image: PixelBuffer, origin: SIMD2<Float>) {
        self.bytes = bytes
        self.origin = origin
        width = image.width
        height = image.height
        bytesPerRow = image.bytesPerRow
        bytesPerPixel = image.format.bytesPerPixel
        // BT.601: what 8-bit RGB of cameras and photographs is commonly weighted by. Whole numbers
        // give the same luma for any order of the channels.
        weights =
            switch image.format {
            case .gray8: SIMD3(256, 0, 0)
            case .bgra32: SIMD3(29, 150, 77)
            case .rgb24, .rgba32: SIMD3(77, 150, 29)
            }
    }

    /// The luma at a point of the whole image in pixels, 0…255, interpolated linearly between the
    /// centers of pixels. The pixels at the border extend beyond it.
    subscript(point: SIMD2<Float>) -> Float {
        let x = min(max(point.x - origin.x - 0.5, 0), Float(width - 1))
        let y = min(max(point.y - origin.y - 0.5, 0), Float(height - 1))
        let column = Int(x), row = Int(y)
        let right = min(column + 1, width - 1), below = min(row + 1, height - 1)
        let dx = x - Float(column), dy = y - Float(row)
        let first = luma(column, row), second = luma(column, below)
        let top = first + (luma(right, row) - first) * dx
        let bottom = second + (luma(right, below) - second) * dx
        return top + (bottom - top) * dy
    }

    private func luma(_ x: Int, _ y: Int) -> Float {
        let start = y * bytesPerRow + x * bytesPerPixel
        guard bytesPerPixel > 1 else { return Float(bytes[start]) }
        let pixel = SIMD3(Int32(bytes[start]), Int32(bytes[start + 1]), Int32(bytes[start + 2]))
        return Float((pixel &* weights).wrappedSum()) / 256
    }
}
