import LandmarkCore
public import LandmarkImaging

/// Encodes and decodes PNG files.
public enum PNGFile {
    /// Writes `image` to `path` atomically: on failure an existing file is unchanged.
    ///
    /// - Throws: `ImagingError.unencodable(file:reason:)`, `notFound`, `isFolder`, `notPermitted`
    ///   or `writeFailed`.
    public static func write(_ image: PixelBuffer, to path: String) throws(ImagingError) {
        let bytes = try encode(image, name: path)
        try FileStore.write(bytes, to: path)
    }

    /// Returns `image` as the contents of a PNG file. `name` identifies the file in errors.
    ///
    /// - Throws: `ImagingError.unencodable(file:reason:)`.
    public static func encode(
        _ image: PixelBuffer, name: String
    ) throws(ImagingError) -> [UInt8] {
        try PlatformCodec.encodePNG(image, name: name)
    }

    static func decode(
        _ bytes: [UInt8], name: String, pixelLimit: Int
    ) throws(ImagingError) -> PixelBuffer {
        let header = try PNGHeader(bytes, name: name)
        try ImageFile.check(
            header.size, limit: pixelLimit, name: name, offset: PNGHeader.sizeOffset)
        return try PlatformCodec.decodePNG(bytes, header, name: name)
            .upright(from: header.orientation)
    }
}

/// The properties of a PNG file needed before decoding, read from its chunks.
struct PNGHeader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private(set) var size = PixelSize(width: 0, height: 0)
    private(set) var orientation = ExifOrientation.up

    /// The offset of the size in every PNG file.
    static let sizeOffset = 16

    /// Reads the chunks up to the end of the image.
    ///
    /// - Throws: `ImagingError.truncated(file:offset:)` or
    ///   `ImagingError.malformed(file:offset:flaw:)`.
    init(_ bytes: [UInt8], name: String) throws(ImagingError) {
        var offset = Self.signature.count
        var isFirst = true
        while true {
            guard bytes.count - offset >= 12 else {
                throw .truncated(file: name, offset: bytes.count)
            }
            let length = Self.uint32(bytes, at: offset)
            guard length <= Int32.max else {
                throw .malformed(file: name, offset: offset, flaw: .segmentLength)
            }
            guard length <= bytes.count - offset - 12 else {
                throw .truncated(file: name, offset: bytes.count)
            }
            let data = bytes[offset + 8..<offset + 8 + length]
            let type = Array(bytes[offset + 4..<offset + 8])
            if isFirst {
                guard type == Self.ihdr, length == 13 else {
                    throw .malformed(file: name, offset: offset, flaw: .header)
                }
                size.width = Self.uint32(bytes, at: Self.sizeOffset)
                size.height = Self.uint32(bytes, at: Self.sizeOffset + 4)
                isFirst = false
            }
            if type == Self.exif { orientation = ExifOrientation(tiff: data) }
            if type == Self.iend { return }
            offset += 12 + length
        }
    }

    private static let ihdr = Array("IHDR".utf8)
    private static let exif = Array("eXIf".utf8)
    private static let iend = Array("IEND".utf8)

    private static func uint32(_ bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
