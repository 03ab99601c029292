/// Finds the first byte of a text that is 0 or does not belong to UTF-8.
enum UTF8Check {
    static func check(_ bytes: [UInt8]) throws(TextFormatError) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte != 0, byte < 0x80 {
                index += 1
                continue
            }
            let count = length(at: index, of: bytes)
            guard count > 0 else {
                throw TextFormatError(byte == 0 ? .nul : .notUTF8(byte), at: position(index, bytes))
            }
            index += count
        }
    }

    /// The bytes of the character that begins at `index`; 0 when none does. The ranges are those of
    /// table 3-7 of the Unicode standard.
    private static func length(at index: Int, of bytes: [UInt8]) -> Int {
        let second: ClosedRange<UInt8>
        let count: Int
        switch bytes[index] {
        case 0xc2...0xdf: (second, count) = (0x80...0xbf, 2)
        case 0xe0: (second, count) = (0xa0...0xbf, 3)
        case 0xed: (second, count) = (0x80...0x9f, 3)
        case 0xe1...0xef: (second, count) = (0x80...0xbf, 3)
        case 0xf0: (second, count) = (0x90...0xbf, 4)
        case 0xf1...0xf3: (second, count) = (0x80...0xbf, 4)
        case 0xf4: (second, count) = (0x80...0x8f, 4)
        default: return 0
        }
        guard index + count <= bytes.count, second ~= bytes[index + 1],
            bytes[index + 2..<max(index + 2, index + count)].allSatisfy({ $0 & 0xc0 == 0x80 })
        else { return 0 }
        return count
    }

    private static func position(_ index: Int, _ bytes: [UInt8]) -> TextPosition {
        let before = bytes[..<index]
        let line = before.count { $0 == .newline } + 1
        let lineStart = before.lastIndex(of: .newline).map { $0 + 1 } ?? 0
        return TextPosition(line: line, column: index - lineStart + 1)
    }
}
