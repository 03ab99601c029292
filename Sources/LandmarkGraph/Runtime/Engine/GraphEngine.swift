import Dispatch
import Synchronization

/// Runs a graph: takes tasks out of the run's state, calls calculators and observers on the threads
/// of the graph's executors, and hands the tasks back.
///
/// The state is a value under one lock, which is never held while anybody else's code runs.
final class GraphEngine: Sendable {
    let plan: GraphPlan
    private let runners: [NodeRunner]
    private let state: Mutex<EngineState>
    /// Passed on with the lock: what happens in a `Mutex` that had to be waited for cannot be seen by
    /// the thread sanitizer on Linux, and this says the same where it can. It costs nothing.
    private let handover = Atomic<Bool>(false)

    init(_ plan: GraphPlan) {
        self.plan = plan
        runners = plan.nodes.map { NodeRunner($0) }
        state = Mutex(EngineState(plan))
    }

    /// Changes or reads the state, and wakes whom the change concerns.
    func update<Result: Sendable, Failure: Error>(
        _ change: (inout EngineState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var (result, wakes, leavings) = try state.withLock { state throws(Failure) in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(true, ordering: .releasing) }
            let result = try change(&state)
            return (result, state.takeWakes(), state.run.leavings.take())
        }
        for (executor, worker, queue) in wakes.workers {
            queue.async { self.work(executor, worker) }
        }
        // Now that the lock is free; after others were woken whom it may wait for, and before those
        // who wait go on, so that they find it gone.
        _ = leavings.take()
        for semaphore in wakes.waiters { semaphore.signal() }
        return result
    }

    // MARK: Work

    /// Works off what is ready on an executor.
    private func work(_ executor: Int, _ worker: Int) {
        var next: NodeTask? = update { state in
            state.began(executor, worker, on: .current)
            return state.take(executor, worker)
        }
        while var task = next {
            call(&task)
            next = update { state in
                state.run.finish(&task)
                return state.run.take(executor)
            }
            // Only now that everything is let go of is the thread no longer at work for the graph:
            // what that runs may ask to wait for it.
            if next == nil { next = update { $0.take(executor, worker) } }
        }
    }

    /// Calls the calculator or the observer that a task is for.
    private func call(_ task: inout NodeTask) {
        // Done here and not with the lock held: letting go of a payload may run anybody's code.
        defer {
            for port in task.ports.inputs.indices { task.ports.inputs[port].packet = .empty() }
        }
        if task.node < runners.count { return runners[task.node].run(&task) }
        let sink = task.node - runners.count
        let packet = task.ports.inputs[0].packet
        do { try update { $0.observers[sink] }?(packet) } catch {
            let stream = update { $0.sinks[sink].stream }
            task.error = .observer(
                stream: plan.streams[stream].name, timestamp: packet.timestamp, cause: error)
        }
    }

    // MARK: Waiting

    /// Waits until something is so; where nodes run on the thread that waits, runs them meanwhile.
    /// Not for a thread that works for the graph already: it would wait for itself.
    func wait(for reason: Waiter.Reason) {
        let thread = ThreadIdentity.current
        var finished: NodeTask?
        while true {
            // By itself, so that what is let go of is gone before the thread waits.
            if finished != nil { update { $0.finish(&finished) } }
            finished = nil
            var task: NodeTask?
            let semaphore: DispatchSemaphore? = update { state in
                if state.isMet(reason) {
                    state.leave(thread)
                    return nil
                }
                task = state.takeForCaller(thread)
                return task == nil ? state.wait(for: reason) : nil
            }
            if var current = task {
                call(&current)
                finished = current
            } else if let semaphore {
                semaphore.wait()
            } else {
                return
            }
        }
    }
}

extension EngineState {
    /// The next task of a thread; without one, the thread has nothing to do.
    fileprivate mutating func take(_ executor: Int, _ worker: Int) -> NodeTask? {
        let task = run.take(executor)
        if task == nil { ended(executor, worker) }
        return task
    }

    fileprivate mutating func finish(_ task: inout NodeTask?) {
        guard var finished = task else { return }
        run.finish(&finished)
        task = finished
    }
}
