public import LandmarkCore

/// Frames per second as a fraction: 30000/1001 is not 29.97.
public struct FrameRate: Sendable, Hashable {
    /// Frames in `denominator` seconds; at least 1. The fraction is in its lowest terms.
    public let numerator: Int
    /// Seconds; at least 1.
    public let denominator: Int

    /// Makes a rate, or nil when one of the numbers is below 1 or above 2³¹ − 1.
    public init?(_ numerator: Int, _ denominator: Int = 1) {
        guard 1...Int(Int32.max) ~= numerator, 1...Int(Int32.max) ~= denominator else { return nil }
        var (common, rest) = (numerator, denominator)
        while rest > 0 { (common, rest) = (rest, common % rest) }
        self.numerator = numerator / common
        self.denominator = denominator / common
    }

    /// Reads `30`, `29.97` or `30000/1001`; nil for what is no rate between 0.001 and 1000.
    ///
    /// The decimal forms of the television rates (23.98, 29.97, 59.94 and their longer forms) mean
    /// their fractions.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, let above = Int(parts[0]), let below = Int(parts[1]) {
            self.init(above, below)
        } else if let value = Double(text), value.isFinite, 0.001...1000 ~= value {
            let television = (value * 1.001).rounded()
            if value != value.rounded(), abs(television / 1.001 - value) < 0.006 {
                self.init(Int(television) * 1000, 1001)
            } else {
                self.init(Int((value * 1000).rounded()), 1000)
            }
        } else {
            return nil
        }
        guard 0.001...1000 ~= framesPerSecond else { return nil }
    }

    /// 30 frames per second.
    public static let thirty = FrameRate(trusted: 30)

    private init(trusted rate: Int) {
        numerator = rate
        denominator = 1
    }

    /// The rate as a number.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

    /// When frame `index`, counted from 0, is shown: `round(index · 1000 / rate)`, halves up.
    ///
    /// - Parameter index: At least 0 and below 2⁴⁰.
    public func timestamp(ofFrame index: Int) -> Timestamp {
        let period = 1000 * denominator
        let (whole, rest) = index.quotientAndRemainder(dividingBy: numerator)
        return .milliseconds(whole * period + (2 * rest * period + numerator) / (2 * numerator))
    }
}

extension FrameRate: CustomStringConvertible {
    /// `25` or `30000/1001`.
    public var description: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }
}
