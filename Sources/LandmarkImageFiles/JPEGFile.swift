import LandmarkCore
public import LandmarkImaging

/// Encodes and decodes JPEG files.
public enum JPEGFile {
    /// Writes `image` to `path` atomically: on failure an existing file is unchanged.
    ///
    /// - Parameters:
    ///   - image: The image; its alpha is dropped.
    ///   - path: The file.
    ///   - quality: The JPEG quality, 1…100.
    /// - Throws: `ImagingError.invalidQuality(_:)`, `unencodable`, `notFound`, `isFolder`,
    ///   `notPermitted` or `writeFailed`.
    public static func write(
        _ image: PixelBuffer, to path: String, quality: Int = 90
    ) throws(ImagingError) {
        let bytes = try encode(image, name: path, quality: quality)
        try FileStore.write(bytes, to: path)
    }

    /// Returns `image` as the contents of a JPEG file. `name` identifies the file in errors.
    ///
    /// - Throws: `ImagingError.unencodable(file:reason:)` or `ImagingError.invalidQuality(_:)`.
    public static func encode(
        _ image: PixelBuffer, name: String, quality: Int = 90
    ) throws(ImagingError) -> [UInt8] {
        guard 1...100 ~= quality else { throw .invalidQuality(quality) }
        guard image.width <= 65_500, image.height <= 65_500 else {
            throw .unencodable(file: name, reason: "\(image.size) is too large for JPEG")
        }
        return try PlatformCodec.encodeJPEG(image, quality: quality, name: name)
    }

    static func decode(
        _ bytes: [UInt8], name: String, pixelLimit: Int
    ) throws(ImagingError) -> PixelBuffer {
        let header = try JPEGHeader(bytes, name: name)
        try ImageFile.check(
            header.size, limit: pixelLimit, name: name, offset: header.frameOffset)
        return try PlatformCodec.decodeJPEG(bytes, header, name: name)
            .upright(from: header.orientation)
    }
}
