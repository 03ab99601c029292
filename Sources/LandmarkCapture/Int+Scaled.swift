extension Int {
    /// `self · factor / divisor`, rounded to the nearest whole number, halves up; nil when that is
    /// too large for an `Int`.
    ///
    /// The product may have twice an `Int`'s digits. None of the three may be negative, nor the
    /// divisor 0.
    package func scaled(by factor: Int, over divisor: Int) -> Int? {
        let product = magnitude.multipliedFullWidth(by: factor.magnitude)
        let divisor = divisor.magnitude
        guard product.high < divisor else { return nil }
        let (quotient, rest) = divisor.dividingFullWidth(product)
        guard let whole = Int(exactly: quotient) else { return nil }
        let (rounded, overflows) = whole.addingReportingOverflow(rest >= divisor - rest ? 1 : 0)
        return overflows ? nil : rounded
    }
}
