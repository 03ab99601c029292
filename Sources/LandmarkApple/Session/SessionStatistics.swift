import LandmarkMotion

/// The speed of a session. Counts are since the start; times are over the last 90 results.
public struct SessionStatistics: Sendable, Hashable {
    /// Results per second.
    public var framesPerSecond = 0.0
    /// The mean time from a frame's arrival to its result, in milliseconds.
    public var latencyMilliseconds = 0.0
    /// The 95th percentile of the latency, in milliseconds.
    public var latency95Milliseconds = 0.0
    /// The mean time that the task took, in milliseconds.
    public var inferenceMilliseconds = 0.0
    /// Frames that arrived from the camera.
    public var received = 0
    /// Frames with a result.
    public var processed = 0
    /// Frames dropped, by the camera or in favor of a newer one.
    public var dropped = 0
    /// Frames skipped because the load policy requests fewer.
    public var skipped = 0
    /// Frames for which the task failed.
    public var failed = 0

    /// Creates statistics of a session that has not started.
    public init() {}
}

/// Measures a session. Adding a result does not allocate.
struct SessionMeter: Sendable {
    private static let capacity = 90

    private(set) var statistics = SessionStatistics()
    private var window = LatencyWindow(capacity: Self.capacity)
    /// The last results in chronological order, starting at `next` and wrapping around.
    private var entries: [Entry] = []
    private var next = 0

    private struct Entry: Sendable {
        var time: Double
        var latency: Double
        var inference: Double
    }

    init() { entries.reserveCapacity(Self.capacity) }

    mutating func addReceived() { statistics.received += 1 }
    mutating func addDropped() { statistics.dropped += 1 }
    mutating func addSkipped() { statistics.skipped += 1 }
    mutating func addFailed() { statistics.failed += 1 }

    /// Adds a result.
    ///
    /// - Parameters:
    ///   - time: The time at which it was ready, in seconds.
    ///   - latency: The time since the frame's arrival, in seconds.
    ///   - inference: The time that the task took, in seconds.
    mutating func add(time: Double, latency: Double, inference: Double) {
        statistics.processed += 1
        window.add(latency)
        let entry = Entry(time: time, latency: latency, inference: inference)
        let oldest: Entry
        if entries.count < Self.capacity {
            entries.append(entry)
            oldest = entries[0]
        } else {
            entries[next] = entry
            next = (next + 1) % Self.capacity
            oldest = entries[next]
        }
        let count = Double(entries.count)
        let span = time - oldest.time
        statistics.framesPerSecond = span > 0 ? (count - 1) / span : 0
        statistics.latencyMilliseconds = 1000 * entries.reduce(0) { $0 + $1.latency } / count
        statistics.inferenceMilliseconds = 1000 * entries.reduce(0) { $0 + $1.inference } / count
        statistics.latency95Milliseconds = 1000 * (window.percentile95 ?? 0)
    }

    /// The 95th percentile of the latency in seconds; nil without results.
    var latency95: Double? { window.percentile95 }

    /// Forgets times, such as after a change of the model; counts stay.
    mutating func forgetTimes() {
        window.removeAll()
        entries.removeAll(keepingCapacity: true)
        next = 0
    }
}
