/// Builds lines of comma-separated values (RFC 4180, but with line feeds alone).
package struct CSVText {
    package private(set) var bytes: [UInt8] = []
    private var isLineStart = true

    package init() {}

    /// Adds a text field, quoted if necessary. Bytes of paths that are not UTF-8 become U+FFFD.
    package mutating func field(_ text: String) {
        let text = Path.shown(text)
        separate()
        guard text.utf8.contains(where: Self.special) else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Adds an integer.
    package mutating func field(_ value: Int) {
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Adds a number with six decimals; an empty field for nil.
    package mutating func field(_ value: Float?) {
        separate()
        if let value { _ = Decimal.append(value, to: &bytes) }
    }

    /// Adds a number with six decimals; an empty field for nil and for a value that is not finite.
    package mutating func field(_ value: Double?) {
        separate()
        if let value { _ = Decimal.append(value, to: &bytes) }
    }

    /// A line with the names of columns.
    package static func header(_ columns: [String]) -> [UInt8] {
        var text = CSVText()
        for column in columns { text.field(column) }
        text.endLine()
        return text.bytes
    }

    /// Ends the line.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        isLineStart = true
    }

    private mutating func separate() {
        if !isLineStart { bytes.append(UInt8(ascii: ",")) }
        isLineStart = false
    }

    private static func special(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
        default: false
        }
    }
}
