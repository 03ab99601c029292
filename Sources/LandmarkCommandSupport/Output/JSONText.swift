/// One JSON value in the making, compact, in the order written.
package struct JSONText {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// Writes `{…}` around what `body` writes.
    package mutating func object(_ body: (inout JSONText) -> Void) {
        nest(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    /// Writes `[…]` around what `body` writes.
    package mutating func array(_ body: (inout JSONText) -> Void) {
        nest(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    /// Writes a member's name; its value must follow.
    package mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    package mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 { append(escaping: byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    package mutating func integer(_ value: Int) {
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes a number to six decimals, or `null` when it is not finite.
    package mutating func number(_ value: Float) {
        separate()
        if !Decimal.append(value, to: &bytes) { bytes.append(contentsOf: "null".utf8) }
    }

    /// Writes a number to six decimals, or `null` when it is not finite or there is none.
    package mutating func number(_ value: Double?) {
        separate()
        guard let value, Decimal.append(value, to: &bytes) else {
            return bytes.append(contentsOf: "null".utf8)
        }
    }

    /// Writes an array of numbers.
    package mutating func numbers(_ values: some Sequence<Float>) {
        array { json in
            for value in values { json.number(value) }
        }
    }

    /// Writes `true` or `false`.
    package mutating func flag(_ value: Bool) {
        separate()
        bytes.append(contentsOf: "\(value)".utf8)
    }

    /// Writes `null`.
    package mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes what `body` writes of a value, or `null` when there is none.
    package mutating func optional<Value>(
        _ value: Value?, _ body: (Value, inout JSONText) -> Void
    ) {
        guard let value else { return null() }
        body(value, &self)
    }

    private mutating func nest(
        _ open: UInt8, _ close: UInt8, _ body: (inout JSONText) -> Void
    ) {
        separate()
        bytes.append(open)
        needsComma = false
        body(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func append(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0..<0x20:
            let digits = String(byte, radix: 16)
            bytes.append(contentsOf: (digits.count == 1 ? "\\u000" : "\\u00").utf8)
            bytes.append(contentsOf: digits.utf8)
        default: bytes.append(byte)
        }
    }
}
