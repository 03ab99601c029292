import CLandmarkSystem
import LandmarkModelFile
import LandmarkTestSupport
import Testing

@Suite("Digests that tell models apart")
struct ContentDigestTests {
    private static let key: [UInt64] = {
        var random = SplitMix64(seed: 61)
        return (0..<Int(LK_DIGEST_KEY)).map { _ in random.next() }
    }()

    private static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt64] {
        let digest = lk_content_digest(bytes.baseAddress, bytes.count, key)
        return [digest.first, digest.second]
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt64] { bytes.withUnsafeBytes(digest) }

    /// A remainder by long division, bit by bit.
    private static func remainder(_ number: (high: UInt64, low: UInt64), by prime: UInt64) -> UInt64
    {
        var rest: UInt64 = 0
        for bit in (0..<128).reversed() {
            let digit = (bit < 64 ? number.low >> bit : number.high >> (bit - 64)) & 1
            rest = rest << 1 | digit
            if rest >= prime { rest -= prime }
        }
        return rest
    }

    /// The definition: sums of products for each block of 1,024 bytes, which are the coefficients of two
    /// polynomials.
    private static func definition(_ bytes: [UInt8]) -> [UInt64] {
        let prime: UInt64 = 1 << 61 - 1
        var values: [UInt64] = [0, 0]
        for start in stride(from: 0, to: bytes.count, by: 1024) {
            var block = Array(bytes[start..<min(start + 1024, bytes.count)])
            block += [UInt8](repeating: 0, count: 1024 - block.count)
            let words = (0..<128).map { word in
                (0..<8).reduce(UInt64(0)) { $0 | UInt64(block[8 * word + $1]) << (8 * $1) }
            }
            var sum: (high: UInt64, low: UInt64) = (0, 0)
            for i in stride(from: 0, to: 128, by: 2) {
                let product = (words[i] &+ key[i]).multipliedFullWidth(
                    by: words[i + 1] &+ key[i + 1])
                let (low, carries) = sum.low.addingReportingOverflow(product.low)
                sum = (sum.high &+ product.high &+ (carries ? 1 : 0), low)
            }
            for part in [
                sum.low & 0xffff_ffff, sum.low >> 32, sum.high & 0xffff_ffff, sum.high >> 32,
            ] {
                for point in 0..<2 {
                    let product = values[point].multipliedFullWidth(by: key[128 + point] & prime)
                    let (low, carries) = product.low.addingReportingOverflow(part)
                    values[point] = remainder((product.high + (carries ? 1 : 0), low), by: prime)
                }
            }
        }
        return values
    }

    @Test("every length at every alignment gives the definition's")
    func lengths() {
        ChecksumTests.bytes.withUnsafeBytes { bytes in
            for start in [0, 1, 7, 15] {
                for count in Array(0..<40) + [1023, 1024, 1025, 2048, 2500] {
                    let part = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
                    #expect(
                        Self.digest(part) == Self.definition(Array(part)), "\(start), \(count)")
                }
            }
        }
        let large = [UInt8](repeating: 255, count: 5000)
        #expect(Self.digest(large) == Self.definition(large))
    }

    @Test("every changed byte, and every pair of exchanged blocks, changes both parts")
    func changes() {
        let bytes = Array(ChecksumTests.bytes[..<2100])
        let digest = Self.digest(bytes)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(zip(Self.digest(changed), digest).allSatisfy { $0 != $1 }, "byte \(index)")
        }
        let exchanged = Array(bytes[1024..<2048]) + bytes[..<1024] + bytes[2048...]
        #expect(zip(Self.digest(exchanged), digest).allSatisfy { $0 != $1 })
    }

    @Test("contents are the same only in the same length, wherever they are")
    func contents() throws {
        let bytes = ChecksumTests.bytes
        let whole = FileBytes([7, 7, 7] + bytes + [0, 0])
        let part = try #require(whole.slice(offset: 3, count: bytes.count))
        #expect(ContentDigest(part) == ContentDigest(FileBytes(bytes)))
        let longer = try #require(whole.slice(offset: 3, count: bytes.count + 1))
        #expect(ContentDigest(longer) != ContentDigest(part))
        #expect(ContentDigest(FileBytes([])) != ContentDigest(FileBytes([0])))
    }
}
