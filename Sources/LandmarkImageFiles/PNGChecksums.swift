package import LandmarkImaging

/// The checksums of a PNG file, for decoders that do not verify them.
package enum PNGChecksums {
    /// Verifies the checksums of all chunks that an image needs.
    ///
    /// - Parameter bytes: A file whose chunks are complete.
    /// - Throws: `ImagingError.undecodable(file:reason:)`, with libpng's wording.
    package static func check(_ bytes: [UInt8], name: String) throws(ImagingError) {
        var offset = PNGHeader.signature.count
        while bytes.count - offset >= 12 {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - offset - 12 else { return }
            let content = bytes[offset + 4..<offset + 8 + length]
            let stored = bytes[offset + 8 + length..<offset + 12 + length]
                .reduce(0) { $0 << 8 | UInt32($1) }
            // A lowercase first letter in the name marks a chunk that may be ignored.
            let isNeeded = bytes[offset + 4] & 0x20 == 0
            if isNeeded, checksum(content) != stored {
                let type = String(decoding: content.prefix(4), as: UTF8.self)
                throw .undecodable(file: name, reason: "\(type): CRC error")
            }
            offset += 12 + length
        }
    }

    /// The CRC-32 of PNG, ISO 3309.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
        }
    }
}
