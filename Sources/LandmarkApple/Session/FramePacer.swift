/// Skips frames to keep the average rate at or below a limit.
package struct FramePacer: Sendable {
    /// A tolerance: times are in whole milliseconds, and cameras are not exact.
    private static let slack = 0.002

    /// The rate; nil for all frames.
    package var framesPerSecond: Double?
    /// The time at which the next frame is due.
    private var due = -Double.infinity
    private var last = -Double.infinity

    package init(framesPerSecond: Double? = nil) { self.framesPerSecond = framesPerSecond }

    /// Whether to process the frame at `time`, in seconds.
    package mutating func accepts(_ time: Double) -> Bool {
        guard let framesPerSecond, framesPerSecond > 0 else { return true }
        let interval = 1 / framesPerSecond
        // Another source, or the same one from its start.
        if time < last { due = -.infinity }
        last = time
        guard time + Self.slack >= due else { return false }
        due = max(due, time - interval) + interval
        return true
    }
}
