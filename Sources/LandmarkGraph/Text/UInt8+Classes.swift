/// The kinds of bytes that the text format tells apart.
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
