#if canImport(CoreVideo)
import CoreVideo
import Foundation
import LandmarkImaging

extension PixelBuffer {
    /// A copy of the pixels of `buffer`, which must be of 32-bit BGRA.
    init(copying buffer: CVPixelBuffer) throws {
        guard CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA else {
            throw NSError.task(
                .invalidArgumentError,
                "Unsupported pixel format for CVPixelBuffer. Expected kCVPixelFormatType_32BGRA")
        }
        let failure = NSError.task(
            .internalError, "Some error occurred while preprocessing the input image.")
        guard CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess else {
            throw failure
        }
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { throw failure }
        let height = CVPixelBufferGetHeight(buffer)
        let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
        let bytes = UnsafeRawBufferPointer(start: base, count: bytesPerRow * height)
        try self.init(
            width: CVPixelBufferGetWidth(buffer), height: height, format: .bgra32,
            bytesPerRow: bytesPerRow, bytes: Array(bytes))
    }
}
#endif

#if canImport(UIKit)
import CoreGraphics

extension PixelBuffer {
    /// The pixels of `image` as they are stored, not turned, with colors not multiplied by alpha.
    init(drawing image: CGImage) throws {
        let width = image.width
        let height = image.height
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        let isDrawn = bytes.withUnsafeMutableBytes { memory in
            guard
                let context = CGContext(
                    data: memory.baseAddress, width: width, height: height,
                    bitsPerComponent: 8, bytesPerRow: width * 4,
                    space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            else { return false }
            context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
            return true
        }
        guard isDrawn else {
            throw NSError.task(
                .internalError, "Some error occurred while preprocessing the input image.")
        }
        for start in stride(from: 0, to: bytes.count, by: 4) {
            let alpha = Int(bytes[start + 3])
            guard alpha > 0, alpha < 255 else { continue }
            for channel in start..<start + 3 {
                bytes[channel] = UInt8(min(255, (Int(bytes[channel]) * 255 + alpha / 2) / alpha))
            }
        }
        try self.init(width: width, height: height, format: .rgba32, bytes: bytes)
    }
}
#endif
