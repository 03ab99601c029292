internal import CLandmarkKernels

/// A fixed set of threads that run networks' operators together.
///
/// The thread that calls `Network.run()` is one of them, so a pool of one starts no thread. Workers
/// spin for some microseconds after an operator and then sleep. Not `Sendable`: a pool serves the
/// networks of one task, from one thread at a time.
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
}
