import Dispatch
import LandmarkImaging
import Synchronization

/// One iteration over the results of a source: a task takes frames from it, a queue looks at them,
/// and a consumer asks for what was found.
///
/// The work is done on the queue, so that it does not take a thread from other tasks.
final class ResultStream<Frames: AsyncSequence & Sendable, Output: Sendable>: Sendable
where Frames.Element == Frame {
    typealias Exchange = ResultExchange<Output, Frames.Failure>

    private let frames: Frames
    private let look: @Sendable (Frame) -> Result<Output, TaskError>
    private let queue = DispatchQueue(label: "LandmarkTasks.results")
    private let state: Mutex<State>

    private struct State {
        var exchange: Exchange
        var consumer: CheckedContinuation<Exchange.Answer, Never>?
        var source: CheckedContinuation<Bool, Never>?
        var task: Task<Void, Never>?
    }

    init(
        frames: Frames, overflow: OverflowPolicy,
        look: @escaping @Sendable (Frame) -> Result<Output, TaskError>
    ) {
        self.frames = frames
        self.look = look
        state = Mutex(State(exchange: Exchange(overflow)))
    }

    /// The next result; nil after the last one, after `close()`, and when the task is cancelled.
    func next() async throws(Frames.Failure) -> FrameResult<Output>? {
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { consumer in
                begin()
                perform { state in
                    state.consumer = consumer
                    return state.exchange.ask()
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

    /// Ends the iteration, for everybody and at once; a frame in work is finished for nobody.
    func close() {
        perform { $0.exchange.close() }
        state.withLock { $0.task }?.cancel()
    }

    /// Starts to take frames, once.
    private func begin() {
        state.withLock { state in
            guard state.task == nil else { return }
            state.task = Task { await self.takeFrames() }
        }
    }

    private func takeFrames() async {
        var iterator = frames.makeAsyncIterator()
        do throws(Frames.Failure) {
            while await isWanted(), let frame = try await iterator.next(isolation: nil) {
                perform { $0.exchange.submit(frame) }
            }
            perform { $0.exchange.end(nil) }
        } catch {
            perform { $0.exchange.end(error) }
        }
    }

    /// Waits until a frame can be used; false when none will be any more.
    private func isWanted() async -> Bool {
        await withCheckedContinuation { source in
            perform { state in
                state.source = source
                return state.exchange.offer()
            }
        }
    }

    /// Tells the exchange of an event, and does what it says once the lock is free.
    private func perform(_ event: (inout State) -> Exchange.Actions) {
        let (actions, consumer, source) = state.withLock { state in
            let actions = event(&state)
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
            guard self.state.withLock({ !$0.exchange.isClosed }) else { return }
            let result = FrameResult(
                frame: job.frame, dropped: job.dropped, result: self.look(job.frame))
            self.perform { $0.exchange.looked(result) }
        }
    }
}
