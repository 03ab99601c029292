internal import CLandmarkKernels
public import LandmarkCore

/// A fixed set of threads that run the steps of networks together.
///
/// The thread that calls `Network.run()` is one of them, so a pool of one starts no threads.
/// Workers busy-wait while a task processes a frame, and go to sleep soon after it. While another
/// program keeps a processor busy, the calling thread works alone, because sharing work would only mean
/// waiting. Not `Sendable`: a pool serves the networks of one task, from one thread at a time.
public final class WorkerPool {
    /// The number of threads a pool may have.
    public static let allowedThreads = 1...64

    private let pool: OpaquePointer

    /// Starts `threads − 1` threads. On Apple's systems they have the quality-of-service class
    /// `userInitiated`.
    ///
    /// - Parameters:
    ///   - threads: The number of threads, including the caller's.
    ///   - waitPolicy: How the threads wait for work.
    /// - Throws: `InferenceError.threadCount` or `.threadsUnavailable`.
    public init(threads: Int, waitPolicy: WaitPolicy = .usual) throws(InferenceError) {
        guard Self.allowedThreads.contains(threads) else {
            throw .threadCount(threads, allowed: Self.allowedThreads)
        }
        guard let pool = lk_pool_create(Int32(threads), waitPolicy == .active) else {
            throw .threadsUnavailable(threads)
        }
        self.pool = pool
    }

    deinit {
        lk_pool_destroy(pool)
    }

    /// The number of threads, including the caller's.
    public var threads: Int { Int(lk_pool_threads(pool)) }

    /// Wakes the workers for the work until `release()`, which must be called.
    package func hold() { lk_pool_hold(pool) }

    /// Lets the workers sleep again.
    package func release() { lk_pool_release(pool) }

    /// Reserves a processor for the calling thread, which computes alongside the pools of this
    /// process, until `returnProcessor()`, which must be called. Pools do not use that processor:
    /// when threads compete for processors, a pool's threads mostly wait for each other.
    package static func reserveProcessor() { lk_processor_reserve() }

    /// Gives the processor back to the pools.
    package static func returnProcessor() { lk_processor_return() }

    /// Runs steps in order, each divided among the threads.
    func run(_ steps: UnsafeBufferPointer<lk_step>) {
        lk_pool_run(pool, steps.baseAddress, Int32(steps.count))
    }

    /// Returns the results of `transform` for all items, computed by at most as many threads at a time as the
    /// pool has. Items are started in order; `transform` must be safe to call concurrently.
    func concurrentMap<Item, Result>(
        _ items: [Item], _ transform: (Item) -> Result
    ) -> [Result] {
        let results = UnsafeMutableBufferPointer<Result?>.allocate(capacity: items.count)
        results.initialize(repeating: nil)
        defer {
            results.deinitialize()
            results.deallocate()
        }
        withoutActuallyEscaping({ results[$0] = transform(items[$0]) }) { body in
            let work = IndexedWork(body)
            var step = lk_step(
                run: { arguments, begin, end in
                    guard let arguments else { return }
                    let work = Unmanaged<IndexedWork>.fromOpaque(arguments).takeUnretainedValue()
                    for index in Int(begin)..<Int(end) { work.body(index) }
                }, args: UnsafeRawPointer(Unmanaged.passUnretained(work).toOpaque()),
                units: Int32(clamping: items.count), least: 1)
            withExtendedLifetime(work) { lk_pool_run_long(pool, &step) }
        }
        return results.compactMap { $0 }
    }

    /// A closure whose address can be passed to a C function.
    private final class IndexedWork {
        let body: (Int) -> Void

        init(_ body: @escaping (Int) -> Void) { self.body = body }
    }
}

extension WorkerPool: WorkRunner {
    package func run(_ work: SplitWork) {
        var step = lk_step(
            run: work.kernel, args: work.arguments, units: Int32(clamping: work.units),
            least: Int32(clamping: max(work.least, 1)))
        lk_pool_run(pool, &step, 1)
    }
}
