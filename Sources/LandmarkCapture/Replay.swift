import LandmarkCore
public import LandmarkImaging

/// Plays a source in real time, like a camera.
///
/// Frames keep the source's timestamps. The clock starts with the first frame; if the system
/// supports clocks, a custom one allows testing without waiting. A replay can be iterated once.
public final class Replay: AsyncSequence, Sendable {
    /// The element type.
    public typealias Element = Frame
    /// The error type.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
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
    private let clock: ReplayClock
    private let count = Mutex(0)

    /// Creates a replay that uses the system's clock.
    ///
    /// - Parameters:
    ///   - source: The source, which nothing else should read.
    ///   - lateFrames: The handling of late frames.
    public convenience init(_ source: any FrameSource, lateFrames: LateFrames = .drop) {
        self.init(source, .system(), lateFrames)
    }

    /// Creates a replay that uses another clock.
    ///
    /// - Parameters:
    ///   - source: The source, which nothing else should read.
    ///   - clock: The clock that determines the time.
    ///   - lateFrames: The handling of late frames.
    @available(iOS 16, macOS 13, tvOS 16, visionOS 1, *)
    public convenience init<C: Clock>(
        _ source: any FrameSource, clock: C, lateFrames: LateFrames = .drop
    ) where C.Duration == Duration {
        self.init(source, ReplayClock(clock), lateFrames)
    }

    private init(_ source: any FrameSource, _ clock: ReplayClock, _ lateFrames: LateFrames) {
        puller = FramePuller(source)
        self.clock = clock
        self.lateFrames = lateFrames
    }

    /// The number of frames dropped so far.
    public var droppedFrames: Int { count.withLock { $0 } }

    /// Creates the iterator that plays the source.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Delivers each frame at its time.
    public struct Iterator: AsyncIteratorProtocol {
        private let replay: Replay
        /// The milliseconds on the clock at the source's timestamp 0.
        private var start: Double?
        /// The result that has been read ahead and is not yet due.
        private var ahead: Result<Frame?, CaptureError>?

        init(_ replay: Replay) { self.replay = replay }

        /// Waits for and returns the next frame; nil at the end, after an error, and when the task
        /// is cancelled.
        ///
        /// - Throws: The error of the source.
        public mutating func next() async throws(CaptureError) -> Frame? {
            guard var frame = try await take().get() else { return end() }
            let now = replay.clock.now()
            let start = start ?? now - frame.time
            self.start = start
            if start + frame.time > now {
                do { try await replay.clock.sleep(start + frame.time) } catch { return end() }
                return Task.isCancelled ? end() : frame
            }
            guard replay.lateFrames == .drop else { return frame }
            while true {
                let next = await take()
                guard case .success(let later?) = next, start + later.time <= now else {
                    ahead = next
                    return Task.isCancelled ? end() : frame
                }
                replay.count.withLock { $0 += 1 }
                frame = later
            }
        }

        private mutating func take() async -> Result<Frame?, CaptureError> {
            if let ahead {
                // Keep a result that ends the replay.
                if case .success(.some) = ahead { self.ahead = nil } else { _ = end() }
                return ahead
            }
            do throws(CaptureError) {
                return .success(try await replay.puller.next())
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
    fileprivate var time: Double { Double(timestamp.milliseconds) }
}
