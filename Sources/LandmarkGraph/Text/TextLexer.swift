/// Cuts a text into tokens, as protobuf's tokenizer does, in one pass.
struct TextLexer {
    let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lineStart = 0

    /// Throws when the bytes are not UTF-8 or have a byte of value 0.
    init(_ bytes: [UInt8]) throws(TextFormatError) {
        self.bytes = bytes
        try UTF8Check.check(bytes)
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            index = 3
            lineStart = 3
        }
    }

    /// The next token; at the end of the text `end`, again and again.
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

    /// The place of a byte on the current line.
    func position(of index: Int) -> TextPosition {
        TextPosition(line: line, column: index - lineStart + 1)
    }

    /// A part of the text for a message.
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
