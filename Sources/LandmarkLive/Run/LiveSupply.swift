#if os(Linux)
import LandmarkCore

/// Whether the frames of a live input come often enough to judge by.
///
/// A browser that hides the camera's page, a network that is too slow and a camera that is
/// unplugged all look the same: fewer frames, or none. What is monitored is then unknown, and must
/// not look calm.
struct LiveSupply: Sendable {
    /// The frames a second below which an input starves. A closure of 0.5 s is not seen with fewer.
    static let lowest = 4.0
    /// The frames a second from which it does not starve anymore.
    private static let enough = 4.5
    /// The seconds over which frames are counted: whatever starves is known soon after.
    private static let span = 2.0

    /// When the frames of the last seconds came, oldest first.
    private var arrivals: [MonotonicTime] = []
    /// When the first frame came; nil before it.
    private var began: MonotonicTime?
    /// Whether the input starves.
    private(set) var isStarved = false

    /// Notes a frame.
    mutating func add(at now: MonotonicTime = .now) {
        if began == nil { began = now }
        arrivals.append(now)
    }

    /// Counts the frames of the last seconds.
    ///
    /// - Returns: The frames a second, if ``isStarved`` has changed. nil also as long as there was no
    ///   frame: a page then waits for the first.
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

    /// What a rate means, in English.
    static func sentence(_ rate: Double, isStarved: Bool) -> String {
        let count = Int(rate.rounded())
        let frames = count == 1 ? "1 frame" : "\(count) frames"
        if !isStarved { return "the camera sends \(frames) a second again" }
        return rate == 0 ? "the camera sends nothing" : "the camera sends \(frames) a second"
    }
}
#endif
