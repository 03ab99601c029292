public import LandmarkTasks

/// What is known of a driver after each frame of a sequence, in order.
///
/// Every iteration takes frames from the source anew. It ends when the source does; with an error,
/// when the source fails or the landmarker does; and when the iterating task is cancelled. Frames
/// that do not come after the one before are passed over, and counted by
/// `DriverMonitor.rejectedFrames`.
public struct DriverResults<Frames: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Frames.Element == FrameResult<FaceLandmarkerResult> {
    /// What is known after one frame.
    public typealias Element = DriverResult
    /// The source's error, or a `DriverError`.
    public typealias Failure = any Error

    let frames: Frames
    let watch: DriverWatch

    /// Makes an iteration, which begins with its first `next()`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(frames: frames.makeAsyncIterator(), watch: watch)
    }

    /// One iteration over the results.
    public struct Iterator: AsyncIteratorProtocol {
        var frames: Frames.AsyncIterator
        let watch: DriverWatch

        /// The next result; nil after the last one, and when the task is cancelled.
        ///
        /// - Throws: The source's error, or `DriverError.landmarker`.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> DriverResult? {
            while let frame = try await frames.next(isolation: actor) {
                if let result = try watch.result(of: frame) { return result }
            }
            return nil
        }
    }
}
