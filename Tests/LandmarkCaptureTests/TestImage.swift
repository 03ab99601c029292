import LandmarkImaging

/// Smooth images that survive compression, with a distinct color in each corner.
enum TestImage {
    /// Creates an image that is red at the top left, green at the top right, blue at the bottom
    /// left and white at the bottom right, darker as `phase` goes from 0 to 1.
    static func make(
        width: Int, height: Int, phase: Double = 0, format: PixelFormat = .rgb24
    ) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        let level = 220 - phase * 120
        for y in 0..<height {
            for x in 0..<width {
                let right = 2 * x >= width
                let low = 2 * y >= height
                let red = right == low
                let green = right
                let blue = low
                let color = [red, green, blue].map { UInt8($0 ? level : 30) }
                switch format {
                case .rgb24: bytes += color
                case .rgba32: bytes += color + [255]
                case .bgra32: bytes += color.reversed() + [255]
                case .gray8: bytes.append(color[1])
                }
            }
        }
        return try PixelBuffer(width: width, height: height, format: format, bytes: bytes)
    }
}
