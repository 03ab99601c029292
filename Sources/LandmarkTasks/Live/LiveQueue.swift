import LandmarkCore
package import LandmarkImaging

/// Decides which frames of a stream are looked at: one is in work, one waits, the newest wins.
///
/// A value without clock, thread or lock: events go in, and what is to be done comes out.
package struct LiveQueue {
    /// A frame whose turn it is.
    package struct Job: Sendable {
        package let frame: Frame
        /// Frames dropped between the one looked at before and this one.
        package let dropped: Int
        /// Whether the stream before it is to be forgotten first.
        package let startsAnew: Bool
    }

    package private(set) var statistics = LiveStatistics()
    /// Whether a frame is in work: being looked at, or its result still in somebody's hands.
    package private(set) var isBusy = false
    private var last: Timestamp?
    private var waiting: Frame?
    private var droppedSinceJob = 0
    private var startsAnew = false

    /// A queue without frames.
    package init() {}

    /// Refuses a frame that does not come after the last one submitted.
    package func checkOrder(_ frame: Frame) throws(TaskError) {
        guard let last, frame.timestamp <= last else { return }
        throw .timestampNotIncreasing(previous: last, got: frame.timestamp)
    }

    /// A frame has come; it is looked at now, when it can be, or waits.
    package mutating func submit(_ frame: Frame) -> Job? {
        statistics.received += 1
        last = frame.timestamp
        drop()
        guard isBusy else { return take(frame) }
        waiting = frame
        return nil
    }

    /// The frame in work has been looked at.
    package mutating func looked(failed: Bool) {
        statistics.processed += 1
        if failed { statistics.failed += 1 }
    }

    /// The result has been handed over: the frame that waits, if any, is next.
    package mutating func finish() -> Job? {
        isBusy = false
        guard let frame = waiting else { return nil }
        waiting = nil
        return take(frame)
    }

    /// Makes the next frame the first of a stream; the one that waits belongs to the old one.
    ///
    /// - Returns: Whether the pipeline may forget the stream now; else the next job does it.
    package mutating func reset() -> Bool {
        drop()
        last = nil
        startsAnew = isBusy
        return !isBusy
    }

    /// Gives up the frame that waits.
    package mutating func drop() {
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
