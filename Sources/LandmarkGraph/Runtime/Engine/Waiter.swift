import Dispatch

/// Somebody who waits for the graph.
struct Waiter: Sendable {
    /// What for.
    enum Reason: Sendable {
        /// Nothing runs and nothing is ready.
        case idle
        /// The run is over.
        case done
        /// A graph input need not wait for full queues.
        case room(driver: Int)
        /// A poller has a packet, or will not have any.
        case packet(poller: Int)
    }

    let reason: Reason
    let semaphore: DispatchSemaphore
}
