public import LandmarkImaging

/// The events of a sequence of frames: each when it fires, and those that go on once more, under
/// the same `id`, when they have ended.
///
/// It ends, fails and passes frames over as `DriverResults` does.
public struct DriverEvents<Frames: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Frames.Element == Frame {
    /// An event that fired or ended.
    public typealias Element = DriverEvent
    /// The source's error, or a `DriverError`.
    public typealias Failure = any Error

    let results: DriverResults<Frames>

    /// Makes an iteration, which begins with its first `next()`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(results: results.makeAsyncIterator())
    }

    /// One iteration over the events.
    public struct Iterator: AsyncIteratorProtocol {
        var results: DriverResults<Frames>.Iterator
        /// Events of the last frame that have not been handed over, the next one last.
        var waiting: [DriverEvent] = []

        /// The next event; nil after the last one, and when the task is cancelled.
        ///
        /// - Throws: The source's error, or `DriverError.landmarker`.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> DriverEvent? {
            while true {
                if let event = waiting.popLast() { return event }
                guard let result = try await results.next(isolation: actor) else { return nil }
                waiting = result.news.reversed()
            }
        }
    }
}

extension DriverResult {
    /// The events of this frame: those that fired, and those that ended and fired before it.
    var news: [DriverEvent] {
        guard !firedEvents.isEmpty || !endedEvents.isEmpty else { return [] }
        let over = endedEvents.filter { event in !firedEvents.contains { $0.id == event.id } }
        return firedEvents + over
    }
}
