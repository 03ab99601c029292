internal import CZlib

/// Reads what `gzip` wrote, for reference results that are kept compressed.
package enum Gzip {
    /// The contents of `bytes`, a whole gzip file; nil when it is broken.
    package static func inflate(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 16 above the largest window asks for gzip's header.
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
