import LandmarkCore

/// What has to be known of a PNG file before libpng sees it.
struct PNGHeader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private(set) var size = PixelSize(width: 0, height: 0)
    private(set) var orientation = ExifOrientation.upright

    /// Where the size stands in every PNG file.
    static let sizeOffset = 16

    /// Walks the chunks to the end of the image.
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
