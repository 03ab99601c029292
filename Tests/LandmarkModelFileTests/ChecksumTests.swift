import CLandmarkSystem
import LandmarkModelFile
import LandmarkTestSupport
import Testing

@Suite("Checksums of archives")
struct ChecksumTests {
    /// Bytes without a pattern.
    static let bytes: [UInt8] = {
        var state: UInt32 = 1
        return (0..<3000).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
    }()

    @Test("the standard's example")
    func standard() {
        let digits = Array("123456789".utf8)
        #expect(lk_crc32(digits, digits.count) == 0xCBF4_3926)
        #expect(lk_crc32(nil, 0) == 0)
    }

    @Test("every length at every alignment gives zlib's, with instructions and with tables")
    func lengths() {
        Self.bytes.withUnsafeBytes { bytes in
            for start in [0, 1, 7, 15] {
                for count in Array(0..<400) + [1000, 2048, 2985] {
                    let part = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
                    let expected = FileContent.checksum(Array(part))
                    #expect(lk_crc32(part.baseAddress, count) == expected, "\(start), \(count)")
                    #expect(
                        lk_crc32_by_table(part.baseAddress, count) == expected,
                        "\(start), \(count)")
                }
            }
        }
    }
}

@Suite("Inflating")
struct InflaterTests {
    /// Inflates and returns the outcome with the bytes.
    static func inflate(_ compressed: [UInt8], room: Int) -> (lk_inflate_result, [UInt8]) {
        var output = [UInt8](repeating: 0xAA, count: room)
        let result = lk_inflate(compressed, compressed.count, &output, room)
        return (result, Array(output[..<result.written]))
    }

    @Test("compressed data comes back, and what follows it is counted")
    func content() {
        let bytes = ChecksumTests.bytes + [UInt8](repeating: 7, count: 100_000)
        let (result, found) = Self.inflate(
            FileContent.deflated(bytes) + [1, 2, 3], room: bytes.count + 1)
        #expect(result.outcome == LK_INFLATE_ENDED)
        #expect(found == bytes)
        #expect(result.unread == 3)
    }

    @Test("data that is cut off, damaged or too long stops with zlib's code")
    func damage() {
        let compressed = FileContent.deflated(ChecksumTests.bytes)
        let (cut, _) = Self.inflate(Array(compressed.dropLast(9)), room: 4000)
        #expect(cut.outcome == LK_INFLATE_STOPPED && cut.code == -5)
        let (damaged, _) = Self.inflate([0xFF] + compressed.dropFirst(), room: 4000)
        #expect(damaged.outcome == LK_INFLATE_STOPPED && damaged.code == -3)
        let (long, found) = Self.inflate(compressed, room: 100)
        #expect(long.outcome == LK_INFLATE_STOPPED && long.code == -5)
        #expect(found == Array(ChecksumTests.bytes[..<100]))
    }

    @Test("zlib states its version and the name under which it is loaded")
    func version() throws {
        let version = String(cString: try #require(lk_zlib_version()))
        #expect(version.split(separator: ".").allSatisfy { Int($0) != nil })
        #expect(String(cString: lk_zlib_name()).hasPrefix("libz."))
    }
}
