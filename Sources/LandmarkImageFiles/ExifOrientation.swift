import LandmarkCore
package import LandmarkImaging

/// The orientation in which an image is stored: the value of the EXIF tag 0x0112, with the case
/// names of `CGImagePropertyOrientation`.
package enum ExifOrientation: UInt16, CaseIterable {
    /// The first row is the top, the first column the left side.
    case up = 1
    /// The first row is the top, the first column the right side.
    case upMirrored = 2
    /// The first row is the bottom, the first column the right side.
    case down = 3
    /// The first row is the bottom, the first column the left side.
    case downMirrored = 4
    /// The first row is the left side, the first column the top.
    case leftMirrored = 5
    /// The first row is the right side, the first column the top: 90° counterclockwise from
    /// upright.
    case right = 6
    /// The first row is the right side, the first column the bottom.
    case rightMirrored = 7
    /// The first row is the left side, the first column the bottom: 90° clockwise from upright.
    case left = 8

    /// Whether stored rows are columns of the upright image.
    package var swapsAxes: Bool { rawValue >= ExifOrientation.leftMirrored.rawValue }
}

extension ExifOrientation {
    private static let tag: UInt16 = 0x0112
    private static let shortType: UInt16 = 3

    /// Reads the orientation from a TIFF header and its first directory.
    ///
    /// A damaged or missing tag is treated as upright: the image is still readable, and other
    /// readers show it that way.
    init(tiff bytes: ArraySlice<UInt8>) {
        self = Self.find(in: TIFFBytes(bytes)) ?? .up
    }

    private static func find(in tiff: TIFFBytes?) -> ExifOrientation? {
        guard let entry = tiff?.entry(tag), entry.type == shortType, entry.count == 1 else {
            return nil
        }
        return ExifOrientation(rawValue: UInt16(truncatingIfNeeded: entry.value))
    }
}

/// Bounds-checked access to the numbers of a TIFF structure in the structure's byte order.
struct TIFFBytes {
    private let bytes: ArraySlice<UInt8>
    private let isLittleEndian: Bool

    /// Wraps `bytes`; nil unless they begin with a TIFF header.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 8 else { return nil }
        switch Array(bytes.prefix(4)) {
        case [0x49, 0x49, 42, 0]: isLittleEndian = true
        case [0x4D, 0x4D, 0, 42]: isLittleEndian = false
        default: return nil
        }
        self.bytes = bytes
    }

    /// Returns the 16-bit number at `offset`; nil when it is out of bounds.
    func uint16(at offset: Int) -> UInt16? {
        number(at: offset, count: 2).map { UInt16(truncatingIfNeeded: $0) }
    }

    /// Returns the 32-bit number at `offset`; nil when it is out of bounds.
    func uint32(at offset: Int) -> UInt32? { number(at: offset, count: 4) }

    /// An entry of the first directory.
    struct Entry {
        let type: UInt16
        let count: UInt32
        /// The first of the entry's numbers. A single short (type 3) or long (type 4) number is
        /// stored in the entry itself.
        let value: UInt32
    }

    /// Returns the entry with a tag in the first directory; nil if there is none.
    func entry(_ tag: UInt16) -> Entry? {
        guard let directory = uint32(at: 4), let count = uint16(at: Int(directory)) else {
            return nil
        }
        for index in 0..<Int(count) {
            let offset = Int(directory) + 2 + 12 * index
            guard let found = uint16(at: offset) else { return nil }
            guard found == tag else { continue }
            guard let type = uint16(at: offset + 2), let count = uint32(at: offset + 4),
                let value = type == 3
                    ? uint16(at: offset + 8).map(UInt32.init) : uint32(at: offset + 8)
            else { return nil }
            return Entry(type: type, count: count, value: value)
        }
        return nil
    }

    private func number(at offset: Int, count: Int) -> UInt32? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        let start = bytes.startIndex + offset
        let range = bytes[start..<start + count]
        return isLittleEndian
            ? range.reversed().reduce(0) { $0 << 8 | UInt32($1) }
            : range.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension PixelBuffer {
    /// Returns the image rotated or mirrored upright from its stored orientation; the image itself
    /// when it is upright already.
    package func upright(from stored: ExifOrientation) -> PixelBuffer {
        if stored == .up { return self }
        let step = format.bytesPerPixel
        let size = stored.swapsAxes ? PixelSize(width: height, height: width) : size
        let walk = walk(for: stored)
        let row = size.width * step
        let total = row * size.height
        let bytes = withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: total) { target, count in
                for y in 0..<size.height {
                    var from = walk.start + y * walk.perRow
                    var to = y * row
                    for _ in 0..<size.width {
                        for channel in 0..<step { target[to + channel] = source[from + channel] }
                        from += walk.perColumn
                        to += step
                    }
                }
                count = total
            }
        }
        return PixelBuffer(trusted: size, format: format, bytesPerRow: row, bytes: bytes)
    }

    /// Returns the byte offset of the upright image's top left pixel, and the distances in bytes
    /// between its columns and rows.
    private func walk(
        for stored: ExifOrientation
    ) -> (start: Int, perColumn: Int, perRow: Int) {
        let x = format.bytesPerPixel
        let y = bytesPerRow
        let right = (width - 1) * x
        let bottom = (height - 1) * y
        return switch stored {
        case .up: (0, x, y)
        case .upMirrored: (right, -x, y)
        case .down: (right + bottom, -x, -y)
        case .downMirrored: (bottom, x, -y)
        case .leftMirrored: (0, y, x)
        case .right: (bottom, -y, x)
        case .rightMirrored: (right + bottom, -y, -x)
        case .left: (right, y, -x)
        }
    }
}
