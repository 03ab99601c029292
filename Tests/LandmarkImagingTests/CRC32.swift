import LandmarkImaging

/// The checksum of zlib and PNG, to compare pixels with those of a reference by one number.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
}

extension PixelBuffer {
    /// The pixels without what may lie between rows.
    var packed: [UInt8] {
        let row = width * format.bytesPerPixel
        return withUnsafeBytes { bytes in
            (0..<height).flatMap { y in bytes[y * bytesPerRow..<y * bytesPerRow + row] }
        }
    }
}
