import LandmarkCore
import LandmarkImaging

/// The properties of a BMP, WebP, TIFF or HEIF file needed before decoding.
struct StillHeader {
    /// The file formats.
    enum Kind {
        case bmp, webp, tiff
        /// HEIC, AVIF and other images in ISO base media files.
        case heif
    }

    let kind: Kind
    /// The size as stored; nil if the library has to find it.
    private(set) var size: PixelSize?
    /// The offset of the size in the file.
    private(set) var sizeOffset = 0
    /// Whether it is a TIFF file compressed as JPEG, with tables apart from the image.
    private(set) var hasJPEGTables = false
    /// The orientation that the decoder does not apply.
    private(set) var orientation = ExifOrientation.up

    /// Reads the header of a file whose first bytes are those of `kind`.
    ///
    /// - Throws: `ImagingError.truncated(file:offset:)`, `.malformed(file:offset:flaw:)`, or
    ///   `.undecodable(file:reason:)` for an animation.
    init(_ kind: Kind, _ bytes: [UInt8], name: String) throws(ImagingError) {
        self.kind = kind
        switch kind {
        case .bmp: try readBMP(bytes, name: name)
        case .webp: try readWebP(bytes, name: name)
        case .tiff: try readTIFF(bytes, name: name)
        case .heif: break
        }
    }
}

extension StillHeader.Kind {
    /// The brands of HEIF files with single images.
    private static let brands: Set = [
        "heic", "heix", "heim", "heis", "mif1", "mif2", "avif", "miaf",
    ]
    /// The sizes of all versions of the header that follows a BMP file's own.
    private static let bitmapHeaders: Set = [12, 40, 52, 56, 64, 108, 124]

    /// The format that a file's first bytes indicate; nil for any other.
    init?(beginning bytes: [UInt8]) {
        let little = LittleBytes(bytes)
        if bytes.starts(with: "BM".utf8), let size = little.uint32(at: 14),
            Self.bitmapHeaders.contains(size)
        {
            self = .bmp
        } else if little.text(at: 0) == "RIFF", little.text(at: 8) == "WEBP" {
            self = .webp
        } else if bytes.starts(with: [0x49, 0x49, 42, 0])
            || bytes.starts(with: [0x4D, 0x4D, 0, 42])
        {
            self = .tiff
        } else if little.text(at: 4) == "ftyp", little.text(at: 8).map(Self.brands.contains) == true
        {
            self = .heif
        } else {
            return nil
        }
    }
}

