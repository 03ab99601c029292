public import LandmarkImaging
import LandmarkTasks

/// What is known of a driver after each frame of a sequence, in order.
///
/// Every iteration takes frames from the source anew, and looks at them as `DriverMonitor.update`
/// does, on a private queue. It ends when the source does; with an error, when the source fails or
/// the landmarker cannot look at a frame; and when the iterating task is cancelled. Frames that the
/// call would refuse for their time are passed over, and counted by `DriverMonitor.rejectedFrames`.
public struct DriverResults<Frames: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Frames.Element == Frame {
    /// What is known after one frame.
    public typealias Element = DriverResult
    /// The source's error, or a `DriverError`.
    public typealias Failure = any Error

    /// What a call would have given for each frame, its errors among it.
    typealias Calls = FrameResults<Frames, Result<DriverResult, DriverError>>

    let frames: Frames
    let overflow: OverflowPolicy
    let watch: DriverWatch

    /// Makes an iteration, which begins with its first `next()`.
    public func makeAsyncIterator() -> Iterator {
        let calls = Calls(frames: frames, overflow: overflow) { [watch] frame in
            .success(
                Result { () throws(DriverError) in try watch.look(at: frame).result })
        }
        return Iterator(calls: calls.makeAsyncIterator(), watch: watch)
    }

    /// One iteration over the results.
    public struct Iterator: AsyncIteratorProtocol {
        /// nil after the end.
        var calls: Calls.AsyncIterator?
        let watch: DriverWatch

        /// The next result; nil after the last one, and when the task is cancelled.
        ///
        /// - Throws: The source's error, or `DriverError.landmarker`.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> DriverResult? {
            while let call = try await calls?.next(isolation: actor) {
                do throws(DriverError) {
                    return try call.result.mapError(DriverError.init).get().get()
                } catch {
                    guard error.isOfTime else {
                        calls = nil
                        throw error
                    }
                    watch.reject()
                }
            }
            return nil
        }
    }
}
