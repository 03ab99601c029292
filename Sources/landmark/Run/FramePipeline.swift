import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkSystem
import LandmarkTasks

/// The frames of a group, each with what a function computes from it: every frame, or in live mode
/// the newest one whenever the function is free.
struct FramePipeline<Value: Sendable>: FrameSteps {
    /// Computes the value of a frame, in the order of the frames. In live mode it runs on a queue
    /// of its own while earlier values are being written.
    typealias Process = @Sendable (Frame) throws(TaskError) -> Value

    /// A value, and the frames that it was computed from.
    struct Output: FrameOutput {
        let value: Value
        let frames: FrameSet

        var number: Int { frames.leading.number }
    }

    private let group: InputGroup
    private var synchronizer: FrameSynchronizer
    private let process: Process
    /// The next result in live mode; nil in other modes.
    private let nextLiveResult: (() async throws -> FrameResult<Value>?)?
    private let arrivals = Counter()
    private var number = 0
    private var hasFailed = false

    init(_ group: InputGroup, _ synchronizer: FrameSynchronizer, process: @escaping Process) {
        self.group = group
        self.synchronizer = synchronizer
        self.process = process
        guard group.mode == .liveStream, let source = synchronizer.source else {
            nextLiveResult = nil
            return
        }
        nextLiveResult =
            group.main.isRecorded
            ? Self.latest(Replay(source, lateFrames: .deliver), process, arrivals)
            : Self.latest(source.frames(), process, arrivals)
    }

    var source: (any FrameSource)? { synchronizer.source }

    var total: Int? {
        nextLiveResult != nil && !group.main.isRecorded ? nil : synchronizer.count
    }

    var received: Int? { nextLiveResult == nil ? nil : arrivals.count }

    mutating func next() async -> FrameStep<Output> {
        if hasFailed || Interruption.isRequested { return .ended(complete: false) }
        do {
            if let step = try await nextLiveResult == nil ? nextOfAll() : nextOfLatest() {
                return step
            }
            // Sequences also end when their task is cancelled.
            return .ended(complete: !Interruption.isRequested)
        } catch let error as CaptureError {
            hasFailed = nextLiveResult != nil || !error.concernsOneFrame
            // A source names itself in its errors.
            return .failed("\(error)")
        } catch {
            hasFailed = true
            return .failed(group.describe(error, inFrame: number))
        }
    }

    private mutating func nextOfAll() async throws -> FrameStep<Output>? {
        guard let frames = try await synchronizer.next() else { return nil }
        number = frames.leading.number
        return .processed(Output(value: try process(frames.leading.frame), frames: frames))
    }

    private mutating func nextOfLatest() async throws -> FrameStep<Output>? {
        guard let result = try await nextLiveResult?() else { return nil }
        number += result.dropped
        let value = try result.get()
        defer { number += 1 }
        let frames = FrameSet(NumberedFrame(frame: result.frame, number: number))
        return .processed(Output(value: value, frames: frames))
    }

    private static func latest<Frames: AsyncSequence & Sendable>(
        _ frames: Frames, _ process: @escaping Process, _ arrivals: Counter
    ) -> () async throws -> FrameResult<Value>? where Frames.Element == Frame {
        let counted = frames.map { frame in
            arrivals.increment()
            return frame
        }
        var results = FrameResults(frames: counted, overflow: .latestOnly) { frame in
            Result { () throws(TaskError) in try process(frame) }
        }.makeAsyncIterator()
        return { try await results.next() }
    }
}

extension InputGroup {
    /// An error with the input and the frame that it concerns.
    func describe(_ error: any Error, inFrame number: Int) -> String {
        isImage ? "\(main.name): \(error)" : "\(main.name), frame \(number): \(error)"
    }
}

/// A count that several threads may increment.
private final class Counter: Sendable {
    private let value = Mutex(0)

    func increment() { value.withLock { $0 += 1 } }

    var count: Int { value.withLock { $0 } }
}
