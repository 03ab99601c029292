package import LandmarkCore

/// Conversions of times to milliseconds.
package enum FrameTime {
    /// The milliseconds that an image may have: differences of such times cannot overflow.
    package static let range = -(1 << 53)...(1 << 53)

    /// The milliseconds that an image may be later than the one before, an hour: longer jumps come
    /// from times in another unit, such as microseconds.
    package static let longestJump = 3_600_000

    /// Rounds seconds to milliseconds.
    ///
    /// - Throws: `DMSError.invalidTime` if they are not a number, or too many for a timestamp.
    package static func timestamp(seconds: Double) throws(DMSError) -> Timestamp {
        let milliseconds = (seconds * 1000).rounded()
        guard let exact = Int(exactly: milliseconds) else { throw .invalidTime }
        return .milliseconds(exact)
    }

    /// Rounds `value / timescale` seconds, a `CMTime`, to milliseconds.
    ///
    /// - Throws: `DMSError.invalidTime` if the time scale is not positive, or the time too large
    ///   for a timestamp.
    package static func timestamp(value: Int64, timescale: Int32) throws(DMSError) -> Timestamp {
        guard timescale > 0 else { throw .invalidTime }
        let scale = Int64(timescale)
        // Whole seconds and the rest, so that no product overflows.
        let (seconds, rest) = value.quotientAndRemainder(dividingBy: scale)
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let half = rest < 0 ? -scale / 2 : scale / 2
        let (sum, tooLarge) = whole.addingReportingOverflow((rest * 1000 + half) / scale)
        guard !overflow, !tooLarge else { throw .invalidTime }
        return .milliseconds(Int(sum))
    }
}
