import CCairo
import CPNG
import LandmarkCore
import LandmarkSystem

/// Reads JPEG and PNG images, distinguished by content.
public enum ImageFile {
    /// The default maximum number of pixels, 2²⁸.
    public static let defaultPixelLimit = 1 << 28

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
    /// - Throws: ``ImagingError`` with the file and the fault: that it cannot be read, is neither
    ///   JPEG nor PNG, is too large, or is truncated or damaged in any part.
    public static func read(
        _ path: String, pixelLimit: Int = defaultPixelLimit
    ) throws(ImagingError) -> PixelBuffer {
        try decode(try FileStore.read(path), name: path, pixelLimit: pixelLimit)
    }

    /// Decodes the contents of a JPEG or PNG file as ``read(_:pixelLimit:)`` does. `name` stands
    /// for the file in errors.
    ///
    /// - Throws: ``ImagingError``, as ``read(_:pixelLimit:)`` does.
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

    /// Validates the size in a file's header.
    ///
    /// - Throws: ``ImagingError/malformed(file:offset:flaw:)`` for an empty image, or
    ///   ``ImagingError/imageTooLarge(file:size:limit:)``.
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

/// Reads and writes whole files, reporting failures as ``ImagingError``.
package enum FileStore {
    /// The maximum size of a file to read, in bytes.
    static let byteLimit = 1 << 30

    /// Returns the contents of a file.
    ///
    /// - Throws: ``ImagingError/notFound(file:)``, `isFolder`, `notPermitted`, `readFailed`,
    ///   `fileTooLarge` or `emptyFile`.
    package static func read(_ path: String) throws(ImagingError) -> [UInt8] {
        let size: Int
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try OpenFile(reading: path)
            size = try file.status().byteCount
            bytes = size > byteLimit ? [] : try file.read(atMost: byteLimit + 1)
        } catch {
            throw failure(error, path, else: .readFailed(file: path, code: error.code))
        }
        if max(size, bytes.count) > byteLimit {
            throw .fileTooLarge(file: path, limit: byteLimit)
        }
        if bytes.isEmpty { throw .emptyFile(file: path) }
        return bytes
    }

    /// Replaces the contents of a file atomically; a device or pipe is written directly.
    ///
    /// - Throws: ``ImagingError/notFound(file:)``, `isFolder`, `notPermitted` or `writeFailed`; an
    ///   existing file is then unchanged.
    static func write(_ bytes: [UInt8], to path: String) throws(ImagingError) {
        do throws(SystemError) {
            let file = try AtomicFile(path)
            try file.file.write(bytes)
            try file.commit()
        } catch {
            throw failure(error, path, else: .writeFailed(file: path, code: error.code))
        }
    }

    private static func failure(
        _ error: SystemError, _ file: String, else other: ImagingError
    ) -> ImagingError {
        switch error.cause {
        case .notFound: .notFound(file: file)
        case .isFolder: .isFolder(file: file)
        case .notPermitted: .notPermitted(file: file)
        case .busy, .brokenPipe, .other: other
        }
    }
}

/// The versions of the system libraries in use, at run time.
package enum ImagingLibraries {
    /// Each library's name and version. libturbojpeg does not report one.
    package static var versions: [(name: String, version: String)] {
        [
            ("libpng", png_get_libpng_ver(nil).map { String(cString: $0) } ?? "unknown"),
            ("cairo", cairo_version_string().map { String(cString: $0) } ?? "unknown"),
        ]
    }
}
