import LandmarkCore
public import LandmarkImaging
import Synchronization

/// Plays a source at its own pace, as a camera would: what works with it works with a camera.
///
/// Frames are numbered and timed as the source has them. The clock starts with the first frame; give
/// a clock of your own to test without waiting. To be looped over once.
public final class Replay: AsyncSequence, Sendable {
    /// A frame.
    public typealias Element = Frame
    /// What keeps the source from going on.
    public typealias Failure = CaptureError

    /// What becomes of a frame whose time has passed when it is asked for.
    public enum LateFrames: Sendable, Hashable {
        /// The newest frame that is due is delivered, and those before it are dropped and counted.
        case drop
        /// Every frame is delivered, late ones at once.
        case deliver
    }

    private let puller: FramePuller
    private let lateFrames: LateFrames
    /// Time on the clock since this was made.
    private let now: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let count = Mutex(0)

    /// Prepares to play.
    ///
    /// - Parameters:
    ///   - source: The frames. Nobody else should take from it.
    ///   - clock: What tells and waits for the time.
    ///   - lateFrames: What becomes of frames that are asked for too late.
    public init<C: Clock>(
        _ source: any FrameSource, clock: C = ContinuousClock(), lateFrames: LateFrames = .drop
    ) where C.Duration == Duration {
        puller = FramePuller(source)
        self.lateFrames = lateFrames
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    }

    /// How many frames have been dropped.
    public var droppedFrames: Int { count.withLock { $0 } }

    /// Begins to play.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Delivers each frame when its time has come.
    public struct Iterator: AsyncIteratorProtocol {
        private let replay: Replay
        /// When the source's time 0 is on the clock.
        private var start: Duration?
        /// What has been looked at and is not yet due.
        private var ahead: Result<Frame?, CaptureError>?

        init(_ replay: Replay) { self.replay = replay }

        /// Waits for the next frame; nil at the end, after an error, and when the task is
        /// cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(CaptureError) -> Frame? {
            guard var frame = try await take(isolation: actor).get() else { return end() }
            let moment = replay.now()
            let start = start ?? moment - frame.time
            self.start = start
            if start + frame.time > moment {
                do { try await replay.sleep(start + frame.time) } catch { return end() }
                return Task.isCancelled ? end() : frame
            }
            guard replay.lateFrames == .drop else { return frame }
            while true {
                let next = await take(isolation: actor)
                guard case .success(let later?) = next, start + later.time <= moment else {
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
                // An end stays the end.
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
