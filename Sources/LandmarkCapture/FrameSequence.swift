import Dispatch
import LandmarkCore
public import LandmarkImaging

/// The frames of a source as an asynchronous sequence, delivered on demand without dropping any.
///
/// Several iterators over one source share its frames. Cancelling the task ends the iteration at
/// once, even while the source blocks.
public struct FrameSequence: AsyncSequence, Sendable {
    /// The element type.
    public typealias Element = Frame
    /// The error type.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
    public typealias Failure = CaptureError

    private let source: any FrameSource

    init(_ source: any FrameSource) { self.source = source }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(FramePuller(source)) }

    /// Iterates over the frames of a source.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let puller: FramePuller
        private var hasEnded = false

        init(_ puller: FramePuller) { self.puller = puller }

        /// Returns the next frame; nil at the end, after an error, and when the task is cancelled.
        ///
        /// - Throws: The error of the source's ``FrameSource/next()``.
        public mutating func next() async throws(CaptureError) -> Frame? {
            if hasEnded { return nil }
            hasEnded = true
            guard let frame = try await puller.next() else { return nil }
            hasEnded = false
            return frame
        }
    }
}

extension FrameSource {
    /// Returns the frames as an asynchronous sequence, for a `for try await` loop.
    public func frames() -> FrameSequence { FrameSequence(self) }
}

/// Calls a source on a dedicated queue, so that blocking does not occupy a task's thread.
final class FramePuller: Sendable {
    private let source: any FrameSource
    private let queue = DispatchQueue(label: "LandmarkCapture.frames")

    init(_ source: any FrameSource) { self.source = source }

    /// Returns the next frame; nil at the end, or as soon as the task is cancelled.
    ///
    /// - Throws: The error of the source.
    func next() async throws(CaptureError) -> Frame? {
        let pending = PendingFrame()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard pending.wait(continuation) else { return }
                queue.async { [source] in
                    pending.resume(
                        with: Result { () throws(CaptureError) in try source.next() })
                }
            }
        } onCancel: {
            pending.resume(with: .success(nil))
        }
        return try pending.outcome.get()
    }
}

/// A result that a task awaits, set once: by the source or by cancellation, whichever comes first.
///
/// The continuation only wakes the task. The result passes through the lock, because the thread sanitizer does
/// not always see the ordering of continuations (Swift 6.3 on Linux).
final class PendingFrame: Sendable {
    typealias Outcome = Result<Frame?, CaptureError>

    private enum State {
        case open
        case waiting(CheckedContinuation<Void, Never>)
        case resumed(Outcome)
    }

    private let state = Mutex(State.open)

    /// The result; the absence of a frame until it is set.
    var outcome: Outcome {
        state.withLock { state in
            guard case .resumed(let outcome) = state else { return .success(nil) }
            return outcome
        }
    }

    /// Starts waiting. Returns false if the result is set already; the continuation is then resumed.
    func wait(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        let isOpen = state.withLock { state in
            guard case .open = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isOpen { continuation.resume() }
        return isOpen
    }

    /// Sets the result unless it is set already.
    func resume(with result: Outcome) {
        let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .resumed(result)
                return nil
            case .waiting(let continuation):
                state = .resumed(result)
                return continuation
            case .resumed:
                return nil
            }
        }
        waiting?.resume()
    }
}
