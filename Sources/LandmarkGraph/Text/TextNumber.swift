/// The value of a number without its sign.
enum TextNumber {
    case integer(UInt64)
    /// May be infinite, when the number is too large for a double.
    case double(Double)

    /// The value of a token; nil when it is no number, or an octal or hexadecimal one that has a
    /// wrong digit or does not fit in 64 bits. A decimal integer that does not fit becomes a double.
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

    /// The number with its sign. What is beyond a double is infinite, as in protobuf; a negative
    /// integer beyond 64 bits becomes a double.
    func content(isNegative: Bool) -> TextValue.Content {
        switch self {
        case .integer(let value) where isNegative && value > UInt64(1) << 63:
            return .double(-Double(value))
        case .integer(let value): return .integer(isNegative ? -Int128(value) : Int128(value))
        case .double(let value) where value.isInfinite:
            return .identifier(isNegative ? "-inf" : "inf")
        case .double(let value): return .double(isNegative ? -value : value)
        }
    }
}
