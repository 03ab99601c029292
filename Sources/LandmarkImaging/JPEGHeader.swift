import LandmarkCore

/// What has to be known of a JPEG file before libjpeg sees it, from a walk over its markers.
struct JPEGHeader {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    private(set) var size = PixelSize(width: 0, height: 0)
    /// 1 is gray, 3 color, 4 CMYK.
    private(set) var components = 0
    private(set) var orientation = ExifOrientation.upright
    /// Adobe's programs write CMYK with 255 for no ink, and say so by a segment of their own.
    private(set) var isAdobe = false
    /// Where the segment with the size begins.
    private(set) var frameOffset = 0

    /// Walks the markers to the end of the image.
    ///
    /// Bytes between segments are skipped, as libjpeg does. A file without the final marker is
    /// cut off, even where libjpeg would fill the rest with gray.
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
            // The thumbnail's frame lies inside the EXIF segment, so the first one is the image.
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

    /// The next marker and where what follows it begins, or nil at the end of the file.
    private static func marker(in bytes: [UInt8], from start: Int) -> (UInt8, Int)? {
        bytes.withUnsafeBufferPointer { bytes in
            var offset = start
            while offset + 1 < bytes.count {
                // In coded data FF 00 stands for FF, and FF FF is filling.
                if bytes[offset] == 0xFF, bytes[offset + 1] != 0, bytes[offset + 1] != 0xFF {
                    return (bytes[offset + 1], offset + 2)
                }
                offset += 1
            }
            return nil
        }
    }

    /// The contents of the segment whose two length bytes are at `offset`.
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

    /// Whether no length follows: restarts, a start of image and TEM.
    static func standsAlone(_ marker: UInt8) -> Bool {
        0xD0...0xD8 ~= marker || marker == 0x01
    }

    /// Whether the segment gives the image's size: SOF0 to SOF15 without DHT, JPG and DAC.
    static func isFrame(_ marker: UInt8) -> Bool {
        0xC0...0xCF ~= marker && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }
}
