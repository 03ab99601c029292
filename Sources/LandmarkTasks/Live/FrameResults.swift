public import LandmarkImaging

/// The results of a sequence of frames, in order.
///
/// Every iteration takes frames from the source anew, beginning with its first `next()`, and works
/// on a private queue. It ends when the source does, after the last result; when the source fails,
/// with its error, after the results before it; and at once when the iterating task is cancelled,
/// even while a frame is being looked at. An iterator that is let go stops taking frames.
/// At most one result and one frame are kept, whatever the source or the consumer do.
public struct FrameResults<Frames: AsyncSequence & Sendable, Output: Sendable>: AsyncSequence,
    Sendable
where Frames.Element == Frame {
    /// What became of one frame.
    public typealias Element = FrameResult<Output>
    /// The source's error; a frame that fails is a result, and the sequence goes on.
    public typealias Failure = Frames.Failure

    let frames: Frames
    let overflow: OverflowPolicy
    let look: @Sendable (Frame) -> Result<Output, TaskError>

    /// The results of `frames`, each of which `look` looks at on a private queue.
    package init(
        frames: Frames, overflow: OverflowPolicy,
        look: @escaping @Sendable (Frame) -> Result<Output, TaskError>
    ) {
        self.frames = frames
        self.overflow = overflow
        self.look = look
    }

    /// Makes an iteration, which begins with its first `next()`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(ResultStream(frames: frames, overflow: overflow, look: look))
    }

    /// One iteration over the results.
    public struct Iterator: AsyncIteratorProtocol {
        private let lifetime: Lifetime

        init(_ stream: ResultStream<Frames, Output>) {
            lifetime = Lifetime(stream)
        }

        /// The next result; nil after the last one, and when the task is cancelled.
        ///
        /// - Throws: The source's error.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Failure) -> Element? {
            try await lifetime.stream.next()
        }
    }

    /// Stops an iteration when nobody can ask for its results any more: the task that takes
    /// frames holds the stream, but not this.
    private final class Lifetime: Sendable {
        let stream: ResultStream<Frames, Output>

        init(_ stream: ResultStream<Frames, Output>) {
            self.stream = stream
        }

        deinit { stream.close() }
    }
}
