import LandmarkCore
import LandmarkImaging

/// Images that survive compression: smooth, in four colors that tell their corners apart.
enum TestImage {
    /// Red at the top left, green at the top right, blue below left, white below right; darker as
    /// `phase` goes from 0 to 1.
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
