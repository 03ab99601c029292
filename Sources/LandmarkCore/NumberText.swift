extension String {
    /// Creates decimal text of `value` with exactly `places` decimals, rounded half away from zero.
    ///
    /// Values that are not finite or not below 10¹² in magnitude are written as `description` does.
    package init(_ value: Double, places: Int) {
        guard value.isFinite, abs(value) < 1e12 else {
            self = "\(value)"
            return
        }
        var unit: Int64 = 1
        for _ in 0..<places { unit *= 10 }
        let scaled = Int64((value * Double(unit)).rounded())
        let sign = scaled < 0 ? "-" : ""
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(unit))
        guard places > 0 else {
            self = "\(sign)\(whole)"
            return
        }
        let digits = String(fraction)
        let zeros = String(repeating: "0", count: places - digits.count)
        self = "\(sign)\(whole).\(zeros)\(digits)"
    }
}
