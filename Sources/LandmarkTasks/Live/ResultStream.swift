import Dispatch
import LandmarkCore
import LandmarkImaging

/// One iteration over the results of a source.
///
/// A task requests frames from the source, a dispatch queue processes them, and a consumer requests
/// the results. Frames are processed on a separate queue so that long computations do not block a
/// thread of the cooperative pool.
final class ResultStream<Frames: AsyncSequence & Sendable, Output: Sendable>: Sendable
where Frames.Element == Frame {
    typealias Exchange = ResultExchange<Output, any Error>

    private let source: FrameResults<Frames, Output>
    private let queue = DispatchQueue(label: "LandmarkTasks.results")
    private let state: Mutex<State>

    private struct State {
        var exchange: Exchange
        var consumer: CheckedContinuation<Exchange.Answer, Never>?
        var source: CheckedContinuation<Bool, Never>?
        var task: Task<Void, Never>?
    }

    init(_ source: FrameResults<Frames, Output>) {
        self.source = source
        state = Mutex(State(exchange: Exchange(source.overflow)))
    }

    /// Returns the next result; nil after the last one, after `close()`, and when the task is
    /// cancelled.
    func next() async throws -> FrameResult<Output>? {
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { consumer in
                begin()
                perform { state in
                    state.consumer = consumer
                    return state.exchange.request()
                }
            }
        } onCancel: {
            close()
        }
        switch answer {
        case .result(let result): return result
        case .failure(let error): throw error
        case .end: return nil
        }
    }

    /// Ends the iteration immediately; the result of a frame being processed is discarded.
    func close() {
        perform { $0.exchange.close() }
        state.withLock { $0.task }?.cancel()
    }

    /// Starts requesting frames, once.
    private func begin() {
        state.withLock { state in
            guard state.task == nil else { return }
            state.task = Task { await self.requestFrames() }
        }
    }

    private func requestFrames() async {
        var iterator = source.frames.makeAsyncIterator()
        do {
            while await isFrameWanted(), let frame = try await iterator.next() {
                perform { $0.exchange.submit(frame) }
            }
            perform { $0.exchange.end(nil) }
        } catch {
            perform { $0.exchange.end(error) }
        }
    }

    /// Waits until a frame can be used; returns false if no more frames will be.
    private func isFrameWanted() async -> Bool {
        await withCheckedContinuation { source in
            perform { state in
                state.source = source
                return state.exchange.offer()
            }
        }
    }

    /// Passes an event to the exchange, and takes the resulting actions after releasing the lock.
    private func perform(_ event: (inout State) -> Exchange.Actions) {
        let (actions, consumer, source) = state.withLock { state in
            let before = state.exchange.statistics
            let actions = event(&state)
            self.source.statistics.addChange(from: before, to: state.exchange.statistics)
            var consumer: CheckedContinuation<Exchange.Answer, Never>?
            var source: CheckedContinuation<Bool, Never>?
            if actions.answer != nil { swap(&consumer, &state.consumer) }
            if actions.pull != nil { swap(&source, &state.source) }
            return (actions, consumer, source)
        }
        if let job = actions.job { start(job) }
        if let answer = actions.answer { consumer?.resume(returning: answer) }
        if let pull = actions.pull { source?.resume(returning: pull) }
    }

    private func start(_ job: LiveQueue.Job) {
        queue.async {
            guard self.state.withLock({ !$0.exchange.isClosed }) else {
                return self.perform { $0.exchange.didSkip() }
            }
            let result = FrameResult(
                frame: job.frame, dropped: job.dropped, result: self.source.process(job.frame))
            self.perform { $0.exchange.didProcess(result) }
        }
    }
}
