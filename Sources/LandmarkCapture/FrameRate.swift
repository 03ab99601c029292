public import LandmarkCore

/// A frame rate in frames per second, as a fraction: 30000/1001 is not 29.97.
public struct FrameRate: Sendable, Hashable {
    /// The number of frames in `denominator` seconds, at least 1. The fraction is in lowest terms.
    public let numerator: Int
    /// The number of seconds, at least 1.
    public let denominator: Int

    /// Creates a rate; nil when a number is below 1 or above 2³¹ − 1.
    public init?(_ numerator: Int, _ denominator: Int = 1) {
        guard 1...Int(Int32.max) ~= numerator, 1...Int(Int32.max) ~= denominator else { return nil }
        var (common, rest) = (numerator, denominator)
        while rest > 0 { (common, rest) = (rest, common % rest) }
        self.numerator = numerator / common
        self.denominator = denominator / common
    }

    /// Parses a rate such as `30`, `29.97` or `30000/1001`; nil unless it is in 0.001…1000.
    ///
    /// The decimal forms of television rates (23.98, 29.97, 47.95, 59.94, 119.88 and longer forms)
    /// become exact fractions. Other rates are rounded to 1/1000, or to 1/1,000,000 below 1.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, let numerator = Int(parts[0]), let denominator = Int(parts[1]) {
            self.init(numerator, denominator)
        } else if let value = Double(text), value.isFinite, 0.001...1000 ~= value {
            let television = (value * 1.001).rounded()
            if Self.television.contains(television), abs(television / 1.001 - value) < 0.006 {
                self.init(Int(television) * 1000, 1001)
            } else {
                // Slow rates need more decimal places.
                let unit = value < 1 ? 1_000_000 : 1000
                self.init(Int((value * Double(unit)).rounded()), unit)
            }
        } else {
            return nil
        }
        guard 0.001...1000 ~= framesPerSecond else { return nil }
    }

    /// The rates that television standards divide by 1.001.
    private static let television: Set<Double> = [24, 30, 48, 60, 120]

    /// 30 frames per second.
    public static let thirty = FrameRate(trusted: 30)

    private init(trusted rate: Int) {
        numerator = rate
        denominator = 1
    }

    /// The rate in frames per second.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

    /// Returns the timestamp of frame `index`: `round(index · 1000 / rate)`, with halves rounded
    /// up.
    ///
    /// - Parameter index: The frame's index from 0. The result is at most 2⁶¹ − 1 milliseconds.
    public func timestamp(ofFrame index: Int) -> Timestamp {
        let milliseconds = max(0, index).scaled(by: 1000 * denominator, over: numerator)
        return .milliseconds(min(milliseconds ?? .max, .max / 4))
    }
}

extension FrameRate: CustomStringConvertible {
    /// `25` or `30000/1001`.
    public var description: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }
}

extension Int {
    /// Returns `self · factor / divisor` rounded to the nearest integer, halves up; nil on
    /// overflow.
    ///
    /// The product is computed in double width. No operand may be negative, and the divisor must
    /// not be 0.
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
