import CPNG
import LandmarkCore
public import LandmarkImaging

/// Encodes and decodes PNG files.
public enum PNGFile {
    /// Writes `image` to `path` atomically: on failure an existing file is unchanged.
    ///
    /// - Throws: ``ImagingError/unencodable(file:reason:)``, `notFound`, `isFolder`, `notPermitted`
    ///   or `writeFailed`.
    public static func write(_ image: PixelBuffer, to path: String) throws(ImagingError) {
        let bytes = try encode(image, name: path)
        try FileStore.write(bytes, to: path)
    }

    /// Returns `image` as the contents of a PNG file. `name` stands for the file in errors.
    ///
    /// - Throws: ``ImagingError/unencodable(file:reason:)``.
    public static func encode(
        _ image: PixelBuffer, name: String
    ) throws(ImagingError) -> [UInt8] {
        guard let width = UInt32(exactly: image.width),
            let height = UInt32(exactly: image.height),
            let stride = Int32(exactly: image.bytesPerRow)
        else { throw .unencodable(file: name, reason: "\(image.size) is too large for PNG") }
        let format = image.format.png
        let bound = lk_png_bound(width, height, format)
        guard bound > 0 else {
            throw .unencodable(file: name, reason: "\(image.size) is too large for PNG")
        }
        var message = [CChar](repeating: 0, count: 64)
        var failed = false
        let bytes = image.withUnsafeBytes { pixels in
            [UInt8](unsafeUninitializedCapacity: bound) { target, count in
                count = bound
                failed =
                    lk_png_write(
                        width, height, format,
                        pixels.assumingMemoryBound(to: UInt8.self).baseAddress,
                        stride, target.baseAddress, &count, &message) != 0
                if failed { count = 0 }
            }
        }
        if failed { throw .unencodable(file: name, reason: text(message)) }
        return bytes
    }

    static func decode(
        _ bytes: [UInt8], name: String, pixelLimit: Int
    ) throws(ImagingError) -> PixelBuffer {
        let header = try PNGHeader(bytes, name: name)
        try ImageFile.check(
            header.size, limit: pixelLimit, name: name, offset: PNGHeader.sizeOffset)
        let stored = try bytes.withUnsafeBufferPointer { (file) throws(ImagingError) in
            try decode(file, name: name, expecting: header.size)
        }
        return stored.upright(from: header.orientation)
    }

    private static func decode(
        _ file: UnsafeBufferPointer<UInt8>, name: String, expecting size: PixelSize
    ) throws(ImagingError) -> PixelBuffer {
        var reader = lk_png_reader()
        defer { lk_png_close(&reader) }
        guard lk_png_open(&reader, file.baseAddress, file.count) == 0 else {
            throw failure(reader, name: name)
        }
        let format: PixelFormat? =
            switch reader.channels {
            case 1: .gray8
            case 3: .rgb24
            case 4: .rgba32
            default: nil
            }
        guard let format, reader.width == size.width, reader.height == size.height else {
            throw .malformed(file: name, offset: PNGHeader.sizeOffset, flaw: .header)
        }
        let row = size.width * format.bytesPerPixel
        let total = row * size.height
        var status: Int32 = -1
        let pixels = [UInt8](unsafeUninitializedCapacity: total) { target, count in
            status = lk_png_read(&reader, target.baseAddress, row)
            count = status == 0 ? total : 0
        }
        guard status == 0 else { throw failure(reader, name: name) }
        return PixelBuffer(trusted: size, format: format, bytesPerRow: row, bytes: pixels)
    }

    private static func failure(_ reader: lk_png_reader, name: String) -> ImagingError {
        if reader.truncated != 0 { return .truncated(file: name, offset: reader.count) }
        return withUnsafeBytes(of: reader.message) { bytes in
            .undecodable(file: name, reason: text(bytes.map { CChar(bitPattern: $0) }))
        }
    }

    private static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension PixelFormat {
    fileprivate var png: UInt32 {
        switch self {
        case .rgb24: lk_png_rgb
        case .rgba32: lk_png_rgba
        case .bgra32: lk_png_bgra
        case .gray8: lk_png_gray
        }
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
    /// - Throws: ``ImagingError/truncated(file:offset:)`` or
    ///   ``ImagingError/malformed(file:offset:flaw:)``.
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
