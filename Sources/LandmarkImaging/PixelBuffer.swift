import CLandmarkKernels
public import LandmarkCore

/// An immutable image in memory.
///
/// Copies share the pixels, and an image may be used from several threads at once. Rows are stored
/// top to bottom, each starting `bytesPerRow` bytes after the previous one.
public struct PixelBuffer: Sendable {
    /// The size in pixels.
    public let size: PixelSize
    /// The layout of a pixel's bytes.
    public let format: PixelFormat
    /// The number of bytes from the start of one row to the start of the next.
    public let bytesPerRow: Int

    private let storage: Storage

    private enum Storage: Sendable {
        case array([UInt8])
        case external(ExternalPixels)
        case deferred(DeferredPixels)
    }

    /// Creates an image from `bytes`, without copying them if the caller keeps no reference.
    ///
    /// - Parameters:
    ///   - width: The number of columns, 1 to 2³¹ − 1.
    ///   - height: The number of rows, 1 to 2³¹ − 1.
    ///   - format: The layout of a pixel's bytes.
    ///   - bytesPerRow: The number of bytes between the starts of rows; nil for contiguous rows.
    ///   - bytes: The rows. Extra bytes after the last pixel are ignored.
    /// - Throws: ``ImagingError/invalidImageSize(width:height:)``,
    ///   ``ImagingError/rowTooShort(bytesPerRow:width:format:)`` or
    ///   ``ImagingError/tooFewBytes(expected:got:)``.
    public init(
        width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil, bytes: [UInt8]
    ) throws(ImagingError) {
        let stride = try Self.stride(
            width: width, height: height, format: format, bytesPerRow: bytesPerRow,
            byteCount: bytes.count)
        self.init(
            trusted: PixelSize(width: width, height: height), format: format, bytesPerRow: stride,
            bytes: bytes)
    }

    /// Creates an image from memory that belongs to `owner`, without copying it.
    ///
    /// - Parameters:
    ///   - width: The number of columns, 1 to 2³¹ − 1.
    ///   - height: The number of rows, 1 to 2³¹ − 1.
    ///   - format: The layout of a pixel's bytes.
    ///   - bytesPerRow: The number of bytes between the starts of rows.
    ///   - memory: The rows, which must not change or move while `owner` lives.
    ///   - owner: Retained as long as the image or a copy of it exists; may be released on any
    ///     thread.
    /// - Throws: The same as `init(width:height:format:bytesPerRow:bytes:)`.
    package init(
        width: Int, height: Int, format: PixelFormat, bytesPerRow: Int,
        memory: UnsafeRawBufferPointer, owner: AnyObject
    ) throws(ImagingError) {
        self.bytesPerRow = try Self.stride(
            width: width, height: height, format: format, bytesPerRow: bytesPerRow,
            byteCount: memory.count)
        size = PixelSize(width: width, height: height)
        self.format = format
        storage = .external(ExternalPixels(memory: memory, owner: owner))
    }

    /// Creates an `rgb24` image from planes. The first access to pixels converts all of them, and
    /// keeps the result. ``ImageToTensor`` converts only its region.
    package init(_ yuv: YUVImage) {
        self.init(of: yuv.size, format: .rgb24, from: yuv)
    }

    /// Creates an image whose pixels are converted, and kept, when they are first accessed.
    ///
    /// - Parameters:
    ///   - size: The size in pixels.
    ///   - format: The format of the pixels that `source` returns.
    ///   - source: The source of the pixels; released after the conversion unless it is a `YUVImage`.
    package init(of size: PixelSize, format: PixelFormat, from source: any PixelSource) {
        self.size = size
        self.format = format
        bytesPerRow = size.width * format.bytesPerPixel
        storage = .deferred(DeferredPixels(source))
    }

    /// Creates an image from bytes that are known to fit.
    package init(trusted size: PixelSize, format: PixelFormat, bytesPerRow: Int, bytes: [UInt8]) {
        self.size = size
        self.format = format
        self.bytesPerRow = bytesPerRow
        storage = .array(bytes)
    }

    /// The maximum of columns and of rows, which kernels count with 32 bits.
    private static let sideLimit = Int(Int32.max)

