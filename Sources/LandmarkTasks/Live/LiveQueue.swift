import LandmarkCore
package import LandmarkImaging

/// Decides which frames of a stream are processed: one is in progress, one waits, and a newer frame
/// replaces the waiting one.
///
/// A pure state machine without clock, thread or lock: events go in, and the job to start comes
/// out.
package struct LiveQueue {
    /// A frame to process now.
    package struct Job: Sendable {
        package let frame: Frame
        /// Frames dropped between the previously processed frame and this one.
        package let dropped: Int
        /// Whether to discard the tracking state first.
        package let startsAnew: Bool
    }

    package private(set) var statistics = LiveStatistics()
    /// Whether a frame is in progress: being processed, or its result not yet consumed.
    package private(set) var isBusy = false
    private var last: Timestamp?
    private var waiting: Frame?
    private var droppedSinceJob = 0
    private var startsAnew = false

    /// Creates a queue without frames.
    package init() {}

    /// Rejects a frame whose timestamp is not above that of the last submitted frame.
    ///
    /// - Throws: `TaskError.timestampNotIncreasing`.
    package func checkOrder(_ frame: Frame) throws(TaskError) {
        guard let last, frame.timestamp <= last else { return }
        throw .timestampNotIncreasing(previous: last, got: frame.timestamp)
    }

    /// Accepts a frame; returns the job to start, or nil if the frame has to wait.
    package mutating func submit(_ frame: Frame) -> Job? {
        statistics.received += 1
        last = frame.timestamp
        dropWaiting()
        guard isBusy else { return take(frame) }
        waiting = frame
        return nil
    }

    /// Records that the frame in progress has been processed.
    package mutating func didProcess(failed: Bool) {
        statistics.processed += 1
        if failed { statistics.failed += 1 }
    }

    /// Records that the frame in progress will not be processed.
    package mutating func didSkip() {
        statistics.dropped += 1
    }

    /// Records that the result has been consumed; returns the waiting frame as the next job.
    package mutating func finish() -> Job? {
        isBusy = false
        guard let frame = waiting else { return nil }
        waiting = nil
        return take(frame)
    }

    /// Drops the waiting frame and makes the next one the first of a new stream.
    ///
    /// - Returns: Whether the caller may discard the tracking state now; otherwise the next job
    ///   does.
    package mutating func reset() -> Bool {
        dropWaiting()
        last = nil
        startsAnew = isBusy
        return !isBusy
    }

    /// Drops the waiting frame.
    package mutating func dropWaiting() {
        guard waiting != nil else { return }
        waiting = nil
        statistics.dropped += 1
        droppedSinceJob += 1
    }

    private mutating func take(_ frame: Frame) -> Job {
        defer {
            isBusy = true
            droppedSinceJob = 0
            startsAnew = false
        }
        return Job(frame: frame, dropped: droppedSinceJob, startsAnew: startsAnew)
    }
}

/// Counts of the frames that a landmarker received through `detectAsync(_:)` and
/// `results(of:overflow:)` since it was created.
///
/// A frame that waits or is being processed counts only as received.
public struct LiveStatistics: Sendable, Hashable, Codable {
    /// Frames received. A frame that `detectAsync(_:)` rejects with an error is not counted.
    public internal(set) var received = 0
    /// Frames processed, with or without success.
    public internal(set) var processed = 0
    /// Frames dropped in favor of newer ones, by a reset, or because the iteration over the results
    /// ended.
    public internal(set) var dropped = 0
    /// Processed frames whose result was an error.
    public internal(set) var failed = 0

    /// Creates counts that are all zero.
    public init() {}

    static func + (a: LiveStatistics, b: LiveStatistics) -> LiveStatistics {
        var sum = a
        sum.received += b.received
        sum.processed += b.processed
        sum.dropped += b.dropped
        sum.failed += b.failed
        return sum
    }

    static func - (a: LiveStatistics, b: LiveStatistics) -> LiveStatistics {
        var difference = a
        difference.received -= b.received
        difference.processed -= b.processed
        difference.dropped -= b.dropped
        difference.failed -= b.failed
        return difference
    }
}

/// Adds up the statistics of several streams.
final class StatisticsCounter: Sendable {
    private let total = Mutex(LiveStatistics())

    var value: LiveStatistics { total.withLock { $0 } }

    /// Adds the increase from `old` to `new`.
    func addChange(from old: LiveStatistics, to new: LiveStatistics) {
        guard old != new else { return }
        total.withLock { $0 = $0 + (new - old) }
    }
}
