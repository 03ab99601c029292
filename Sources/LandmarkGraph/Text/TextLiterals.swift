/// Decodes the escape sequences of a string literal.
struct TextEscapes {
    private let bytes: [UInt8]
    private let start: Int
    private let position: TextPosition
    private var index: Int
    private let end: Int

    /// `token` is a string literal, which lies on one line.
    init(_ token: TextToken, in bytes: [UInt8]) {
        self.bytes = bytes
        start = token.range.lowerBound
        position = token.position
        index = token.range.lowerBound + 1
        end = token.range.upperBound - 1
    }

    /// Appends the decoded bytes of the literal.
    mutating func append(to result: inout [UInt8]) throws(TextFormatError) {
        while index < end {
            let plain = bytes[index..<end].prefix { $0 != .backslash }
            result += plain
            index = plain.endIndex
            if index < end { try escape(&result) }
        }
    }

    private mutating func escape(_ result: inout [UInt8]) throws(TextFormatError) {
        let begin = index
        index += 2
        let letter = index <= end ? bytes[index - 1] : 0
        switch letter {
        case UInt8(ascii: "a"): result.append(0x07)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "n"): result.append(0x0a)
        case UInt8(ascii: "v"): result.append(0x0b)
        case UInt8(ascii: "f"): result.append(0x0c)
        case UInt8(ascii: "r"): result.append(0x0d)
        case UInt8(ascii: "?"), .backslash, .singleQuote, .doubleQuote: result.append(letter)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            index -= 1
            let value = digits(3, base: 8)
            guard let value, let byte = UInt8(exactly: value) else { throw error(begin) }
            result.append(byte)
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            guard let value = digits(2, base: 16) else { throw error(begin) }
            result.append(UInt8(value))
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            guard let scalar = scalar(letter == UInt8(ascii: "u") ? 4 : 8) else {
                throw error(begin)
            }
            result += Array(String(Character(scalar)).utf8)
        default: throw error(begin)
        }
    }

    /// Decodes a code point of `count` hexadecimal digits, or a surrogate pair of two such escapes.
    private mutating func scalar(_ count: Int) -> Unicode.Scalar? {
        let first = index
        guard let value = digits(count, base: 16), index == first + count else { return nil }
        guard 0xd800..<0xdc00 ~= value else { return Unicode.Scalar(value) }
        let second = index + 2
        guard second <= end, bytes[index] == .backslash, bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        index = second
        guard let low = digits(4, base: 16), index == second + 4, 0xdc00..<0xe000 ~= low else {
            return nil
        }
        return Unicode.Scalar(0x10000 + (value - 0xd800) << 10 + (low - 0xdc00))
    }

    /// Parses up to `count` digits; nil when there is none.
    private mutating func digits(_ count: Int, base: UInt32) -> UInt32? {
        var value: UInt32 = 0
        let first = index
        while index < end, index < first + count,
            let digit = base == 8 ? bytes[index].octalValue : bytes[index].hexValue
        {
            value = value * base + UInt32(digit)
            index += 1
        }
        return index > first ? value : nil
    }

    private func error(_ begin: Int) -> TextFormatError {
        let shown = bytes[begin..<max(min(end, begin + 2), min(index, end))]
        let place = TextPosition(line: position.line, column: position.column + begin - start)
        return TextFormatError(.escape(String(decoding: shown, as: UTF8.self)), at: place)
    }
}

/// The value of a number token, without its sign.
enum TextNumber {
    case integer(UInt64)
    /// Infinite for numbers too large for a double.
    case double(Double)

    /// Parses a token; nil for a token that is not a number, and for an octal or hexadecimal number
    /// with an invalid digit or more than 64 bits. A decimal integer that does not fit becomes a
    /// double.
    init?(_ token: TextToken, in bytes: [UInt8]) {
        var digits = bytes[token.range]
        switch token.kind {
        case .integer(let base):
            if base == 16 { digits = digits.dropFirst(2) }
            if let value = Self.integer(digits, base: UInt64(base)) {
                self = .integer(value)
                return
            }
            guard base == 10 else { return nil }
        case .float: if let last = digits.last, last | 0x20 == 0x66 { digits = digits.dropLast() }
        default: return nil
        }
        guard let value = Double(String(decoding: digits, as: UTF8.self)) else { return nil }
        self = .double(value)
    }

    private static func integer(_ digits: ArraySlice<UInt8>, base: UInt64) -> UInt64? {
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = byte.hexValue, digit < base else { return nil }
            let (product, over) = value.multipliedReportingOverflow(by: base)
            let (sum, above) = product.addingReportingOverflow(UInt64(digit))
            if over || above { return nil }
            value = sum
        }
        return value
    }

    /// The signed value. A value beyond the range of a double becomes infinite, as in protobuf; a
    /// negative integer beyond 64 bits becomes a double.
    func content(isNegative: Bool) -> TextValue.Content {
        switch self {
        case .integer(let value) where isNegative && value > UInt64(1) << 63:
            return .double(-Double(value))
        case .integer(let value):
            return .integer(TextInteger(magnitude: value, isNegative: isNegative))
        case .double(let value) where value.isInfinite:
            return .identifier(isNegative ? "-inf" : "inf")
        case .double(let value): return .double(isNegative ? -value : value)
        }
    }
}
