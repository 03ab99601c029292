import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// Synthetic images.
enum Images {
    /// An image whose bytes are all `value`.
    static func blank(
        width: Int, height: Int, format: PixelFormat = .rgb24, value: UInt8 = 0
    ) throws -> PixelBuffer {
        try PixelBuffer(
            width: width, height: height, format: format,
            bytes: Array(repeating: value, count: width * height * format.bytesPerPixel))
    }
}

extension PixelBuffer {
    /// The RGB image in another format; gray is the mean of the channels.
    func converted(to format: PixelFormat) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let channels = pixel(x: x, y: y)
                let (red, green, blue) = (channels[0], channels[1], channels[2])
                switch format {
                case .rgb24: bytes += [red, green, blue]
                case .rgba32: bytes += [red, green, blue, 7]
                case .bgra32: bytes += [blue, green, red, 7]
                case .gray8: bytes.append(UInt8((Int(red) + Int(green) + Int(blue)) / 3))
                }
            }
        }
        return try PixelBuffer(width: width, height: height, format: format, bytes: bytes)
    }
}

extension PixelBuffer {
    /// The image rotated so that its scene has `orientation`.
    func turned(_ orientation: Orientation) throws -> PixelBuffer {
        let swaps = orientation == .left || orientation == .right
        let columns = swaps ? height : width
        let rows = swaps ? width : height
        var bytes: [UInt8] = []
        bytes.reserveCapacity(columns * rows * format.bytesPerPixel)
        for y in 0..<rows {
            for x in 0..<columns {
                let (sourceX, sourceY) =
                    switch orientation {
                    case .up: (x, y)
                    case .right: (width - 1 - y, x)
                    case .down: (width - 1 - x, height - 1 - y)
                    case .left: (y, height - 1 - x)
                    }
                bytes.append(contentsOf: pixel(x: sourceX, y: sourceY))
            }
        }
        return try PixelBuffer(width: columns, height: rows, format: format, bytes: bytes)
    }
}

extension Landmark {
    /// The position of the landmark in the upright scene, for an image with `orientation`.
    func upright(_ orientation: Orientation) -> SIMD2<Float> {
        switch orientation {
        case .up: SIMD2(x, y)
        case .right: SIMD2(1 - y, x)
        case .down: SIMD2(1 - x, 1 - y)
        case .left: SIMD2(y, 1 - x)
        }
    }
}
