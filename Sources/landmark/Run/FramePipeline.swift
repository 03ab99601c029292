import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// The frames of a group, each with the value that a function computes from it: every frame, or in
/// live mode the newest one whenever the function is free.
///
/// While a value is being written, the next ones are computed, and frames after them are read: each
/// is a stage with its own task, a few frames ahead of the next stage.
struct FramePipeline<Value: Sendable>: FrameSteps {
    /// Computes the value of a frame, in the order of the frames, while earlier values are being
    /// written.
    typealias Process = @Sendable (Frame) throws(TaskError) -> Value

    /// A value, and the frames from which it was computed.
    struct Output: FrameOutput {
        let value: Value
        let frames: FrameSet

        var number: Int { frames.leading.number }
    }

    /// A step that one stage passes to the next.
    private enum Step: Sendable {
        case processed(Output)
        /// An error of a source, whose message names the source.
        case unreadable(CaptureError)
        /// An error of the function.
        case failed(TaskError, frame: Int)
    }

    private let group: InputGroup
    let source: (any FrameSource)?
    /// The next results in live mode; nil in other modes.
    private let nextLiveResult: (() async throws -> FrameResult<Value>?)?
    /// The steps in other modes.
    private let steps: ReadAhead<Step>?
    private let sourceCount: Int?
    private let arrivals = Counter()
    private var number = 0
    private var hasFailed = false

    init(_ group: InputGroup, _ synchronizer: FrameSynchronizer, process: @escaping Process) {
        self.group = group
        source = synchronizer.source
        sourceCount = synchronizer.count
        guard group.mode == .liveStream, let source else {
            nextLiveResult = nil
            let ahead = group.main.isRecorded ? source.framesAhead : 1
            steps = Self.steps(
                synchronizer, process, ahead: ahead, isRecorded: group.main.isRecorded)
            return
        }
        steps = nil
        nextLiveResult =
            group.main.isRecorded && !source.information.isLive
            ? Self.latest(Replay(source, lateFrames: .deliver), process, arrivals)
            : Self.latest(source.frames(), process, arrivals)
    }

    var total: Int? {
        nextLiveResult != nil && !group.main.isRecorded ? nil : sourceCount
    }

    var received: Int? { nextLiveResult == nil ? nil : arrivals.count }

    mutating func next() async -> FrameStep<Output> {
        if hasFailed || Interruption.isRequested { return .ended(complete: false) }
        do {
            if let step = try await steps == nil ? nextOfLatest() : nextOfAll() { return step }
            // Sequences also end when their task is canceled.
            return .ended(complete: !Interruption.isRequested && !Task.isCancelled)
        } catch let error as CaptureError {
            hasFailed = nextLiveResult != nil || !error.concernsOneFrame
            // The error of a source names it.
            return .failed("\(error)")
        } catch {
            hasFailed = true
            return .failed(group.describe(error, inFrame: number))
        }
    }

    private mutating func nextOfAll() async throws -> FrameStep<Output>? {
        switch await steps?.next() {
        case nil: return nil
        case .processed(let output): return .processed(output)
        case .unreadable(let error): throw error
        case .failed(let error, let frame):
            number = frame
            throw error
        }
    }

    private mutating func nextOfLatest() async throws -> FrameStep<Output>? {
        guard let result = try await nextLiveResult?() else { return nil }
        number += result.dropped
        let value = try result.get()
        defer { number += 1 }
        let frames = FrameSet(NumberedFrame(frame: result.frame, number: number))
        return .processed(Output(value: value, frames: frames))
    }

    /// Reads and processes frames in two stages.
    ///
    /// Each stage may be some frames ahead of the next, which evens out frames that take longer, such as
    /// those in which the detector runs.
    private static func steps(
        _ synchronizer: FrameSynchronizer, _ process: @escaping Process, ahead: Int,
        isRecorded: Bool
    ) -> ReadAhead<Step> {
        var synchronizer = synchronizer
        // Recorded frames are decoded by the calling thread; for a camera, that thread waits.
        let sets = ReadAhead<Result<FrameSet, CaptureError>>(
            limit: ahead, reservesProcessor: isRecorded
        ) {
            do throws(CaptureError) {
                guard let set = try await synchronizer.next() else { return nil }
                return .success(set)
            } catch {
                return .failure(error)
            }
        }
        return ReadAhead(limit: ahead) {
            switch await sets.next() {
            case nil: return nil
            case .failure(let error): return .unreadable(error)
            case .success(let frames):
                do throws(TaskError) {
                    let value = try process(frames.leading.frame)
                    return .processed(Output(value: value, frames: frames))
                } catch {
                    return .failed(error, frame: frames.leading.number)
                }
            }
        }
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
    /// An error in words, with its input and frame.
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

extension (any FrameSource)? {
    /// How many frames a stage may be ahead of the next one.
    ///
    /// Two even out the pace of stages; more would only take memory. Each frame takes 12 MB at
    /// 3840×2160, so above 1080p there is only one.
    var framesAhead: Int {
        let largeSize = 1920 * 1088
        guard let size = self?.information.size else { return 2 }
        return size.width * size.height > largeSize ? 1 : 2
    }
}
