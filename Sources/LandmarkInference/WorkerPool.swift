internal import CLandmarkKernels
package import LandmarkCore

/// A fixed set of threads that run networks' operators together.
///
/// The thread that calls `Network.run()` is one of them, so a pool of one starts no thread. Workers
/// wait awake within a task's frame, and sleep soon after it. While another program keeps a
/// processor busy, so that sharing work would only mean waiting for it, the caller's thread works
/// alone. Not `Sendable`: a pool serves the networks of one task, from one thread at a time.
public final class WorkerPool {
    /// The number of threads a pool may have.
    public static let allowedThreads = 1...64

    let pool: OpaquePointer

    /// Starts `threads − 1` threads.
    public init(threads: Int) throws(InferenceError) {
        guard Self.allowedThreads.contains(threads) else {
            throw .threadCount(threads, allowed: Self.allowedThreads)
        }
        guard let pool = lk_pool_create(Int32(threads)) else {
            throw .threadsUnavailable(threads)
        }
        self.pool = pool
    }

    deinit {
        lk_pool_destroy(pool)
    }

    /// The number of threads, the caller's among them.
    public var threads: Int { Int(lk_pool_threads(pool)) }

    /// Wakes the workers for what will come until `release()`, which must follow.
    package func hold() { lk_pool_hold(pool) }

    /// Lets the workers sleep again.
    package func release() { lk_pool_release(pool) }
}

extension WorkerPool: WorkRunner {
    package func run(_ work: SplitWork) {
        var step = lk_step(
            run: work.kernel, args: work.arguments, units: Int32(clamping: work.units),
            least: Int32(clamping: max(work.least, 1)))
        lk_pool_run(pool, &step, 1)
    }
}
