import Dispatch

/// Everything of a graph that changes, under one lock: the run, its threads, and who waits for it.
struct EngineState: Sendable {
    /// What is to be done once the lock is free.
    struct Wakes: Sendable {
        var workers: [(executor: Int, worker: Int, queue: DispatchQueue)] = []
        var waiters: [DispatchSemaphore] = []
    }

    var run: RunState
    var sinks: [Sink] = []
    /// For each observer and poller the closure that is called; nil for pollers.
    var observers: [Observer?] = []
    /// For each executor its threads; nil where nodes run on the thread that waits.
    private var workers: [WorkerSet?]
    private var waiters: [Waiter] = []
    /// The thread that runs the nodes which run on the thread that waits.
    private(set) var driver: ThreadIdentity?

    init(_ plan: GraphPlan) {
        run = RunState(plan)
        workers = plan.executors.map { $0.threads.map { WorkerSet($0) } }
    }

    /// Whether a thread is at work for the graph, so that it must not wait for it.
    func isOwn(_ thread: ThreadIdentity) -> Bool {
        driver == thread || workers.contains { $0?.contains(thread) == true }
    }

    // MARK: Threads of executors

    mutating func began(_ executor: Int, _ worker: Int, on thread: ThreadIdentity) {
        workers[executor]?.began(worker, on: thread)
    }

    mutating func ended(_ executor: Int, _ worker: Int) { workers[executor]?.ended(worker) }

    // MARK: The thread that waits

    /// A task for the thread that waits, when no other thread works on such tasks.
    mutating func takeForCaller(_ thread: ThreadIdentity) -> NodeTask? {
        guard driver == nil || driver == thread else { return nil }
        for executor in workers.indices where workers[executor] == nil {
            if let task = run.take(executor) {
                driver = thread
                return task
            }
        }
        driver = nil
        return nil
    }

    /// The thread that waits goes away.
    mutating func leave(_ thread: ThreadIdentity) {
        if driver == thread { driver = nil }
    }

    mutating func wait(for reason: Waiter.Reason) -> DispatchSemaphore {
        let semaphore = DispatchSemaphore(value: 0)
        waiters.append(Waiter(reason: reason, semaphore: semaphore))
        return semaphore
    }

    /// Whether somebody who waits for this can go on.
    func isMet(_ reason: Waiter.Reason) -> Bool {
        switch reason {
        case .idle: run.isIdle
        case .done: !run.isActive
        case .room(let driver):
            run.error != nil || run.phase != .running || !run.isThrottled(driver)
        case .packet(let poller): run.hasNews(forSink: poller)
        }
    }

    /// Whom to wake after a change.
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
        var place = 0
        while place < waiters.count {
            if isMet(waiters[place].reason) {
                wakes.waiters.append(waiters.remove(at: place).semaphore)
            } else {
                place += 1
            }
        }
        // One of those who wait runs what is ready for them.
        let isLeft = workers.indices.contains { workers[$0] == nil && !run.ready[$0].isEmpty }
        if isLeft, driver == nil, wakes.waiters.isEmpty, let first = waiters.first {
            waiters.removeFirst()
            wakes.waiters.append(first.semaphore)
        }
    }
}
