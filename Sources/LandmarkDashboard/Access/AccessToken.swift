/// A secret that a browser must present: 32 random bytes as 64 hexadecimal digits.
package struct AccessToken: Sendable {
    /// The digits.
    package let text: String

    /// Makes a token with the system's random source.
    package init() {
        var random = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".utf8)
        var bytes: [UInt8] = []
        for _ in 0..<4 {
            var word = random.next()
            for _ in 0..<16 {
                bytes.append(digits[Int(word & 15)])
                word >>= 4
            }
        }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a text is the token. The comparison takes the same time wherever they differ.
    package func matches(_ other: some StringProtocol) -> Bool {
        let own = Array(text.utf8)
        let given = Array(other.utf8.prefix(own.count + 1))
        var difference: UInt8 = given.count == own.count ? 0 : 1
        for (index, byte) in own.enumerated() {
            difference |= byte ^ (index < given.count ? given[index] : ~byte)
        }
        return difference == 0
    }
}
