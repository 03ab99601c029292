#if canImport(AVFoundation)
import AVFoundation
import CoreMedia
import CoreVideo
import LandmarkImaging

extension PixelBuffer {
    /// Copies a BGRA pixel buffer to `rgb24`, the format of videos on every platform.
    ///
    /// - Throws: ``CaptureError/outOfMemory`` for a buffer whose pixels cannot be accessed.
    init(copying buffer: CVPixelBuffer) throws(CaptureError) {
        guard CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA,
            CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess
        else { throw .outOfMemory }
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let source = CVPixelBufferGetBaseAddress(buffer) else { throw .outOfMemory }
        let width = CVPixelBufferGetWidth(buffer)
        let height = CVPixelBufferGetHeight(buffer)
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 3) { target, count in
            var to = 0
            for y in 0..<height {
                var from = y * stride
                for _ in 0..<width {
                    for channel in 0..<3 {
                        target[to + channel] = source.load(
                            fromByteOffset: from + 2 - channel, as: UInt8.self)
                    }
                    to += 3
                    from += 4
                }
            }
            count = to
        }
        do {
            self = try PixelBuffer(width: width, height: height, format: .rgb24, bytes: bytes)
        } catch {
            throw .image(error)
        }
    }

    /// Returns the image as a BGRA pixel buffer with even numbers of columns and rows: an
    /// additional column or row repeats its neighbor.
    ///
    /// - Throws: ``CaptureError/outOfMemory``.
    func evenPixelBuffer() throws(CaptureError) -> CVPixelBuffer {
        let (columns, rows) = (width + width % 2, height + height % 2)
        var created: CVPixelBuffer?
        guard
            CVPixelBufferCreate(nil, columns, rows, kCVPixelFormatType_32BGRA, nil, &created)
                == kCVReturnSuccess,
            let created, CVPixelBufferLockBaseAddress(created, []) == kCVReturnSuccess
        else { throw .outOfMemory }
        defer { CVPixelBufferUnlockBaseAddress(created, []) }
        guard let target = CVPixelBufferGetBaseAddress(created) else { throw .outOfMemory }
        let stride = CVPixelBufferGetBytesPerRow(created)
        let (red, green, blue) =
            switch format {
            case .rgb24, .rgba32: (0, 1, 2)
            case .bgra32: (2, 1, 0)
            case .gray8: (0, 0, 0)
            }
        withUnsafeBytes { source in
            for y in 0..<rows {
                let row = min(y, height - 1) * bytesPerRow
                for x in 0..<columns {
                    let from = row + min(x, width - 1) * format.bytesPerPixel
                    let pixel =
                        UInt32(source[from + blue]) | UInt32(source[from + green]) << 8
                        | UInt32(source[from + red]) << 16 | 0xFF00_0000
                    target.storeBytes(
                        of: pixel.littleEndian, toByteOffset: y * stride + 4 * x, as: UInt32.self)
                }
            }
        }
        return created
    }
}

/// The frameworks behind videos and cameras.
package enum CaptureLibraries {
    /// Each framework's name; they have no separate versions.
    package static var versions: [(name: String, version: String)] {
        [("AVFoundation", "the system's")]
    }

    /// Whether videos can be read and written; always true.
    package static var isComplete: Bool { true }
}
#endif
