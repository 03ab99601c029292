import CZlib

/// Reads files, decompressing gzip data, and compresses data for archives.
package enum FileContent {
    /// A file that cannot be opened or decompressed.
    package struct Unreadable: Error, CustomStringConvertible {
        package let path: String
        package var description: String { "\(path) cannot be read" }
    }

    /// Returns the bytes of a file, decompressed if it is gzip data.
    ///
    /// - Throws: `Unreadable`.
    package static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = gzopen(path, "rb") else { throw Unreadable(path: path) }
        defer { gzclose(file) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = gzread(file, &chunk, UInt32(chunk.count))
            guard count >= 0 else { throw Unreadable(path: path) }
            guard count > 0 else { return content }
            content += chunk[..<Int(count)]
        }
    }

    /// Returns the text of a file, decompressed if it is gzip data.
    ///
    /// - Throws: `Unreadable`.
    package static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// Compresses `bytes` to raw deflate data, as in zip archives.
    package static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(
            &stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        var source = bytes
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            source.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(bound)
                deflate(&stream, Z_FINISH)
            }
            count = bound - Int(stream.avail_out)
        }
    }

    /// Returns the CRC-32 of `bytes`.
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count))
    }
}

/// Decompresses reference results, which are stored as gzip data.
package enum Gzip {
    /// Returns the contents of a gzip file's `bytes`, or nil if they are broken.
    package static func inflate(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // Adding 16 to the window bits selects the gzip format.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, size) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        var input = bytes
        let ended = input.withUnsafeMutableBufferPointer { input in
            chunk.withUnsafeMutableBufferPointer { chunk in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                while true {
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = UInt32(chunk.count)
                    let status = CZlib.inflate(&stream, Z_NO_FLUSH)
                    result.append(contentsOf: chunk[..<(chunk.count - Int(stream.avail_out))])
                    if status == Z_STREAM_END { return true }
                    if status != Z_OK { return false }
                }
            }
        }
        return ended ? result : nil
    }
}
