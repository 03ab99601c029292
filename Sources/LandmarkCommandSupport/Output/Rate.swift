import LandmarkCore

/// Times and rates in words.
package enum Rate {
    /// So many of `unit` a second, to one decimal below ten.
    package static func text(count: Int, in duration: Duration, of unit: String) -> String {
        let rate = Double(count) / max(seconds(duration), 1e-9)
        return "\(String(rate, places: rate < 10 ? 1 : 0)) \(unit)/s"
    }

    /// A duration in seconds.
    package static func seconds(_ duration: Duration) -> Double {
        let (whole, attoseconds) = duration.components
        return Double(whole) + Double(attoseconds) * 1e-18
    }

    /// A duration in milliseconds.
    package static func milliseconds(_ duration: Duration) -> Double { seconds(duration) * 1000 }
}
