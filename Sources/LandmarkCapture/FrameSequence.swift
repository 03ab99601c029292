public import LandmarkImaging

/// A source's frames for a `for await` loop: as fast as they are taken, none dropped.
///
/// All loops over a source take from the same frames. A cancelled loop ends at once, even where the
/// source would wait.
public struct FrameSequence: AsyncSequence, Sendable {
    /// A frame.
    public typealias Element = Frame
    /// What keeps a source from going on.
    public typealias Failure = CaptureError

    private let source: any FrameSource

    init(_ source: any FrameSource) { self.source = source }

    /// Begins a loop.
    public func makeAsyncIterator() -> Iterator { Iterator(FramePuller(source)) }

    /// Takes a source's frames one after another.
    public struct Iterator: AsyncIteratorProtocol {
        private let puller: FramePuller
        private var hasEnded = false

        init(_ puller: FramePuller) { self.puller = puller }

        /// The next frame, or nil at the end, after an error, and when the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(CaptureError) -> Frame? {
            if hasEnded { return nil }
            hasEnded = true
            guard let frame = try await puller.next(isolation: actor) else { return nil }
            hasEnded = false
            return frame
        }
    }
}

extension FrameSource {
    /// The frames for a `for await` loop.
    public func frames() -> FrameSequence { FrameSequence(self) }
}
