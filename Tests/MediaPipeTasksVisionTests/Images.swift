import Foundation
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import MediaPipeTasksVision

/// Input images of tests.
enum Images {
    static let face = "astronaut.png"

    /// A black image.
    static func blank(width: Int = 64, height: Int = 48) throws -> MPImage {
        try MPImage(pixelBuffer: pixels(width: width, height: height))
    }

    /// The pixels of a black image.
    static func pixels(width: Int = 64, height: Int = 48) throws -> PixelBuffer {
        let bytes = [UInt8](repeating: 0, count: width * height * 3)
        return try PixelBuffer(width: width, height: height, format: .rgb24, bytes: bytes)
    }

    /// An image of the test footage, and its pixels.
    static func footage(_ name: String) throws -> (image: MPImage, pixels: PixelBuffer) {
        let pixels = try ImageFile.read(Fixtures.footage(name))
        return (try MPImage(pixelBuffer: pixels), pixels)
    }
}

/// Rotated images, and points in them.
enum Rotated {
    /// The pixels of an upright square RGB image, rotated so that `orientation` describes them.
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

    /// The position in the upright image of a point in the rotated one.
    static func place(_ point: CGPoint, _ orientation: ImageOrientation) -> CGPoint {
        switch orientation {
        case .right: CGPoint(x: 1 - point.y, y: point.x)
        case .down: CGPoint(x: 1 - point.x, y: 1 - point.y)
        case .left: CGPoint(x: point.y, y: 1 - point.x)
        default: point
        }
    }
}
