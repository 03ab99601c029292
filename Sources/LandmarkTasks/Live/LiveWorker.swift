import Dispatch
import LandmarkCore
package import LandmarkImaging
import Synchronization

/// Looks at the frames of a live stream on a queue of its own, and hands the results to a closure
/// on the same queue, so that a slow closure makes frames drop instead of memory grow.
///
/// Work on its way holds the landmarker weakly: it is let go whenever its owner lets it go, and
/// the closure is not called any more from then on.
package final class LiveWorker<Pipeline: TaskPipeline>: Sendable {
    package typealias Handler = @Sendable (FrameResult<Pipeline.Output>) -> Void

    private let runner: TaskRunner<Pipeline>
    private let handler: Handler?
    private let queue: DispatchQueue
    private let state = Mutex(LiveQueue())

    /// `name` is the queue's, for debuggers.
    package init(_ runner: TaskRunner<Pipeline>, handler: Handler?, name: String) {
        self.runner = runner
        self.handler = handler
        queue = DispatchQueue(label: name)
    }

    /// Refuses a closure that nothing would call; to be asked before a model is read.
    package static func check(_ handler: Handler?, in mode: RunningMode) throws(TaskError) {
        guard handler != nil, mode != .liveStream else { return }
        throw .resultHandlerNotAllowed(mode: mode)
    }

    /// What became of the frames so far.
    package var statistics: LiveStatistics { state.withLock { $0.statistics } }

    /// Takes the next frame of the stream for `owner`, the landmarker, and returns at once.
    package func submit(_ frame: Frame, for owner: any AnyObject & Sendable) throws(TaskError) {
        try runner.require(.liveStream, for: "detectAsync(_:)")
        guard let handler else { throw .resultHandlerMissing }
        let job = try state.withLock { (state) throws(TaskError) in
            try state.checkOrder(frame)
            return state.submit(frame)
        }
        if let job { start(job, for: owner, handler) }
    }

    /// Makes the next frame the first of a stream. The result of a frame in work still arrives;
    /// one that waits is dropped.
    package func reset() {
        state.withLock { state in
            if state.reset() { runner.reset() }
        }
    }

    /// The results of `frames`, which has its own queue.
    package func results<Frames>(
        of frames: Frames, overflow: OverflowPolicy
    ) -> FrameResults<Frames, Pipeline.Output> {
        FrameResults(frames: frames, overflow: overflow) { [runner] frame in
            Result { () throws(TaskError) in
                if runner.mode == .image { try runner.require(.video, for: "results(of:)") }
                return try runner.detect(frame)
            }
        }
    }

    private func start(
        _ job: LiveQueue.Job, for owner: any AnyObject & Sendable, _ handler: @escaping Handler
    ) {
        queue.async { [weak owner] in
            guard owner != nil else { return }
            if job.startsAnew { self.runner.reset() }
            let result = Result { () throws(TaskError) in try self.runner.detect(job.frame) }
            // From here the owner lives until the closure has returned: if it is gone already,
            // nobody is called.
            guard let owner else { return }
            self.state.withLock { $0.looked(failed: result.isFailure) }
            withExtendedLifetime(owner) {
                handler(FrameResult(frame: job.frame, dropped: job.dropped, result: result))
            }
            if let next = self.state.withLock({ $0.finish() }) {
                self.start(next, for: owner, handler)
            }
        }
    }
}

extension Result {
    fileprivate var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
