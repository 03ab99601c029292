#if os(Linux)
import LandmarkCore

/// Judges whether a live input's frames arrive often enough.
///
/// A browser that hides the camera's page, a slow network and an unplugged camera all look the
/// same: fewer frames, or none. The monitored state is then unknown, and must not look normal.
struct LiveSupply: Sendable {
    /// The frames per second below which an input is starved. At a lower rate, a closure of 0.5 s may not be
    /// seen.
    static let lowest = 4.0
    /// The frames per second from which it is no longer starved.
    private static let enough = 4.5
    /// The seconds over which frames are counted, so that starvation is detected soon.
    private static let span = 2.0

    /// The arrival times of the frames of the last seconds, oldest first.
    private var arrivals: [MonotonicTime] = []
    /// The arrival time of the first frame; nil before it.
    private var began: MonotonicTime?
    /// Whether the input is starved.
    private(set) var isStarved = false

    /// Adds a frame.
    mutating func add(at now: MonotonicTime = .now) {
        if began == nil { began = now }
        arrivals.append(now)
    }

    /// Counts the frames of the last seconds.
    ///
    /// - Returns: The frames per second, if ``isStarved`` has changed; otherwise nil, as before the
    ///   first frame, for which the page waits.
    mutating func change(at now: MonotonicTime = .now) -> Double? {
        let oldest = now.nanoseconds - Int64(Self.span * 1e9)
        arrivals.removeAll { $0.nanoseconds < oldest }
        guard let began, began.nanoseconds <= oldest else { return nil }
        let rate = Double(arrivals.count) / Self.span
        let starves = isStarved ? rate < Self.enough : rate < Self.lowest
        guard starves != isStarved else { return nil }
        isStarved = starves
        return rate
    }

    /// The meaning of a rate, in English.
    static func sentence(_ rate: Double, isStarved: Bool) -> String {
        let count = Int(rate.rounded())
        let frames = count == 1 ? "1 frame" : "\(count) frames"
        if !isStarved { return "the camera sends \(frames) per second again" }
        return rate == 0 ? "the camera sends no frames" : "the camera sends \(frames) per second"
    }
}
#endif
