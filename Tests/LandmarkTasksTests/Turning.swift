import LandmarkCore
import LandmarkImaging
import LandmarkTasks

extension PixelBuffer {
    /// The image's pixels turned so that its scene lies as `orientation` says.
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
    /// Where the point lies in the upright scene, when `orientation` says how the scene lies.
    func upright(_ orientation: Orientation) -> SIMD2<Float> {
        switch orientation {
        case .up: SIMD2(x, y)
        case .right: SIMD2(1 - y, x)
        case .down: SIMD2(1 - x, 1 - y)
        case .left: SIMD2(y, 1 - x)
        }
    }
}
