/// The Base64 encoding of RFC 4648, with padding.
enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(of bytes: [UInt8]) -> String {
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { text in
            var end = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let known = min(3, bytes.count - start)
                var group: UInt32 = 0
                for offset in 0..<known {
                    group |= UInt32(bytes[start + offset]) << (16 - 8 * offset)
                }
                for place in 0..<4 {
                    let digit = digits[Int(group >> (18 - 6 * place)) & 63]
                    text[end] = place <= known ? digit : UInt8(ascii: "=")
                    end += 1
                }
            }
            return end
        }
    }
}
