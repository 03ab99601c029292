/// The threads on which some of a graph's nodes run.
struct ExecutorPlan: Sendable {
    let name: String
    /// How many; nil for the thread that waits for the graph.
    let threads: Int?
}
