import CZlib

/// A file's bytes, inflated when it is gzip data.
package enum FileContent {
    package struct Unreadable: Error, CustomStringConvertible {
        package let path: String
        package var description: String { "\(path) cannot be read" }
    }

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

    package static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// Raw deflate data of `bytes`, as zip archives hold it.
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

    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count))
    }
}
