/// Numbers as JSON and CSV have them: plain decimals, at most six places, no trailing zeros.
package enum Decimal {
    /// Past this the six places no longer fit beside the whole part in 63 bits.
    private static let limit = 9_000_000_000_000.0

    /// `value` to six decimals; nil when it is not a finite number.
    package static func text(_ value: Float) -> String? {
        var bytes: [UInt8] = []
        return append(value, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Appends `value` to six decimals; appends nothing and returns false when it is not finite.
    package static func append<Value: BinaryFloatingPoint & CustomStringConvertible>(
        _ value: Value, to bytes: inout [UInt8]
    ) -> Bool {
        guard value.isFinite else { return false }
        let wide = Double(value)
        guard abs(wide) < limit else {
            // A number this large is a whole one, or near enough.
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
