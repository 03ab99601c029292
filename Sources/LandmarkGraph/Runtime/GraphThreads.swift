/// On which threads a graph runs.
public enum GraphThreads: Sendable, Hashable {
    /// Those of the graph's executors; without any, a pool of as many threads as there are
    /// processors or nodes, whichever are fewer.
    case asConfigured
    /// Only the thread that waits: in `waitUntilIdle`, `waitUntilDone`, in `add` while a queue is
    /// full, and in a poller's `next`. Nodes run one after the other in an order that is always the
    /// same.
    case caller
    /// A pool of so many threads for each executor, from 1 to 1024.
    case pool(Int)
}
