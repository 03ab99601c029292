import LandmarkCore
import LandmarkImaging

/// The properties of a JPEG file needed before decoding, read from its markers.
struct JPEGHeader {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    private(set) var size = PixelSize(width: 0, height: 0)
    /// The number of components: 1 for gray, 3 for color, 4 for CMYK.
    private(set) var components = 0
    private(set) var orientation = ExifOrientation.up
    /// Whether the file has an Adobe segment: if so, its CMYK values are inverted (255 is no ink).
    private(set) var isAdobe = false
    /// The offset of the segment that contains the size.
    private(set) var frameOffset = 0

    /// Reads the markers up to the end of the image.
    ///
    /// Bytes between segments are skipped, as libjpeg does. A file without the final marker is
    /// truncated, even if libjpeg would fill the rest with gray.
    ///
    /// - Throws: `ImagingError.truncated(file:offset:)` or
    ///   `ImagingError.malformed(file:offset:flaw:)`.
    init(_ bytes: [UInt8], name: String) throws(ImagingError) {
        var offset = 2
        while true {
            guard let (marker, next) = Self.marker(in: bytes, from: offset) else {
                throw .truncated(file: name, offset: bytes.count)
            }
            offset = next
            if marker == Marker.end { break }
            if Marker.standsAlone(marker) { continue }
            let segment = try Self.segment(in: bytes, at: offset, name: name)
            try read(segment, marker: marker, name: name)
            offset = segment.endIndex
        }
        guard components > 0 else {
            throw .malformed(file: name, offset: Self.signature.count - 1, flaw: .header)
        }
    }

    private mutating func read(
        _ segment: ArraySlice<UInt8>, marker: UInt8, name: String
    ) throws(ImagingError) {
        if Marker.isFrame(marker) {
            guard segment.count >= 6 else {
                throw .malformed(file: name, offset: segment.startIndex, flaw: .segmentLength)
            }
            let fields = Array(segment.prefix(6))
            // A thumbnail's frame lies inside the EXIF segment, so the first frame is the image.
            guard components == 0 else { return }
            frameOffset = segment.startIndex
            size.height = Int(fields[1]) << 8 | Int(fields[2])
            size.width = Int(fields[3]) << 8 | Int(fields[4])
            components = Int(fields[5])
        } else if marker == Marker.app1, segment.starts(with: Self.exif) {
            orientation = ExifOrientation(tiff: segment.dropFirst(Self.exif.count))
        } else if marker == Marker.app14, segment.starts(with: Self.adobe) {
            isAdobe = true
        }
    }

    private static let exif = Array("Exif\0\0".utf8)
    private static let adobe = Array("Adobe".utf8)

    /// Returns the next marker and the offset after it; nil at the end of the file.
    private static func marker(in bytes: [UInt8], from start: Int) -> (UInt8, Int)? {
        bytes.withUnsafeBufferPointer { bytes in
            var offset = start
            while offset + 1 < bytes.count {
                // In entropy-coded data FF 00 stands for FF, and FF FF is fill.
                if bytes[offset] == 0xFF, bytes[offset + 1] != 0, bytes[offset + 1] != 0xFF {
                    return (bytes[offset + 1], offset + 2)
                }
                offset += 1
            }
            return nil
        }
    }

    /// Returns the contents of the segment with its two length bytes at `offset`.
    private static func segment(
        in bytes: [UInt8], at offset: Int, name: String
    ) throws(ImagingError) -> ArraySlice<UInt8> {
        guard bytes.count - offset >= 2 else {
            throw .truncated(file: name, offset: bytes.count)
        }
        let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
        guard length >= 2 else {
            throw .malformed(file: name, offset: offset, flaw: .segmentLength)
        }
        guard length <= bytes.count - offset else {
            throw .truncated(file: name, offset: bytes.count)
        }
        return bytes[offset + 2..<offset + length]
    }
}

private enum Marker {
    static let end: UInt8 = 0xD9
    static let app1: UInt8 = 0xE1
    static let app14: UInt8 = 0xEE

    /// Returns whether no length follows the marker: restarts, start of image and TEM.
    static func standsAlone(_ marker: UInt8) -> Bool {
        0xD0...0xD8 ~= marker || marker == 0x01
    }

    /// Returns whether the segment contains the image's size: SOF0…SOF15 except DHT, JPG and DAC.
    static func isFrame(_ marker: UInt8) -> Bool {
        0xC0...0xCF ~= marker && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }
}
