public import LandmarkImaging

/// The result for one frame of a stream.
///
/// Dropped frames have no result; the next result counts them.
public struct FrameResult<Output: Sendable>: Sendable {
    /// The processed frame.
    public let frame: Frame
    /// The number of frames dropped between the previously processed frame and this one.
    public let dropped: Int
    /// The detected instances, or why the frame could not be processed. An error does not end the
    /// stream.
    public let result: Result<Output, TaskError>

    /// Creates a result like those of a landmarker.
    public init(frame: Frame, dropped: Int, result: Result<Output, TaskError>) {
        self.frame = frame
        self.dropped = dropped
        self.result = result
    }

    /// Returns the detected instances.
    ///
    /// - Throws: The `TaskError` that prevented the frame from being processed.
    public func get() throws(TaskError) -> Output { try result.get() }
}

/// The handling of frames that arrive faster than they can be processed.
public enum OverflowPolicy: Sendable, Hashable, Codable, CaseIterable {
    /// One frame is processed while one waits; a newer frame replaces the waiting one, which is
    /// dropped and counted. For cameras: results stay as current as possible.
    case latestOnly
    /// Every frame is processed; the next one is requested from the source when its result is
    /// requested. For files: no frame is lost.
    case block
}

/// The results of a sequence of frames, in order.
///
/// Each iteration iterates the source anew, starting with the first `next()`, and processes the
/// frames on a private queue. When the source ends, the iteration ends after the last result; when
/// the source fails, it throws the source's error after the earlier results; when the iterating
/// task is cancelled, it ends immediately, even while a frame is being processed. Releasing the
/// iterator stops it. At most one result and one frame are kept, whatever the speed of source and
/// consumer.
public struct FrameResults<Frames: AsyncSequence & Sendable, Output: Sendable>: AsyncSequence,
    Sendable
where Frames.Element == Frame {
    /// The result for one frame.
    public typealias Element = FrameResult<Output>
    /// The source's error. A frame that fails is a result, and the sequence continues. Systems
    /// before iOS 18 and macOS 15 throw it as `any Error`.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
    public typealias Failure = Frames.Failure

    let frames: Frames
    let overflow: OverflowPolicy
    let statistics: StatisticsCounter
    let process: @Sendable (Frame) -> Result<Output, TaskError>

    /// Creates the results of `frames`; `process` is called for each on a private queue.
    package init(
        frames: Frames, overflow: OverflowPolicy,
        process: @escaping @Sendable (Frame) -> Result<Output, TaskError>
    ) {
        self.init(
            frames: frames, overflow: overflow, statistics: StatisticsCounter(), process: process)
    }

    init(
        frames: Frames, overflow: OverflowPolicy, statistics: StatisticsCounter,
        process: @escaping @Sendable (Frame) -> Result<Output, TaskError>
    ) {
        self.frames = frames
        self.overflow = overflow
        self.statistics = statistics
        self.process = process
    }

    /// Returns an iterator, which requests the first frame in its first `next()`.
    public func makeAsyncIterator() -> Iterator { Iterator(ResultStream(self)) }

    /// One iteration over the results.
    public struct Iterator: AsyncIteratorProtocol {
        private let lifetime: Lifetime

        init(_ stream: ResultStream<Frames, Output>) {
            lifetime = Lifetime(stream)
        }

        /// The source's error.
        @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
        public typealias Failure = Frames.Failure

        /// Returns the next result; nil after the last one, and when the task is cancelled.
        ///
        /// - Throws: The source's error, `Frames.Failure`.
        public mutating func next() async throws -> Element? {
            try await lifetime.stream.next()
        }
    }

    /// Stops an iteration when its iterator is released. The task that requests frames retains the
    /// stream, but not this object.
    private final class Lifetime: Sendable {
        let stream: ResultStream<Frames, Output>

        init(_ stream: ResultStream<Frames, Output>) {
            self.stream = stream
        }

        deinit { stream.close() }
    }
}
