/// Something that is done again and again while a clock runs.
protocol Timed {
    /// What is done, for the head of a report.
    var facts: BenchFacts { get }

    /// Does it once.
    mutating func run() throws -> BenchRun
}

/// What doing it once told.
struct BenchRun: Sendable {
    let duration: Duration
    /// What was seen; nil for what is no task.
    var sight: Sight?
}
