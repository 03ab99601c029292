public import LandmarkCore

/// An immutable image in memory.
///
/// Copies share the pixels, and an image may be used from several threads at once. Rows run from
/// the top; each starts `bytesPerRow` bytes after the one above.
public struct PixelBuffer: Sendable {
    /// Columns and rows.
    public let size: PixelSize
    /// How a pixel's bytes are laid out.
    public let format: PixelFormat
    /// Bytes from the start of one row to the start of the next.
    public let bytesPerRow: Int

    private let bytes: [UInt8]

    /// Makes an image of `bytes`, which are kept without a copy when the caller gives them up.
    ///
    /// - Parameters:
    ///   - width: Columns, at least 1.
    ///   - height: Rows, at least 1.
    ///   - format: How a pixel's bytes are laid out.
    ///   - bytesPerRow: Bytes between the starts of rows; without it rows follow each other.
    ///   - bytes: The rows. Bytes past the last pixel are allowed and not looked at.
    /// - Throws: `ImagingError.invalidImageSize`, `.rowTooShort` or `.tooFewBytes`.
    public init(
        width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil, bytes: [UInt8]
    ) throws(ImagingError) {
        guard width > 0, height > 0 else {
            throw .invalidImageSize(width: width, height: height)
        }
        let (row, rowOverflows) = width.multipliedReportingOverflow(by: format.bytesPerPixel)
        let stride = bytesPerRow ?? row
        guard !rowOverflows, stride >= row else {
            throw .rowTooShort(bytesPerRow: stride, width: width, format: format)
        }
        let (above, overflows) = stride.multipliedReportingOverflow(by: height - 1)
        let (needed, endOverflows) = above.addingReportingOverflow(row)
        guard !overflows, !endOverflows, bytes.count >= needed else {
            let expected = overflows || endOverflows ? Int.max : needed
            throw .tooFewBytes(expected: expected, got: bytes.count)
        }
        self.init(
            trusted: PixelSize(width: width, height: height), format: format, bytesPerRow: stride,
            bytes: bytes)
    }

    /// Makes an image of bytes that are known to fit.
    init(trusted size: PixelSize, format: PixelFormat, bytesPerRow: Int, bytes: [UInt8]) {
        self.size = size
        self.format = format
        self.bytesPerRow = bytesPerRow
        self.bytes = bytes
    }

    /// Columns.
    public var width: Int { size.width }

    /// Rows.
    public var height: Int { size.height }

    /// Hands the pixels to `body`; the memory is valid only inside it.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
            try body(UnsafeRawBufferPointer(buffer))
        }
    }

    /// The channels of the pixel at column `x` and row `y`, which must lie in the image.
    package func pixel(x: Int, y: Int) -> [UInt8] {
        precondition(0..<width ~= x && 0..<height ~= y, "(\(x), \(y)) lies outside \(size)")
        let start = y * bytesPerRow + x * format.bytesPerPixel
        return Array(bytes[start..<start + format.bytesPerPixel])
    }
}
