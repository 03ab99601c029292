import LandmarkCore

/// Images from files: JPEG and PNG, told apart by content.
public enum ImageFile {
    /// The most pixels that are read unless a caller asks for another limit: 2²⁸.
    public static let defaultPixelLimit = 1 << 28

    /// Reads an image and turns it the way its EXIF orientation says.
    ///
    /// Pixels are taken as stored: no color management and no gamma. A gray image stays gray
    /// (`gray8`), one with alpha becomes `rgba32` with its colors untouched, all others become
    /// `rgb24`. Of 16 bits the upper 8 are kept.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - pixelLimit: An image of more pixels is refused before memory is taken for it.
    /// - Throws: `ImagingError` naming the file and what is wrong with it. An image that is cut
    ///   off or damaged is refused as a whole.
    public static func read(
        _ path: String, pixelLimit: Int = defaultPixelLimit
    ) throws(ImagingError) -> PixelBuffer {
        try decode(try FileStore.read(path), name: path, pixelLimit: pixelLimit)
    }

    /// Decodes the bytes of a JPEG or PNG file, as `read` does; `name` stands for it in errors.
    ///
    /// - Throws: `ImagingError`, as `read` does.
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
        if PNGHeader.signature.starts(with: bytes) || JPEGHeader.signature.starts(with: bytes) {
            throw .truncated(file: name, offset: bytes.count)
        }
        throw .unknownFormat(file: name, start: Array(bytes.prefix(8)))
    }

    /// Throws unless `size` is an image's and within `limit` pixels.
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
    }
}
