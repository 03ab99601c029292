#if canImport(CoreVideo)
public import CoreVideo
import Foundation

extension MPImage {
    /// The pixel buffer handed in; nil for other sources.
    public var pixelBuffer: CVPixelBuffer? {
        guard case .pixelBuffer(let buffer) = source else { return nil }
        return buffer
    }

    /// Takes an upright pixel buffer, which must be of 32-bit BGRA when a task looks at it.
    public convenience init(pixelBuffer: CVPixelBuffer) throws {
        try self.init(pixelBuffer: pixelBuffer, orientation: .up)
    }

    /// Takes a pixel buffer, which must be of 32-bit BGRA when a task looks at it; `orientation`
    /// says how the scene lies in it.
    public convenience init(pixelBuffer: CVPixelBuffer, orientation: ImageOrientation) throws {
        self.init(
            .pixelBuffer(pixelBuffer), type: .pixelBuffer, size: Self.size(of: pixelBuffer),
            orientation: orientation)
    }

    fileprivate static func size(of buffer: CVPixelBuffer) -> CGSize {
        CGSize(width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
    }
}
#endif

#if canImport(CoreMedia)
public import CoreMedia

extension MPImage {
    /// The sample buffer handed in; nil for other sources.
    public var sampleBuffer: CMSampleBuffer? {
        guard case .sampleBuffer(let buffer, _) = source else { return nil }
        return buffer
    }

    /// Takes an upright sample buffer.
    ///
    /// - Throws: An `NSError` of code 3 when the buffer is not valid or holds no image.
    public convenience init(sampleBuffer: CMSampleBuffer) throws {
        try self.init(sampleBuffer: sampleBuffer, orientation: .up)
    }

    /// Takes a sample buffer; `orientation` says how the scene lies in it.
    ///
    /// - Throws: An `NSError` of code 3 when the buffer is not valid or holds no image.
    public convenience init(sampleBuffer: CMSampleBuffer, orientation: ImageOrientation) throws {
        guard CMSampleBufferIsValid(sampleBuffer) else {
            throw NSError.task(
                .invalidArgumentError,
                "Sample buffer is not valid: CMSampleBufferIsValid must return true for it.")
        }
        guard let pixels = CMSampleBufferGetImageBuffer(sampleBuffer) else {
            throw NSError.task(
                .invalidArgumentError, "Sample buffer must hold an image buffer.")
        }
        self.init(
            .sampleBuffer(sampleBuffer, pixels), type: .sampleBuffer,
            size: Self.size(of: pixels), orientation: orientation)
    }
}
#endif

#if canImport(UIKit)
public import UIKit

extension MPImage {
    /// The image handed in; nil for other sources.
    public var image: UIImage? {
        guard case .image(let image, _) = source else { return nil }
        return image
    }

    /// Takes an image, which lies as it says itself.
    ///
    /// - Throws: An `NSError` of code 3 when there is no `CGImage` under it.
    public convenience init(uiImage: UIImage) throws {
        try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
    }

    /// Takes an image; `orientation` says how the scene lies in it, whatever it says itself.
    ///
    /// - Throws: An `NSError` of code 3 when there is no `CGImage` under it.
    public convenience init(uiImage: UIImage, orientation: ImageOrientation) throws {
        guard let pixels = uiImage.cgImage else {
            throw NSError.task(
                .invalidArgumentError, "UIImage must have a valid underlying CGImage.")
        }
        self.init(
            .image(uiImage, pixels), type: .image,
            size: CGSize(
                width: uiImage.size.width * uiImage.scale,
                height: uiImage.size.height * uiImage.scale),
            orientation: orientation)
    }
}
#endif