/// Bounds-checked access to little-endian numbers and to four-letter names.
private struct LittleBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func number(at offset: Int, count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func uint32(at offset: Int) -> Int? { number(at: offset, count: 4) }

    func int32(at offset: Int) -> Int? {
        uint32(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    }

    func text(at offset: Int) -> String? {
        guard offset >= 0, offset <= bytes.count - 4 else { return nil }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }
}

// MARK: BMP

extension StillHeader {
    private mutating func readBMP(_ bytes: [UInt8], name: String) throws(ImagingError) {
        let little = LittleBytes(bytes)
        sizeOffset = 18
        let isOld = little.uint32(at: 14) == 12
        let (width, height) =
            isOld
            ? (little.number(at: 18, count: 2), little.number(at: 20, count: 2))
            : (little.int32(at: 18), little.int32(at: 22))
        guard let width, let height, let start = little.uint32(at: 10),
            let bits = little.number(at: isOld ? 24 : 28, count: 2),
            let compression = isOld ? 0 : little.uint32(at: 30)
        else { throw .truncated(file: name, offset: bytes.count) }
        // A negative height means that the first row is the top one.
        size = PixelSize(width: max(0, width), height: abs(height))
        // Only uncompressed rows (0, 3 and 6) have a known length.
        guard [0, 3, 6].contains(compression), width > 0 else { return }
        let row = (width * bits + 31) / 32 * 4
        let (pixels, overflows) = row.multipliedReportingOverflow(by: abs(height))
        // The pixel limit is checked afterwards, because its error is more helpful.
        if !overflows, pixels < 1 << 40, start + pixels > bytes.count, size?.isModest == true {
            throw .truncated(file: name, offset: bytes.count)
        }
    }
}

extension PixelSize {
    /// Whether an image of this size may be read by default.
    fileprivate var isModest: Bool {
        width > 0 && height > 0 && height <= ImageFile.defaultPixelLimit / width
    }
}

// MARK: WebP

extension StillHeader {
    private static let animationFlag = 0x02

    private mutating func readWebP(_ bytes: [UInt8], name: String) throws(ImagingError) {
        let little = LittleBytes(bytes)
        guard let length = little.uint32(at: 4), length + 8 <= bytes.count else {
            throw .truncated(file: name, offset: bytes.count)
        }
        var offset = 12
        while offset + 8 <= length + 8, let type = little.text(at: offset),
            let count = little.uint32(at: offset + 4)
        {
            let data = offset + 8
            guard count <= bytes.count - data else {
                throw .truncated(file: name, offset: bytes.count)
            }
            try readChunk(type, little, at: data, count: count, name: name)
            offset = data + count + count % 2
        }
        guard size != nil else { throw .malformed(file: name, offset: 12, flaw: .header) }
    }

    private mutating func readChunk(
        _ type: String, _ little: LittleBytes, at data: Int, count: Int, name: String
    ) throws(ImagingError) {
        switch type {
        case "VP8X":
            guard let flags = little.number(at: data, count: 1),
                let width = little.number(at: data + 4, count: 3),
                let height = little.number(at: data + 7, count: 3)
            else { throw .malformed(file: name, offset: data, flaw: .segmentLength) }
            if flags & Self.animationFlag != 0 {
                throw .undecodable(file: name, reason: "it is an animation, which is not supported")
            }
            setSize(width + 1, height + 1, at: data + 4)
        case "VP8 ":
            guard let width = little.number(at: data + 6, count: 2),
                let height = little.number(at: data + 8, count: 2)
            else { throw .malformed(file: name, offset: data, flaw: .segmentLength) }
            setSize(width & 0x3FFF, height & 0x3FFF, at: data + 6)
        case "VP8L":
            guard let bits = little.uint32(at: data + 1) else {
                throw .malformed(file: name, offset: data, flaw: .segmentLength)
            }
            setSize(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, at: data + 1)
        case "EXIF":
            let exif = little.bytes[data..<data + count]
            // Some writers keep the prefix that JPEG requires.
            let prefix = Array("Exif".utf8) + [0, 0]
            orientation = ExifOrientation(
                tiff: exif.starts(with: prefix) ? exif.dropFirst(prefix.count) : exif)
        default: break
        }
    }

    /// Sets the size, which the first chunk that contains one determines.
    private mutating func setSize(_ width: Int, _ height: Int, at offset: Int) {
        guard size == nil else { return }
        size = PixelSize(width: width, height: height)
        sizeOffset = offset
    }
}

// MARK: TIFF

extension StillHeader {
    private static let widthTag: UInt16 = 256
    private static let heightTag: UInt16 = 257
    private static let compressionTag: UInt16 = 259
    private static let jpegTablesTag: UInt16 = 347
    private static let jpegCompression: UInt32 = 7

    private mutating func readTIFF(_ bytes: [UInt8], name: String) throws(ImagingError) {
        guard let tiff = TIFFBytes(bytes[...]), let directory = tiff.uint32(at: 4) else {
            throw .truncated(file: name, offset: bytes.count)
        }
        sizeOffset = Int(directory)
        guard tiff.uint16(at: sizeOffset) != nil else {
            throw .truncated(file: name, offset: bytes.count)
        }
        guard let width = tiff.entry(Self.widthTag), let height = tiff.entry(Self.heightTag) else {
            throw .malformed(file: name, offset: sizeOffset, flaw: .header)
        }
        size = PixelSize(width: Int(width.value), height: Int(height.value))
        orientation = ExifOrientation(tiff: bytes[...])
        hasJPEGTables =
            tiff.entry(Self.compressionTag)?.value == Self.jpegCompression
            && tiff.entry(Self.jpegTablesTag) != nil
    }
}
