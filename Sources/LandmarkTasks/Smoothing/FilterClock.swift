package import LandmarkCore

/// The frame rate that a filter measures, by MediaPipe's rules.
///
/// It is 30 a second at first. A step at 0 ms, and the step after it, measure nothing; times
/// before 0 are not filtered at all.
package struct FilterClock {
    /// Steps a second.
    package private(set) var frequency = 30.0
    private var last: Int64 = -1

    package init() {}

    /// Goes on to `now`; false when the step must not be filtered.
    package mutating func advance(to now: Timestamp) -> Bool {
        let time = Self.nanoseconds(now)
        guard time > last else { return false }
        if last != 0, time != 0 {
            frequency = 1 / (Double(time - max(last, -1)) * 1e-9)
        }
        last = time
        return true
    }

    /// Times too far off for 64 bits stop there.
    private static func nanoseconds(_ time: Timestamp) -> Int64 {
        let (value, overflows) = Int64(time.milliseconds).multipliedReportingOverflow(by: 1_000_000)
        return overflows ? (time.milliseconds > 0 ? .max - 1 : .min) : value
    }
}
