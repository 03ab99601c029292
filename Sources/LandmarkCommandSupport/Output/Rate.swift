/// Times and rates in words.
package enum Rate {
    /// So many of `unit` a second, to one decimal below ten.
    package static func text(count: Int, in duration: Duration, of unit: String) -> String {
        let rate = Double(count) / max(seconds(duration), 1e-9)
        return "\(rounded(rate, places: rate < 10 ? 1 : 0)) \(unit)/s"
    }

    /// A duration in seconds.
    package static func seconds(_ duration: Duration) -> Double {
        let (whole, attoseconds) = duration.components
        return Double(whole) + Double(attoseconds) * 1e-18
    }

    /// A duration in milliseconds.
    package static func milliseconds(_ duration: Duration) -> Double { seconds(duration) * 1000 }

    /// A number with a fixed count of decimals.
    package static func rounded(_ value: Double, places: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
        var unit: Int64 = 1
        for _ in 0..<places { unit *= 10 }
        let scaled = Int64((value * Double(unit)).rounded())
        let sign = scaled < 0 ? "-" : ""
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(unit))
        if places == 0 { return "\(sign)\(whole)" }
        let digits = String(fraction)
        let zeros = String(repeating: "0", count: places - digits.count)
        return "\(sign)\(whole).\(zeros)\(digits)"
    }
}
