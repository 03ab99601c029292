#if os(Linux)
import CSQLite

/// Bytes compressed by zlib: their inflated size (UInt32, little endian), and zlib's stream, which
/// has a checksum.
enum Deflated {
    private static let sizeLimit = 1 << 28
    /// zlib never compresses by more than this factor.
    private static let largestFactor = 1040

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var size = compressBound(uLong(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(size))
        // It cannot fail: the output has room for anything.
        _ = compress2(&output, &size, bytes, uLong(bytes.count), 6)
        return LittleEndian.bytes(of: bytes.count) + output.prefix(Int(size))
    }

    /// - Throws: ``FrameChunk/Damage``.
    static func bytes(from deflated: [UInt8]) throws(FrameChunk.Damage) -> [UInt8] {
        guard deflated.count >= 4 else {
            throw FrameChunk.Damage(reason: "truncated bytes")
        }
        let size = LittleEndian.value(of: deflated[..<4])
        guard size <= min(sizeLimit, deflated.count * largestFactor) else {
            throw FrameChunk.Damage(reason: "an implausible size of \(size) bytes")
        }
        var output = [UInt8](repeating: 0, count: size)
        var written = uLong(size)
        let code = deflated[4...].withUnsafeBufferPointer {
            uncompress(&output, &written, $0.baseAddress, uLong($0.count))
        }
        guard code == Z_OK, Int(written) == size else {
            throw FrameChunk.Damage(reason: "bytes that cannot be decompressed (zlib: \(code))")
        }
        return output
    }
}

/// Numbers of four bytes.
enum LittleEndian {
    static func bytes(of value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func value(of bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
#endif
