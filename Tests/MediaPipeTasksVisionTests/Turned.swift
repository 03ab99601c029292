import Foundation
import LandmarkImaging
import MediaPipeTasksVision

/// Images whose scene lies otherwise.
enum Turned {
    /// The pixels of an upright square RGB image, turned so that its scene lies as `orientation`
    /// says.
    static func pixels(
        _ image: PixelBuffer, _ orientation: ImageOrientation
    ) throws -> PixelBuffer {
        let side = image.width
        let bytes = image.withUnsafeBytes { source in
            (0..<side * side).flatMap { place -> [UInt8] in
                let (x, y) = (place % side, place / side)
                let (fromX, fromY) =
                    switch orientation {
                    case .right: (side - 1 - y, x)
                    case .down: (side - 1 - x, side - 1 - y)
                    case .left: (y, side - 1 - x)
                    default: (x, y)
                    }
                let start = fromY * image.bytesPerRow + fromX * 3
                return [source[start], source[start + 1], source[start + 2]]
            }
        }
        return try PixelBuffer(width: side, height: side, format: .rgb24, bytes: bytes)
    }

    /// Where a point of the turned image lies in the upright one.
    static func place(_ point: CGPoint, _ orientation: ImageOrientation) -> CGPoint {
        switch orientation {
        case .right: CGPoint(x: 1 - point.y, y: point.x)
        case .down: CGPoint(x: 1 - point.x, y: 1 - point.y)
        case .left: CGPoint(x: point.y, y: 1 - point.x)
        default: point
        }
    }
}
