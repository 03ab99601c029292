import Dispatch

/// The threads of one executor: so many queues, each of which works off what is ready and then
/// gives its thread back.
struct WorkerSet: Sendable {
    /// One of an executor's threads; nil while it has never been needed.
    private var queues: [DispatchQueue?]
    /// The threads that have nothing to do.
    private var idle: [Int]
    /// The threads that are at work.
    private var working: [ThreadIdentity?]
    /// Threads that were woken and have not looked for work yet.
    private(set) var wokenCount = 0

    init(_ count: Int) {
        queues = Array(repeating: nil, count: count)
        idle = Array((0..<count).reversed())
        working = Array(repeating: nil, count: count)
    }

    /// Takes a thread that has nothing to do, to be woken.
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
