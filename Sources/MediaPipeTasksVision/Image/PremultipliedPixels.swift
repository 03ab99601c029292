import Foundation
package import LandmarkImaging

extension PixelBuffer {
    /// Copies four-byte pixels with premultiplied alpha, the format of Core Video and Core
    /// Graphics, and divides their colors by alpha, as MediaPipe does.
    ///
    /// - Parameters:
    ///   - base: The first byte of the first row. The last row may end after its last pixel.
    ///   - width: The number of columns.
    ///   - height: The number of rows.
    ///   - bytesPerRow: The distance between rows, at least `4 * width`.
    ///   - format: The order of the bytes; alpha is last.
    /// - Throws: `NSError` with code 13 for impossible pixels: without rows or columns, or with
    ///   overlapping rows.
    package init(
        premultiplied base: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int,
        format: PixelFormat
    ) throws {
        let (row, rowOverflows) = width.multipliedReportingOverflow(by: 4)
        let (count, overflows) = row.multipliedReportingOverflow(by: height)
        let end = bytesPerRow.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !rowOverflows, !overflows, !end.overflow, bytesPerRow >= row
        else {
            throw NSError.preprocessing(
                "\(width)×\(height) pixels with \(bytesPerRow) bytes per row")
        }
        var bytes = [UInt8](unsafeUninitializedCapacity: count) { copy, initialized in
            for y in 0..<height {
                let source = UnsafeRawBufferPointer(start: base + y * bytesPerRow, count: row)
                UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(copy)[
                        (y * row)..<((y + 1) * row)]
                ).copyMemory(from: source)
            }
            initialized = count
        }
        Self.divideByAlpha(&bytes)
        do {
            try self.init(width: width, height: height, format: format, bytes: bytes)
        } catch {
            throw NSError.preprocessing("\(error)")
        }
    }

    /// Divides the first three of every four bytes by the last, with rounding. Transparent pixels
    /// are unchanged.
    private static func divideByAlpha(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBufferPointer { bytes in
            for start in stride(from: 0, to: bytes.count, by: 4) {
                let alpha = Int(bytes[start + 3])
                guard alpha > 0, alpha < 255 else { continue }
                for channel in start..<start + 3 {
                    bytes[channel] = UInt8(
                        min(255, (Int(bytes[channel]) * 255 + alpha / 2) / alpha))
                }
            }
        }
    }
}
