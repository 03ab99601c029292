import CZlib

/// Inflates entries and computes checksums with zlib.
enum Inflater {
    /// The outcome of inflating an entry.
    struct Result {
        var bytes: [UInt8]
        /// zlib's last return code.
        var code: Int
        /// Whether the data ended properly after exactly the declared number of bytes.
        var isComplete: Bool
    }

    /// Inflates raw deflate data that should have `size` bytes.
    static func inflate(_ compressed: FileBytes, size: Int) -> Result {
        compressed.withUnsafeBytes { input in
            var code = Z_OK
            var isComplete = false
            // One byte more than declared detects data that is longer.
            let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
                var stream = z_stream()
                code = inflateInit2_(
                    &stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                guard code == Z_OK else { return }
                defer { inflateEnd(&stream) }
                stream.next_in = UnsafeMutablePointer(
                    mutating: input.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(size + 1)
                code = CZlib.inflate(&stream, Z_FINISH)
                count = size + 1 - Int(stream.avail_out)
                isComplete = code == Z_STREAM_END && count == size && stream.avail_in == 0
            }
            return Result(bytes: bytes, code: Int(code), isComplete: isComplete)
        }
    }

    /// Returns the CRC-32 of `bytes`, as used by zip archives.
    static func checksum(_ bytes: FileBytes) -> UInt32 {
        bytes.withUnsafeBytes { raw in
            let start = raw.bindMemory(to: UInt8.self).baseAddress
            return UInt32(truncatingIfNeeded: crc32_z(0, start, raw.count))
        }
    }
}

/// The system library that inflates compressed bundle entries (zlib).
package enum CompressionLibrary {
    /// The library's version at run time.
    package static var version: String { zlibVersion().map { String(cString: $0) } ?? "unknown" }
}
