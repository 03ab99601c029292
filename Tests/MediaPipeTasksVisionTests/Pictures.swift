import LandmarkImaging
import LandmarkTestSupport
import MediaPipeTasksVision

/// Pictures that tests show to tasks.
enum Pictures {
    static let face = "astronaut.png"

    /// A picture of nothing.
    static func blank(width: Int = 64, height: Int = 48) throws -> MPImage {
        let bytes = [UInt8](repeating: 0, count: width * height * 3)
        return try MPImage(
            pixelBuffer: PixelBuffer(width: width, height: height, format: .rgb24, bytes: bytes))
    }

    /// A picture of the footage, and its pixels.
    static func footage(_ name: String) throws -> (image: MPImage, pixels: PixelBuffer) {
        let pixels = try ImageFile.read(Fixtures.footage(name))
        return (try MPImage(pixelBuffer: pixels), pixels)
    }
}
