import Foundation
import LandmarkImageFiles
public import LandmarkImaging

#if canImport(UIKit)
public import UIKit
#endif

extension MPImage {
    /// Creates an upright image from pixels of any format.
    ///
    /// - Throws: Nothing; declared as throwing like MediaPipe's initializer for Core Video pixel
    ///   buffers.
    public convenience init(pixelBuffer: PixelBuffer) throws {
        try self.init(pixelBuffer: pixelBuffer, orientation: .up)
    }

    /// Creates an image from pixels of any format and the orientation of the scene in them.
    ///
    /// - Throws: Nothing; declared as throwing like MediaPipe's initializer for Core Video pixel
    ///   buffers.
    public convenience init(pixelBuffer: PixelBuffer, orientation: ImageOrientation) throws {
        self.init(
            .pixels(pixelBuffer), type: .pixelBuffer,
            size: CGSize(width: pixelBuffer.width, height: pixelBuffer.height),
            orientation: orientation)
    }
}

#if !canImport(UIKit)
extension MPImage {
    /// The pixels of an image that was read from a file; nil for other sources.
    public var image: PixelBuffer? {
        guard imageSourceType == .image, case .pixels(let pixels) = source else { return nil }
        return pixels
    }

    /// Reads a JPEG or PNG file and applies its EXIF orientation.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - orientation: The orientation of the scene in the image as read.
    /// - Throws: `NSError` in the domain `com.google.mediapipe.tasks`: code 5 for a file that does not exist,
    ///   code 7 for a file without read permission, code 3 for a file that is not an image.
    public convenience init(
        contentsOfFile path: String, orientation: ImageOrientation = .up
    ) throws {
        let pixels: PixelBuffer
        do {
            pixels = try ImageFile.read(path)
        } catch {
            throw NSError.reading(error)
        }
        self.init(
            .pixels(pixels), type: .image,
            size: CGSize(width: pixels.width, height: pixels.height), orientation: orientation)
    }
}

#if !canImport(CoreVideo)
extension MPImage {
    /// The pixels from which the image was created; nil for other sources.
    public var pixelBuffer: PixelBuffer? {
        guard imageSourceType == .pixelBuffer, case .pixels(let pixels) = source else {
            return nil
        }
        return pixels
    }
}
#endif
#endif
