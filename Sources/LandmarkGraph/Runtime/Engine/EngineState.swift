import Dispatch
import LandmarkCore

/// The mutable state of a graph, held under one lock: the run, the worker threads and the waiting
/// threads.
struct EngineState: Sendable {
    /// Wake-ups to perform after the lock is released.
    struct Wakes: Sendable {
        var workers: [(executor: Int, worker: Int, queue: DispatchQueue)] = []
        var waiters: [DispatchSemaphore] = []
    }

    var run: RunState
    var sinks: [Sink] = []
    /// The closure of each observer, by sink; nil for pollers.
    var observers: [Observer?] = []
    /// The worker threads of each executor; nil if nodes run on the calling thread.
    private var workers: [WorkerSet?]
    private var waiters: [Waiter] = []
    /// The thread that currently runs the nodes of caller-driven executors.
    private(set) var callerThread: ThreadIdentity?

    init(_ plan: GraphPlan) {
        run = RunState(plan)
        workers = plan.executors.map { $0.threads.map { WorkerSet($0) } }
    }

    /// Whether a thread is running work of this graph and therefore must not wait for it.
    func isGraphThread(_ thread: ThreadIdentity) -> Bool {
        callerThread == thread || workers.contains { $0?.contains(thread) == true }
    }

    // MARK: Executor threads

    mutating func began(_ executor: Int, _ worker: Int, on thread: ThreadIdentity) {
        workers[executor]?.began(worker, on: thread)
    }

    mutating func ended(_ executor: Int, _ worker: Int) { workers[executor]?.ended(worker) }

    // MARK: Calling threads

    /// Takes a task to run on the calling thread, unless another thread is running such tasks.
    mutating func takeForCaller(_ thread: ThreadIdentity) -> NodeTask? {
        guard callerThread == nil || callerThread == thread else { return nil }
        for executor in workers.indices where workers[executor] == nil {
            if let task = run.take(executor) {
                callerThread = thread
                return task
            }
        }
        callerThread = nil
        return nil
    }

    /// Releases the caller role when the thread stops waiting.
    mutating func leave(_ thread: ThreadIdentity) {
        if callerThread == thread { callerThread = nil }
    }

    mutating func wait(for reason: Waiter.Reason) -> DispatchSemaphore {
        let semaphore = DispatchSemaphore(value: 0)
        waiters.append(Waiter(reason: reason, semaphore: semaphore))
        return semaphore
    }

    /// Whether the wait for `reason` is over.
    func isMet(_ reason: Waiter.Reason) -> Bool {
        switch reason {
        case .idle: run.isIdle
        case .done: !run.isActive
        case .capacity(let source):
            run.error != nil || run.phase != .running || !run.isThrottled(source)
        case .packet(let poller): run.hasPollResult(forSink: poller)
        }
    }

    /// Collects the threads to wake after a change of state.
    mutating func takeWakes() -> Wakes {
        var wakes = Wakes()
        if run.readyCount > 0 { wakeWorkers(&wakes) }
        if !waiters.isEmpty { wakeWaiters(&wakes) }
        return wakes
    }

    private mutating func wakeWorkers(_ wakes: inout Wakes) {
        for executor in workers.indices {
            guard let woken = workers[executor]?.wokenCount else { continue }
            var wanted = run.ready[executor].count - woken
            while wanted > 0 {
                let name = run.plan.executors[executor].name
                let label = "LandmarkGraph." + (name.isEmpty ? "default" : name)
                guard let (worker, queue) = workers[executor]?.wake(label: label) else { break }
                wakes.workers.append((executor, worker, queue))
                wanted -= 1
            }
        }
    }

    private mutating func wakeWaiters(_ wakes: inout Wakes) {
        var index = 0
        while index < waiters.count {
            if isMet(waiters[index].reason) {
                wakes.waiters.append(waiters.remove(at: index).semaphore)
            } else {
                index += 1
            }
        }
        // One waiting thread runs the ready nodes of caller-driven executors.
        let isLeft = workers.indices.contains { workers[$0] == nil && !run.ready[$0].isEmpty }
        if isLeft, callerThread == nil, wakes.waiters.isEmpty, let first = waiters.first {
            waiters.removeFirst()
            wakes.waiters.append(first.semaphore)
        }
    }
}

/// A thread blocked on the graph.
struct Waiter: Sendable {
    /// The condition it waits for.
    enum Reason: Sendable {
        /// No task is ready or running.
        case idle
        /// The run has ended.
        case done
        /// A graph input is no longer throttled by full queues.
        case capacity(source: Int)
        /// A poller has a packet, or will not receive any more.
        case packet(poller: Int)
    }

    let reason: Reason
    let semaphore: DispatchSemaphore
}

/// The threads of one executor, implemented as serial dispatch queues that drain the ready tasks
/// and then return their thread.
struct WorkerSet: Sendable {
    /// The queue of each thread; nil until first needed.
    private var queues: [DispatchQueue?]
    /// The threads without work.
    private var idle: [Int]
    /// The identity of each thread that is running tasks.
    private var working: [ThreadIdentity?]
    /// The number of threads woken that have not started yet.
    private(set) var wokenCount = 0

    init(_ count: Int) {
        queues = Array(repeating: nil, count: count)
        idle = Array((0..<count).reversed())
        working = Array(repeating: nil, count: count)
    }

    /// Takes an idle thread to wake.
    mutating func wake(label: String) -> (worker: Int, queue: DispatchQueue)? {
        guard let worker = idle.popLast() else { return nil }
        let queue = queues[worker] ?? DispatchQueue(label: label)
        queues[worker] = queue
        wokenCount += 1
        return (worker, queue)
    }

    mutating func began(_ worker: Int, on thread: ThreadIdentity) {
        wokenCount -= 1
        working[worker] = thread
    }

    mutating func ended(_ worker: Int) {
        working[worker] = nil
        idle.append(worker)
    }

    func contains(_ thread: ThreadIdentity) -> Bool { working.contains(thread) }
}
