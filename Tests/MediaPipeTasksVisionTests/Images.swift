import LandmarkImaging
import LandmarkTestSupport
import MediaPipeTasksVision

/// Images that tests show to tasks.
enum Images {
    static let face = "astronaut.png"

    /// An image of nothing.
    static func blank(width: Int = 64, height: Int = 48) throws -> MPImage {
        try MPImage(pixelBuffer: pixels(width: width, height: height))
    }

    /// The pixels of an image of nothing.
    static func pixels(width: Int = 64, height: Int = 48) throws -> PixelBuffer {
        let bytes = [UInt8](repeating: 0, count: width * height * 3)
        return try PixelBuffer(width: width, height: height, format: .rgb24, bytes: bytes)
    }

    /// An image of the footage, and its pixels.
    static func footage(_ name: String) throws -> (image: MPImage, pixels: PixelBuffer) {
        let pixels = try ImageFile.read(Fixtures.footage(name))
        return (try MPImage(pixelBuffer: pixels), pixels)
    }
}
