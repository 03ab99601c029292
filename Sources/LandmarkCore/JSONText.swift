/// Builds one JSON value without white space; members keep their order.
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

    /// Writes the name of a member, whose value must follow.
    package mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string. A byte of a path that is not UTF-8 becomes `\udc80` to `\udcff`, as Python
    /// writes and reads such paths.
    package mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        if Path.hasEscapes(text) {
            for scalar in text.unicodeScalars { append(escaping: scalar) }
        } else {
            for byte in text.utf8 { append(escaping: byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes an integer.
    package mutating func integer(_ value: Int) {
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes a number with six decimals; `null` when it is not finite.
    package mutating func number(_ value: Float) {
        separate()
        if !Decimal.append(value, to: &bytes) { bytes.append(contentsOf: "null".utf8) }
    }

    /// Writes a number with six decimals; `null` when it is nil or not finite.
    package mutating func number(_ value: Double?) {
        separate()
        guard let value, Decimal.append(value, to: &bytes) else {
            return bytes.append(contentsOf: "null".utf8)
        }
    }

    /// Starts a new line, between separated values.
    package mutating func lineFeed() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Writes an array of numbers.
    package mutating func numbers(_ values: some Sequence<Float>) {
        array { json in
            for value in values { json.number(value) }
        }
    }

    /// Writes a member that is an array, with a value for each element, which `body` writes.
    package mutating func list<Elements: Sequence>(
        _ name: String, _ elements: Elements, _ body: (inout JSONText, Elements.Element) -> Void
    ) {
        key(name)
        array { json in
            for element in elements { body(&json, element) }
        }
    }

    /// Writes a member that is an array of objects, one for each element, whose members `body`
    /// writes.
    package mutating func objects<Elements: Sequence>(
        _ name: String, _ elements: Elements, _ body: (inout JSONText, Elements.Element) -> Void
    ) {
        list(name, elements) { json, element in json.object { body(&$0, element) } }
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

    /// Writes a value with `body`; `null` for nil.
    package mutating func optional<Value>(
        _ value: Value?, _ body: (Value, inout JSONText) -> Void
    ) {
        guard let value else { return null() }
        body(value, &self)
    }

    /// Writes a value that is already JSON.
    package mutating func json(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes the members of an object that is already JSON.
    package mutating func members(ofJSON object: String) {
        let members = object.utf8.dropFirst().dropLast()
        guard !members.isEmpty else { return }
        separate()
        bytes.append(contentsOf: members)
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

    private mutating func append(escaping scalar: Unicode.Scalar) {
        guard let byte = Path.byte(escapedBy: scalar) else {
            for byte in String(scalar).utf8 { append(escaping: byte) }
            return
        }
        bytes.append(contentsOf: "\\udc\(String(byte, radix: 16))".utf8)
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

/// Numbers in JSON and CSV: plain decimals with at most six places and no trailing zeros.
package enum Decimal {
    /// Above this, the value in millionths would not fit 63 bits.
    private static let limit = 9_000_000_000_000.0

    /// `value` with six decimals; nil when it is not finite.
    package static func text(_ value: Float) -> String? {
        var bytes: [UInt8] = []
        return append(value, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Appends `value` with six decimals; returns false, and appends nothing, when it is not finite.
    package static func append<Value: BinaryFloatingPoint & CustomStringConvertible>(
        _ value: Value, to bytes: inout [UInt8]
    ) -> Bool {
        guard value.isFinite else { return false }
        let wide = Double(value)
        guard abs(wide) < limit else {
            // The precision of numbers this large is about an integer anyway.
            bytes.append(contentsOf: "\(value)".utf8)
            return true
        }
        let millionths = Int64((wide * 1_000_000).rounded())
        if millionths < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, places) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        bytes.append(contentsOf: String(whole).utf8)
        if places > 0 { appendPlaces(places, to: &bytes) }
        return true
    }

    private static func appendPlaces(_ places: UInt64, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "."))
        var rest = places
        var unit: UInt64 = 100_000
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / unit))
            rest %= unit
            unit /= 10
        }
    }
}
