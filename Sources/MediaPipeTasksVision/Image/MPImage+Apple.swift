#if canImport(CoreVideo)
public import CoreVideo
import Foundation
import LandmarkImaging

extension MPImage {
    /// The pixel buffer from which the image was created; nil for other sources.
    public var pixelBuffer: CVPixelBuffer? {
        guard case .pixelBuffer(let buffer) = source else { return nil }
        return buffer
    }

    /// Creates an upright image from a pixel buffer. Tasks require the format 32-bit BGRA.
    ///
    /// - Throws: Nothing; declared as throwing like MediaPipe's initializer.
    public convenience init(pixelBuffer: CVPixelBuffer) throws {
        try self.init(pixelBuffer: pixelBuffer, orientation: .up)
    }

    /// Creates an image from a pixel buffer and the orientation of the scene in it. Tasks require
    /// the format 32-bit BGRA.
    ///
    /// - Throws: Nothing; declared as throwing like MediaPipe's initializer.
    public convenience init(pixelBuffer: CVPixelBuffer, orientation: ImageOrientation) throws {
        self.init(
            .pixelBuffer(pixelBuffer), type: .pixelBuffer, size: Self.size(of: pixelBuffer),
            orientation: orientation)
    }

    fileprivate static func size(of buffer: CVPixelBuffer) -> CGSize {
        CGSize(width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
    }
}

extension PixelBuffer {
    /// Copies the pixels of a 32-bit BGRA buffer, with alpha unpremultiplied.
    ///
    /// - Throws: `NSError` with code 3 for another format, or code 13 if the buffer cannot be
    ///   locked or has no pixels.
    init(copying buffer: CVPixelBuffer) throws {
        guard CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA else {
            throw NSError.task(
                .invalidArgumentError,
                "Unsupported pixel format for CVPixelBuffer. Expected kCVPixelFormatType_32BGRA")
        }
        guard CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess else {
            throw NSError.preprocessing("the pixel buffer cannot be locked")
        }
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else {
            throw NSError.preprocessing("the pixel buffer has no address")
        }
        try self.init(
            premultiplied: base, width: CVPixelBufferGetWidth(buffer),
            height: CVPixelBufferGetHeight(buffer),
            bytesPerRow: CVPixelBufferGetBytesPerRow(buffer), format: .bgra32)
    }
}
#endif

#if canImport(CoreMedia)
public import CoreMedia

extension MPImage {
    /// The sample buffer from which the image was created; nil for other sources.
    public var sampleBuffer: CMSampleBuffer? {
        guard case .sampleBuffer(let buffer, _) = source else { return nil }
        return buffer
    }

    /// Creates an upright image from a sample buffer.
    ///
    /// - Throws: `NSError` with code 3 if the buffer is not valid or contains no image.
    public convenience init(sampleBuffer: CMSampleBuffer) throws {
        try self.init(sampleBuffer: sampleBuffer, orientation: .up)
    }

    /// Creates an image from a sample buffer and the orientation of the scene in it.
    ///
    /// - Throws: `NSError` with code 3 if the buffer is not valid or contains no image.
    public convenience init(sampleBuffer: CMSampleBuffer, orientation: ImageOrientation) throws {
        guard CMSampleBufferIsValid(sampleBuffer) else {
            throw NSError.task(
                .invalidArgumentError,
                "Sample buffer is not valid. Invoking CMSampleBufferIsValid(sampleBuffer) must return"
                    + " true.")
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
import CoreGraphics
public import UIKit

extension MPImage {
    /// The image from which the `MPImage` was created; nil for other sources.
    public var image: UIImage? {
        guard case .image(let image, _) = source else { return nil }
        return image
    }

    /// Creates an image from a `UIImage` and its own orientation.
    ///
    /// - Throws: `NSError` with code 3 if it has no underlying `CGImage`.
    @objc(initWithUIImage:error:)
    public convenience init(uiImage: UIImage) throws {
        try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
    }

    /// Creates an image from a `UIImage` and an orientation that replaces its own.
    ///
    /// - Throws: `NSError` with code 3 if it has no underlying `CGImage`.
    @objc(initWithUIImage:orientation:error:)
    public convenience init(uiImage: UIImage, orientation: ImageOrientation) throws {
        guard let pixels = uiImage.cgImage else {
            throw NSError.task(
                .invalidArgumentError,
                "Image does not have a valid underlying CGImage. image.CGImage must be non nil.")
        }
        self.init(
            .image(uiImage, pixels), type: .image,
            size: CGSize(
                width: uiImage.size.width * uiImage.scale,
                height: uiImage.size.height * uiImage.scale),
            orientation: orientation)
    }
}

extension PixelBuffer {
    /// Copies the pixels of `image` as stored, without rotation, with alpha unpremultiplied.
    ///
    /// - Throws: `NSError` with code 13 if the image cannot be drawn or has no pixels.
    init(drawing image: CGImage) throws {
        let width = image.width
        let height = image.height
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflows, count <= Int.max / 4 else {
            throw NSError.preprocessing("\(width)×\(height) pixels")
        }
        var bytes = [UInt8](repeating: 0, count: count * 4)
        self = try bytes.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress,
                let context = CGContext(
                    data: base, width: width, height: height,
                    bitsPerComponent: 8, bytesPerRow: width * 4,
                    space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            else { throw NSError.preprocessing("the image cannot be drawn") }
            context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
            return try PixelBuffer(
                premultiplied: base, width: width, height: height, bytesPerRow: width * 4,
                format: .rgba32)
        }
    }
}
#endif
