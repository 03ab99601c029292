public import LandmarkImaging
import LandmarkTasks

/// The driver's state after each frame of a sequence, in order.
///
/// Each iteration pulls frames from the source and processes them on a private queue, as
/// `DriverMonitor.process(_:context:)` does. It ends with the source or when the iterating task is canceled,
/// and throws when the source fails or the landmarker fails on a frame. Frames whose timestamps the monitor
/// refuses are skipped and counted by `DriverMonitor.rejectedFrames`.
public struct DriverResults<Frames: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Frames.Element == Frame {
    /// The driver's state after one frame.
    public typealias Element = DriverResult
    /// The source's error, or a `DriverError`.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
    public typealias Failure = any Error

    /// The outcome of each call of the monitor. A failed call does not end the sequence, so its
    /// error is part of the element.
    typealias Calls = FrameResults<Frames, Result<DriverResult, DriverError>>

    let frames: Frames
    let overflow: OverflowPolicy
    let monitor: DriverMonitor

    /// Creates an iterator; it pulls no frame before its first `next()`.
    public func makeAsyncIterator() -> Iterator {
        let calls = Calls(frames: frames, overflow: overflow) { [monitor] frame in
            .success(
                Result { () throws(DriverError) in try monitor.process(frame).result })
        }
        return Iterator(calls: calls.makeAsyncIterator(), monitor: monitor)
    }

    /// An iterator over the results.
    public struct Iterator: AsyncIteratorProtocol {
        /// nil after the end.
        var calls: Calls.AsyncIterator?
        let monitor: DriverMonitor

        /// Returns the next result, or nil at the end and when the task is canceled.
        ///
        /// - Throws: The source's error, or `DriverError.landmarker`.
        public mutating func next() async throws -> DriverResult? {
            while let call = try await calls?.next() {
                do throws(DriverError) {
                    return try call.result.mapError(DriverError.init).get().get()
                } catch {
                    guard error.isTimestampError else {
                        calls = nil
                        throw error
                    }
                    monitor.countRejectedFrame()
                }
            }
            return nil
        }
    }
}

/// The events in a sequence of frames.
///
/// Each event is an element when it fires. An event that lasts is an element again, with the same `id`, when
/// it ends. Iteration ends, fails and skips frames like that of `DriverResults`.
public struct DriverEvents<Frames: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Frames.Element == Frame {
    /// An event that fired or ended.
    public typealias Element = DriverEvent
    /// The source's error, or a `DriverError`.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
    public typealias Failure = any Error

    let results: DriverResults<Frames>

    /// Creates an iterator; it pulls no frame before its first `next()`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(results: results.makeAsyncIterator())
    }

    /// An iterator over the events.
    public struct Iterator: AsyncIteratorProtocol {
        var results: DriverResults<Frames>.Iterator
        /// Events of the last frame not yet returned, in reverse order.
        var pending: [DriverEvent] = []

        /// Returns the next event, or nil at the end and when the task is canceled.
        ///
        /// - Throws: The source's error, or `DriverError.landmarker`.
        public mutating func next() async throws -> DriverEvent? {
            while true {
                if let event = pending.popLast() { return event }
                guard let result = try await results.next() else { return nil }
                pending = result.changedEvents.reversed()
            }
        }
    }
}

extension DriverResult {
    /// The events that fired in this frame, then those that ended in it and fired earlier.
    var changedEvents: [DriverEvent] {
        guard !firedEvents.isEmpty || !endedEvents.isEmpty else { return [] }
        let endedEarlier = endedEvents.filter { event in
            !firedEvents.contains { $0.id == event.id }
        }
        return firedEvents + endedEarlier
    }
}
