package import LandmarkCore

/// Checks the times of a stream of images for those that cannot be milliseconds.
package struct TimestampCheck: Sendable {
    /// Valid times of an image in milliseconds: differences of such times cannot overflow.
    package static let range = -(1 << 53)...(1 << 53)
    /// Milliseconds between two images, an hour: longer intervals come from times in another unit,
    /// such as nanoseconds, or from a break, after which there may be another driver.
    package static let longestInterval = 3_600_000
    /// Milliseconds between images of a stream that monitors a driver; eyes are lost from 500 on.
    package static let slowInterval = 2_000
    /// The number of successive slow intervals that is no longer a delay: a camera's microseconds,
    /// taken for milliseconds, are 33,333 apart.
    package static let patience = 3

    private var previous: Timestamp?
    private var slowIntervals = 0

    package init() {}

    /// Accepts the time of the next image.
    ///
    /// - Throws: `DMSError.timestampOutOfRange` or `.timestampNotIncreasing`, after which the next
    ///   image must still follow the previous one; `.timestampJump` or `.intervalTooLong`, after which
    ///   it must follow this one.
    package mutating func accept(_ time: Timestamp) throws(DMSError) {
        guard Self.range.contains(time.milliseconds) else { throw .timestampOutOfRange(time) }
        guard let before = previous else {
            previous = time
            return
        }
        guard time > before else { throw .timestampNotIncreasing(previous: before, got: time) }
        previous = time
        let interval = time.milliseconds - before.milliseconds
        slowIntervals = interval > Self.slowInterval ? slowIntervals + 1 : 0
        if interval > Self.longestInterval { throw .timestampJump(previous: before, got: time) }
        if slowIntervals >= Self.patience { throw .intervalTooLong(previous: before, got: time) }
    }
}

/// Conversions of times to milliseconds.
package enum FrameTime {
    /// Rounds seconds to milliseconds.
    ///
    /// - Throws: `DMSError.invalidTime` if they are not a number, or too large for a timestamp.
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
        // Whole seconds and the rest are converted separately, so that no product overflows.
        let (seconds, rest) = value.quotientAndRemainder(dividingBy: scale)
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let half = rest < 0 ? -scale / 2 : scale / 2
        let (sum, tooLarge) = whole.addingReportingOverflow((rest * 1000 + half) / scale)
        guard !overflow, !tooLarge else { throw .invalidTime }
        return .milliseconds(Int(sum))
    }
}
