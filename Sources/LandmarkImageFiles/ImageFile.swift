import LandmarkCore
public import LandmarkImaging

/// Reads JPEG, PNG, BMP, WebP, TIFF and HEIF (HEIC, AVIF) images, distinguished by content.
///
/// On Linux, BMP, WebP and TIFF are decoded by FFmpeg's libraries and HEIF by libheif, which are
/// loaded when the first such image is read.
public enum ImageFile {
    /// The default maximum number of pixels, 2²⁸.
    public static let defaultPixelLimit = 1 << 28

    /// The file name suffixes of readable images, in lower case.
    package static let suffixes: Set<String> = [
        "jpg", "jpeg", "png", "bmp", "dib", "webp", "tif", "tiff", "heic", "heif", "hif", "avif",
    ]

    /// The number of bytes that ``isImage(beginning:)`` needs.
    package static let signatureLength = 32

    /// Whether the first bytes of a file are those of a readable image.
    package static func isImage(beginning bytes: [UInt8]) -> Bool {
        bytes.starts(with: JPEGHeader.signature) || bytes.starts(with: PNGHeader.signature)
            || StillHeader.Kind(beginning: bytes) != nil
    }

    /// Reads an image and rotates it upright according to its EXIF orientation.
    ///
    /// Pixel values are used as stored, without color management or gamma correction. A grayscale
    /// image becomes `gray8`, one with alpha `rgba32` (not premultiplied), any other `rgb24`.
    /// 16-bit samples are truncated to their upper 8 bits.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - pixelLimit: The maximum number of pixels; larger images are rejected before memory is
    ///     allocated for them.
    /// - Throws: `ImagingError` with the file and the fault: the file cannot be read, has an
    ///   unknown format, is too large, or is truncated or damaged anywhere.
    public static func read(
        _ path: String, pixelLimit: Int = defaultPixelLimit
    ) throws(ImagingError) -> PixelBuffer {
        try decode(try FileStore.read(path), name: path, pixelLimit: pixelLimit)
    }

    /// Decodes the contents of an image file as ``read(_:pixelLimit:)`` does. `name` identifies the
    /// file in errors.
    ///
    /// - Throws: `ImagingError`, like ``read(_:pixelLimit:)``.
    public static func decode(
        _ bytes: [UInt8], name: String, pixelLimit: Int = defaultPixelLimit
    ) throws(ImagingError) -> PixelBuffer {
        if bytes.isEmpty { throw .emptyFile(file: name) }
        if bytes.starts(with: JPEGHeader.signature) {
            return try JPEGFile.decode(bytes, name: name, pixelLimit: pixelLimit)
        }
        if bytes.starts(with: PNGHeader.signature) {
            return try PNGFile.decode(bytes, name: name, pixelLimit: pixelLimit)
        }
        if let kind = StillHeader.Kind(beginning: bytes) {
            let header = try StillHeader(kind, bytes, name: name)
            if let size = header.size {
                try check(size, limit: pixelLimit, name: name, offset: header.sizeOffset)
            }
            return try PlatformCodec.decodeStill(
                bytes, header, pixelLimit: pixelLimit, name: name)
        }
        if PNGHeader.signature.starts(with: bytes) || JPEGHeader.signature.starts(with: bytes) {
            throw .truncated(file: name, offset: bytes.count)
        }
        throw .unknownFormat(file: name, start: Array(bytes.prefix(8)))
    }

    /// Validates the size in a file's header.
    ///
    /// - Throws: `ImagingError.malformed(file:offset:flaw:)` for an empty image,
    ///   `ImagingError.imageTooLarge(file:size:limit:)`, or `outOfMemory(file:size:bytes:)`.
    static func check(
        _ size: PixelSize, limit: Int, name: String, offset: Int
    ) throws(ImagingError) {
        guard size.width > 0, size.height > 0 else {
            throw .malformed(file: name, offset: offset, flaw: .emptyImage)
        }
        let (pixels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflows, pixels <= limit else {
            throw .imageTooLarge(file: name, size: size, limit: limit)
        }
        try ImageMemory.check(
            pixels * PixelFormat.rgba32.bytesPerPixel, for: size, file: name)
    }
}
