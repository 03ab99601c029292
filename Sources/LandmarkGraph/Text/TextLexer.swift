/// A lexical token.
struct TextToken {
    enum Kind: Equatable {
        case identifier
        /// An unsigned integer in base 8, 10 or 16.
        case integer(base: Int)
        /// A number with a decimal point, an exponent or the suffix `f`.
        case float
        /// A string literal, including its quotes.
        case string
        /// A single byte, such as `{`.
        case symbol(UInt8)
        case end
    }

    let kind: Kind
    /// The token's bytes in the text.
    let range: Range<Int>
    let position: TextPosition

    func `is`(_ symbol: Unicode.Scalar) -> Bool { kind == .symbol(UInt8(ascii: symbol)) }
}

/// Splits text into tokens in one pass, by the rules of protobuf's tokenizer.
struct TextLexer {
    let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lineStart = 0

    /// Throws if the bytes are not valid UTF-8 or contain a null byte.
    init(_ bytes: [UInt8]) throws(TextFormatError) {
        self.bytes = bytes
        try UTF8Check.check(bytes)
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            index = 3
            lineStart = 3
        }
    }

    /// Returns the next token; at the end of the text, always `end`.
    mutating func next() throws(TextFormatError) -> TextToken {
        skipBlanks()
        let start = index
        let position = position(of: start)
        guard start < bytes.count else {
            return TextToken(kind: .end, range: start..<start, position: position)
        }
        let kind: TextToken.Kind
        let byte = bytes[start]
        if byte.isIdentifierStart {
            skip { $0.isIdentifierPart }
            kind = .identifier
        } else if byte.isDigit || (byte == .point && peek(1).isDigit) {
            kind = number()
            guard !peek(0).isIdentifierPart, peek(0) != .point else {
                skip { $0.isIdentifierPart || $0 == .point }
                throw TextFormatError(.number(text(start..<index)), at: position)
            }
        } else if byte == .doubleQuote || byte == .singleQuote {
            try string(quote: byte, position)
            kind = .string
        } else {
            index += 1
            while index < bytes.count, bytes[index] & 0xc0 == 0x80 { index += 1 }
            kind = .symbol(byte)
        }
        return TextToken(kind: kind, range: start..<index, position: position)
    }

    /// The position of a byte on the current line.
    func position(of index: Int) -> TextPosition {
        TextPosition(line: line, column: index - lineStart + 1)
    }

    /// An excerpt for error messages, at most 60 bytes.
    func text(_ range: Range<Int>) -> String {
        let shown = range.prefix(60)
        let text = String(decoding: bytes[shown.startIndex..<shown.endIndex], as: UTF8.self)
        return shown.count < range.count ? text + "…" : text
    }

    private func peek(_ ahead: Int) -> UInt8 {
        index + ahead < bytes.count ? bytes[index + ahead] : 0
    }

    private mutating func skip(while belongs: (UInt8) -> Bool) {
        while index < bytes.count, belongs(bytes[index]) { index += 1 }
    }

    private mutating func skipBlanks() {
        while index < bytes.count {
            switch bytes[index] {
            case .newline:
                index += 1
                line += 1
                lineStart = index
            case 0x20, 0x09, 0x0b...0x0d: index += 1
            case UInt8(ascii: "#"): skip { $0 != .newline }
            default: return
            }
        }
    }

    private mutating func number() -> TextToken.Kind {
        if bytes[index] == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "x"),
            peek(2).hexValue != nil
        {
            index += 2
            skip { $0.hexValue != nil }
            return .integer(base: 16)
        }
        let start = index
        var isFloat = false
        skip { $0.isDigit }
        let isOctal = bytes[start] == UInt8(ascii: "0") && index - start > 1
        if peek(0) == .point {
            isFloat = true
            index += 1
            skip { $0.isDigit }
        }
        if peek(0) | 0x20 == UInt8(ascii: "e") {
            let sign = peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+") ? 1 : 0
            if peek(1 + sign).isDigit {
                isFloat = true
                index += 1 + sign
                skip { $0.isDigit }
            }
        }
        if peek(0) | 0x20 == UInt8(ascii: "f") {
            isFloat = true
            index += 1
        }
        return isFloat ? .float : .integer(base: isOctal ? 8 : 10)
    }

    private mutating func string(quote: UInt8, _ start: TextPosition) throws(TextFormatError) {
        index += 1
        while index < bytes.count, bytes[index] != .newline {
            if bytes[index] == quote {
                index += 1
                return
            }
            index += bytes[index] == .backslash && peek(1) != .newline ? 2 : 1
        }
        throw TextFormatError(.unterminatedString, at: start)
    }
}

/// Checks that text is valid UTF-8 without null bytes.
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

    /// The length of the character starting at `index`; 0 when invalid. The ranges are those of
    /// table 3-7 of the Unicode Standard.
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

/// Byte classes of the text format.
extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let point = UInt8(ascii: ".")
    static let backslash = UInt8(ascii: "\\")
    static let doubleQuote = UInt8(ascii: "\"")
    static let singleQuote = UInt8(ascii: "'")

    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
    var isLower: Bool { self &- UInt8(ascii: "a") < 26 }
    var isUpper: Bool { self &- UInt8(ascii: "A") < 26 }
    var isIdentifierStart: Bool { (self | 0x20).isLower || self == UInt8(ascii: "_") }
    var isIdentifierPart: Bool { isIdentifierStart || isDigit }

    /// The value of a hexadecimal digit; nil for other bytes.
    var hexValue: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }

    /// The value of an octal digit; nil for other bytes.
    var octalValue: UInt8? {
        let digit = self &- UInt8(ascii: "0")
        return digit < 8 ? digit : nil
    }
}
