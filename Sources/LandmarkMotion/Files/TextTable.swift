/// Text under construction, as bytes, shared by the writers of tables.
struct TextTable {
    private(set) var bytes: [UInt8] = []

    static let tab = UInt8(ascii: "\t")
    static let newline = UInt8(ascii: "\n")
    /// Digits after the decimal point: exact to 5·10⁻⁹.
    private static let places = 8
    private static let unit = 1e8
    /// Larger values are written with all their digits instead.
    private static let largestFixed = 1e9

    /// Appends text unchanged.
    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends one byte.
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends a name that must not end its field or line: control characters become spaces.
    mutating func append(name: String) {
        bytes.append(contentsOf: name.utf8.lazy.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 })
    }

    /// Appends a number, `NaN` for one that is not finite.
    mutating func append(_ value: Double) {
        guard value.isFinite else { return append("NaN") }
        guard abs(value) < Self.largestFixed else { return append("\(value)") }
        let scaled = Int64((value * Self.unit).rounded())
        if scaled < 0 { append(UInt8(ascii: "-")) }
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(Self.unit))
        append(whole, digits: 1)
        append(UInt8(ascii: "."))
        append(fraction, digits: Self.places)
    }

    /// Appends a number without trailing zeros, such as `60` or `29.97003`.
    mutating func append(short value: Double) {
        append(value)
        guard value.isFinite, abs(value) < Self.largestFixed else { return }
        while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    }

    /// Appends a whole number with leading zeros up to `digits` digits.
    private mutating func append(_ number: UInt64, digits: Int) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0 || bytes.count - start < digits
        bytes[start...].reverse()
    }
}
