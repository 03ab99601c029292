#if !canImport(UIKit)
import Foundation
public import LandmarkImaging

extension MPImage {
    /// The pixels of an image read from a file; nil for other sources.
    public var image: PixelBuffer? {
        guard imageSourceType == .image, case .pixels(let pixels) = source else { return nil }
        return pixels
    }

    /// Reads a JPEG or PNG file and turns it the way its EXIF orientation says.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - orientation: How the scene lies in the image that was read.
    /// - Throws: An `NSError` of code 5 for a file that is not there, and of code 3 for one that
    ///   is no image.
    public convenience init(
        contentsOfFile path: String, orientation: ImageOrientation = .up
    ) throws {
        let pixels: PixelBuffer
        do {
            pixels = try ImageFile.read(path)
        } catch {
            throw NSError(reading: error)
        }
        self.init(
            .pixels(pixels), type: .image,
            size: CGSize(width: pixels.width, height: pixels.height), orientation: orientation)
    }
}

#if !canImport(CoreVideo)
extension MPImage {
    /// The pixels handed in; nil for other sources.
    public var pixelBuffer: PixelBuffer? {
        guard imageSourceType == .pixelBuffer, case .pixels(let pixels) = source else {
            return nil
        }
        return pixels
    }
}
#endif
#endif
