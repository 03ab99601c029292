import Dispatch
import LandmarkCore
import LandmarkInference

/// A queue that consumes items in order while the caller prepares the next ones. Meanwhile, worker
/// pools leave a processor free for it.
///
/// The caller waits while `limit` items are waiting or being consumed, so memory stays bounded. After an
/// error, nothing more is consumed: the next call throws the error, once, and items sent after the faulty one
/// are dropped. One thread at a time may send.
package final class Stage<Item: Sendable>: Sendable {
    private let consume: @Sendable (Item) throws -> Void
    private let queue: DispatchQueue
    private let room: DispatchSemaphore
    private let limit: Int
    private let failure = Mutex<(any Error)?>(nil)
    private let hasFailed = Mutex(false)

    /// - Parameters:
    ///   - name: The name of the stage, which debuggers show.
    ///   - limit: The number of items that may be in flight, at least 1.
    ///   - consume: Called with each item, on the stage's queue.
    package init(_ name: String, limit: Int, _ consume: @escaping @Sendable (Item) throws -> Void) {
        self.consume = consume
        self.limit = max(1, limit)
        queue = DispatchQueue(label: "landmark.\(name)", qos: .userInitiated)
        // A semaphore must not be destroyed below its initial value, so it begins at 0.
        room = DispatchSemaphore(value: 0)
        for _ in 0..<self.limit { room.signal() }
    }

    /// Adds an item, after waiting for room.
    ///
    /// - Throws: The error of an earlier item.
    package func send(_ item: Item) throws {
        room.wait()
        if let error = takeFailure() {
            room.signal()
            throw error
        }
        queue.async { [self] in
            defer { room.signal() }
            guard !hasFailed.withLock({ $0 }) else { return }
            WorkerPool.reserveProcessor()
            defer { WorkerPool.returnProcessor() }
            do {
                try consume(item)
            } catch {
                hasFailed.withLock { $0 = true }
                failure.withLock { $0 = error }
            }
        }
    }

    /// Waits until all items are consumed.
    ///
    /// - Throws: The error of an item, unless an earlier call threw it.
    package func finish() throws {
        queue.sync {}
        if let error = takeFailure() { throw error }
    }

    private func takeFailure() -> (any Error)? {
        failure.withLock { failure in
            defer { failure = nil }
            return failure
        }
    }
}
