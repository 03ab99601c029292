import Dispatch
import LandmarkCore

/// Executes a graph: takes tasks from the run state, calls calculators and observers on the
/// executors' threads, and returns the finished tasks.
///
/// The state is a value under one lock, which is never held while user code runs.
final class GraphEngine: Sendable {
    let plan: GraphPlan
    private let runners: [NodeRunner]
    private let state: Mutex<EngineState>

    init(_ plan: GraphPlan) {
        self.plan = plan
        runners = plan.nodes.map { NodeRunner($0) }
        state = Mutex(EngineState(plan))
    }

    /// Reads or changes the state, then wakes the threads affected by the change.
    func update<Result: Sendable, Failure: Error>(
        _ change: (inout EngineState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var (result, wakes, released) = try state.withLock { state throws(Failure) in
            let result = try change(&state)
            return (result, state.takeWakes(), state.run.deferredRelease.take())
        }
        for (executor, worker, queue) in wakes.workers {
            queue.async { self.work(executor, worker) }
        }
        // Release after unlocking: after waking workers, for which a payload's `deinit` may wait,
        // and before signaling waiters, so that they find the payloads released.
        _ = released.take()
        for semaphore in wakes.waiters { semaphore.signal() }
        return result
    }

    // MARK: Work

    /// Runs the ready tasks of an executor until none is left.
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
            // The thread stays marked as a graph thread until everything has been released: a
            // payload's `deinit` may try to wait for the graph.
            if next == nil { next = update { $0.take(executor, worker) } }
        }
    }

    /// Calls the task's calculator or observer.
    private func call(_ task: inout NodeTask) {
        // Release here, without the lock: a payload's `deinit` may run arbitrary code.
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

    /// Blocks until `reason` is met, running the nodes of caller-driven executors in the meantime.
    /// Must not be called on a graph thread, which would deadlock.
    func wait(for reason: Waiter.Reason) {
        let thread = ThreadIdentity.current
        var finished: NodeTask?
        while true {
            // Finish separately, so that payloads are released before the thread blocks.
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
    /// Takes the next task for a worker; marks the worker idle when there is none.
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

/// The operations behind `CalculatorGraph` and `GraphPoller`.
extension GraphEngine {
    func addSink(
        _ stream: String, _ kind: Sink.Kind, bounds: Bool, _ observer: Observer?
    ) throws(GraphRunError) -> Int {
        guard let index = plan.stream(stream) else { throw .unknownStream(stream) }
        return try update { state throws(GraphRunError) in
            guard !state.run.isActive else { throw .alreadyRunning }
            let sink = Sink(stream: index, kind: kind, observesBounds: bounds)
            if let free = state.sinks.firstIndex(where: \.isRemoved) {
                state.sinks[free] = sink
                state.observers[free] = observer
                return free
            }
            state.sinks.append(sink)
            state.observers.append(observer)
            return state.sinks.count - 1
        }
    }

    /// Removes a poller: releases its packets and the sources they throttled.
    func removeSink(_ sink: Int) {
        update { state in
            state.sinks[sink].isRemoved = true
            state.run.removeSink(sink)
        }
    }

    func sidePacket(_ name: String) -> Packet? {
        guard let slot = plan.sidePacket(name) else { return nil }
        let packet = update { $0.run.sidePackets[slot] }
        return packet.isEmpty ? nil : packet
    }

    /// The index of a graph input stream among all of them.
    func input(_ name: String) throws(GraphRunError) -> Int {
        guard let stream = plan.stream(name) else { throw .unknownStream(name) }
        guard let index = plan.graphInputs.firstIndex(of: stream) else { throw .notAnInput(name) }
        return index
    }

    func start(sidePackets: [String: Packet]) throws(GraphRunError) {
        try update { state throws(GraphRunError) in
            try state.run.start(sidePackets: sidePackets, sinks: state.sinks)
        }
    }

    var isRunning: Bool { update { $0.run.isActive } }

    func waitForRun(_ reason: Waiter.Reason) throws(GraphRunError) {
        try update { state throws(GraphRunError) in
            if state.isGraphThread(.current) { throw .waitOnGraphThread }
        }
        wait(for: reason)
        try update { state throws(GraphRunError) in
            if let error = state.run.error { throw error }
            if state.run.phase == .notStarted { throw .notRunning }
        }
    }

    func add(_ packet: Packet, to stream: String, waits: Bool) throws(GraphRunError) {
        let index = try input(stream)
        while true {
            let isAdded = try update { state throws(GraphRunError) in
                if state.run.phase == .running, state.run.isThrottled(index) {
                    if !waits { throw .full(stream: stream) }
                    // A graph thread would block on itself.
                    if !state.isGraphThread(.current) { return false }
                }
                try state.run.add(packet, toInput: index)
                return true
            }
            if isAdded { return }
            wait(for: .capacity(source: index))
        }
    }

    func cancel() { update { $0.run.cancel() } }

    /// Cancels the run, and waits for its end unless called on one of the graph's threads.
    func shutDown() {
        let mustWait = update { state in
            state.run.cancel()
            return state.run.isActive && !state.isGraphThread(.current)
        }
        if mustWait { wait(for: .done) }
    }
}

/// A closure called with each packet of a stream.
typealias Observer = @Sendable (Packet) throws -> Void
