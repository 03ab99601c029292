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
    /// The decimal forms of the television rates (23.98, 29.97, 47.95, 59.94, 119.88 and their
    /// longer forms) mean their fractions. Others count to the thousandth, below 1 to the millionth.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, let above = Int(parts[0]), let below = Int(parts[1]) {
            self.init(above, below)
        } else if let value = Double(text), value.isFinite, 0.001...1000 ~= value {
            let television = (value * 1.001).rounded()
            if Self.television.contains(television), abs(television / 1.001 - value) < 0.006 {
                self.init(Int(television) * 1000, 1001)
            } else {
                // Slow rates have their digits further behind the point.
                let unit = value < 1 ? 1_000_000 : 1000
                self.init(Int((value * Double(unit)).rounded()), unit)
            }
        } else {
            return nil
        }
        guard 0.001...1000 ~= framesPerSecond else { return nil }
    }

    /// Those that television slows down by a thousandth.
    private static let television: Set<Double> = [24, 30, 48, 60, 120]

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
    /// - Parameter index: At least 0. What no clock counts any more is 2⁶¹ − 1 milliseconds.
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