    /// The number of bytes between the starts of rows, checked to fit.
    static func stride(
        width: Int, height: Int, format: PixelFormat, bytesPerRow: Int?, byteCount: Int
    ) throws(ImagingError) -> Int {
        guard 1...Self.sideLimit ~= width, 1...Self.sideLimit ~= height else {
            throw .invalidImageSize(width: width, height: height)
        }
        let row = width * format.bytesPerPixel
        let stride = bytesPerRow ?? row
        guard stride >= row else {
            throw .rowTooShort(bytesPerRow: stride, width: width, format: format)
        }
        let (above, overflows) = stride.multipliedReportingOverflow(by: height - 1)
        let (needed, endOverflows) = above.addingReportingOverflow(row)
        guard !overflows, !endOverflows, byteCount >= needed else {
            let expected = overflows || endOverflows ? Int.max : needed
            throw .tooFewBytes(expected: expected, got: byteCount)
        }
        return stride
    }

    /// The number of columns.
    public var width: Int { size.width }

    /// The number of rows.
    public var height: Int { size.height }

    /// The owner of the memory, for hardware that reads the same image without a copy; nil for an
    /// image with its own memory or with planes.
    package var owner: AnyObject? {
        switch storage {
        case .array, .deferred: nil
        case .external(let pixels): pixels.owner
        }
    }

    /// The planes from which the pixels are converted, for callers that can use them directly; nil
    /// for an image that has only pixels.
    package var yuv: YUVImage? {
        guard case .deferred(let pixels) = storage else { return nil }
        return pixels.yuv
    }

    /// The source that the pixels will be converted from; nil if they have been converted, or were in memory
    /// already.
    package var source: (any PixelSource)? {
        guard case .deferred(let pixels) = storage else { return nil }
        return pixels.source
    }

    /// The planes of an image whose pixels have not been converted yet; nil for any other.
    var unconverted: YUVImage? {
        guard case .deferred(let pixels) = storage, !pixels.areConverted else { return nil }
        return pixels.yuv
    }

    /// Calls `body` with the pixels, which are valid until it returns.
    ///
    /// - Throws: What `body` throws.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        func call(_ bytes: [UInt8]) throws(Failure) -> Result {
            try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
                try body(UnsafeRawBufferPointer(buffer))
            }
        }
        switch storage {
        case .array(let bytes): return try call(bytes)
        case .deferred(let pixels): return try call(pixels.bytes)
        case .external(let pixels):
            defer { withExtendedLifetime(pixels) {} }
            return try body(pixels.memory)
        }
    }

    /// Returns the channels of the pixel at column `x` and row `y`.
    ///
    /// - Precondition: The pixel lies inside the image.
    package func pixel(x: Int, y: Int) -> [UInt8] {
        precondition(0..<width ~= x && 0..<height ~= y, "(\(x), \(y)) lies outside \(size)")
        let start = y * bytesPerRow + x * format.bytesPerPixel
        return withUnsafeBytes { Array($0[start..<start + format.bytesPerPixel]) }
    }
}

/// The layout of a pixel's bytes; each channel is one byte.
public enum PixelFormat: String, Sendable, Hashable, CaseIterable {
    /// Red, green, blue.
    case rgb24
    /// Red, green, blue, alpha. Not premultiplied.
    case rgba32
    /// Blue, green, red, alpha. Not premultiplied.
    case bgra32
    /// Luminance only.
    case gray8

    /// The number of bytes per pixel.
    public var bytesPerPixel: Int {
        switch self {
        case .rgb24: 3
        case .rgba32, .bgra32: 4
        case .gray8: 1
        }
    }
}

extension PixelBuffer {
    /// Calls `body` with the pixels in the kernels' representation, valid until it returns.
    func withKernelImage(_ body: (lk_image) -> Void) {
        withUnsafeBytes { bytes in
            let image = lk_image(
                pixels: bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
                width: Int32(clamping: width), height: Int32(clamping: height), stride: bytesPerRow,
                format: format.kernel)
            body(image)
        }
    }
}

extension PixelFormat {
    fileprivate var kernel: lk_pixels {
        switch self {
        case .rgb24: LK_RGB24
        case .rgba32: LK_RGBA32
        case .bgra32: LK_BGRA32
        case .gray8: LK_GRAY8
        }
    }
}

/// An image from a video, camera or other source, with its timestamp.
public struct Frame: Sendable {
    /// The pixels.
    public let image: PixelBuffer
    /// The capture or presentation time.
    public let timestamp: Timestamp
    /// The orientation of the scene in the image.
    public let orientation: Orientation
    /// The frame's index in its entire source, from 0, if the source provides it; skipped frames
    /// are counted too.
    public private(set) var number: Int?

    /// Creates a frame.
    public init(image: PixelBuffer, timestamp: Timestamp, orientation: Orientation = .up) {
        self.image = image
        self.timestamp = timestamp
        self.orientation = orientation
    }

    /// Returns the frame with its index.
    package func numbered(_ number: Int) -> Frame {
        var frame = self
        frame.number = number
        return frame
    }
}
