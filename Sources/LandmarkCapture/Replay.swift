import LandmarkCore
public import LandmarkImaging
import LandmarkSystem

/// Plays a source in real time, like a camera.
///
/// Frames keep the source's timestamps. The clock starts with the first frame; a custom clock
/// allows testing without waiting. A replay can be iterated once.
public final class Replay: AsyncSequence, Sendable {
    /// The element type.
    public typealias Element = Frame
    /// The error type.
    public typealias Failure = CaptureError

    /// The handling of frames whose time has passed when the next one is requested.
    public enum LateFrames: Sendable, Hashable {
        /// Deliver the newest frame that is due, and drop and count those before it.
        case drop
        /// Deliver every frame, late ones at once.
        case deliver
    }

    private let puller: FramePuller
    private let lateFrames: LateFrames
    /// Returns the time on the clock since initialization.
    private let now: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let count = Mutex(0)

    /// Creates a replay.
    ///
    /// - Parameters:
    ///   - source: The source, which nothing else should read.
    ///   - clock: The clock to play by.
    ///   - lateFrames: The handling of late frames.
    public init<C: Clock>(
        _ source: any FrameSource, clock: C = ContinuousClock(), lateFrames: LateFrames = .drop
    ) where C.Duration == Duration {
        puller = FramePuller(source)
        self.lateFrames = lateFrames
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    }

    /// The number of frames dropped so far.
    public var droppedFrames: Int { count.withLock { $0 } }

    /// Creates the iterator that plays the source.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Delivers each frame at its time.
    public struct Iterator: AsyncIteratorProtocol {
        private let replay: Replay
        /// The time on the clock of the source's timestamp 0.
        private var start: Duration?
        /// The result that has been read ahead and is not yet due.
        private var ahead: Result<Frame?, CaptureError>?

        init(_ replay: Replay) { self.replay = replay }

        /// Waits for and returns the next frame; nil at the end, after an error, and when the task
        /// is cancelled.
        ///
        /// - Throws: The error of the source.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(CaptureError) -> Frame? {
            guard var frame = try await take(isolation: actor).get() else { return end() }
            let now = replay.now()
            let start = start ?? now - frame.time
            self.start = start
            if start + frame.time > now {
                do { try await replay.sleep(start + frame.time) } catch { return end() }
                return Task.isCancelled ? end() : frame
            }
            guard replay.lateFrames == .drop else { return frame }
            while true {
                let next = await take(isolation: actor)
                guard case .success(let later?) = next, start + later.time <= now else {
                    ahead = next
                    return Task.isCancelled ? end() : frame
                }
                replay.count.withLock { $0 += 1 }
                frame = later
            }
        }

        private mutating func take(
            isolation actor: isolated (any Actor)?
        ) async -> Result<Frame?, CaptureError> {
            if let ahead {
                // Keep a result that ends the replay.
                if case .success(.some) = ahead { self.ahead = nil } else { _ = end() }
                return ahead
            }
            do throws(CaptureError) {
                return .success(try await replay.puller.next(isolation: actor))
            } catch {
                _ = end()
                return .failure(error)
            }
        }

        private mutating func end() -> Frame? {
            ahead = .success(nil)
            return nil
        }
    }
}

extension Frame {
    fileprivate var time: Duration { .milliseconds(timestamp.milliseconds) }
}
