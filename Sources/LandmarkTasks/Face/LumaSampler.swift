import LandmarkImaging

/// Reads the luma of an image, between pixels too, from its planes where it has them.
struct LumaSampler {
    private let bytes: UnsafeRawBufferPointer
    private let width: Int
    private let height: Int
    private let bytesPerRow: Int
    private let bytesPerPixel: Int
    /// The weights of the first three bytes of a pixel, in 256ths; the first alone is luma if the second
    /// has none.
    private let weights: SIMD3<Float>
    /// The luma of black, and what the distance from it is multiplied by.
    private let black: Float
    private let gain: Float

    /// Calls `body` with a sampler of an image, which is valid until it returns.
    static func sample<Result>(
        _ image: PixelBuffer, _ body: (LumaSampler) -> Result
    ) -> Result {
        if let yuv = image.yuv {
            return yuv.luma.withUnsafeBytes { bytes in
                body(
                    LumaSampler(
                        bytes, image, bytesPerRow: yuv.luma.bytesPerRow, bytesPerPixel: 1,
                        weights: SIMD3(1, 0, 0), isFullRange: yuv.isFullRange))
            }
        }
        // BT.601: what 8-bit RGB of cameras and photographs is commonly weighted by.
        let red: Float = 0.299, green: Float = 0.587, blue: Float = 0.114
        let weights =
            switch image.format {
            case .gray8: SIMD3<Float>(1, 0, 0)
            case .bgra32: SIMD3(blue, green, red)
            case .rgb24, .rgba32: SIMD3(red, green, blue)
            }
        return image.withUnsafeBytes { bytes in
            body(
                LumaSampler(
                    bytes, image, bytesPerRow: image.bytesPerRow,
                    bytesPerPixel: image.format.bytesPerPixel, weights: weights, isFullRange: true))
        }
    }

    private init(
        _ bytes: UnsafeRawBufferPointer, _ image: PixelBuffer, bytesPerRow: Int, bytesPerPixel: Int,
        weights: SIMD3<Float>, isFullRange: Bool
    ) {
        self.bytes = bytes
        width = image.width
        height = image.height
        self.bytesPerRow = bytesPerRow
        self.bytesPerPixel = bytesPerPixel
        self.weights = weights
        black = isFullRange ? 0 : 16
        gain = isFullRange ? 1 : 255 / 219
    }

    /// Whether a point in pixels lies in the image.
    func contains(_ point: SIMD2<Float>) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x < Float(width) && point.y < Float(height)
    }

    /// The luma at a point in pixels, 0…255, interpolated linearly between the centers of pixels. The
    /// pixels at the border extend beyond it.
    subscript(point: SIMD2<Float>) -> Float {
        let place = SIMD2(
            min(max(point.x - 0.5, 0), Float(width - 1)),
            min(max(point.y - 0.5, 0), Float(height - 1)))
        let x = Int(place.x), y = Int(place.y)
        let nextX = min(x + 1, width - 1), nextY = min(y + 1, height - 1)
        let dx = place.x - Float(x), dy = place.y - Float(y)
        let top = pixel(x, y) + (pixel(nextX, y) - pixel(x, y)) * dx
        let bottom = pixel(x, nextY) + (pixel(nextX, nextY) - pixel(x, nextY)) * dx
        return min(255, max(0, (top + (bottom - top) * dy - black) * gain))
    }

    private func pixel(_ x: Int, _ y: Int) -> Float {
        let start = y * bytesPerRow + x * bytesPerPixel
        guard bytesPerPixel > 1 else { return Float(bytes[start]) }
        return
            (SIMD3(Float(bytes[start]), Float(bytes[start + 1]), Float(bytes[start + 2])) * weights)
            .sum()
    }
}
