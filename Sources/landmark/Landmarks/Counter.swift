import Synchronization

/// A count that several threads may add to.
final class Counter: Sendable {
    private let value = Atomic(0)

    /// Counts one more.
    func add() { value.add(1, ordering: .relaxed) }

    /// What was counted so far.
    var count: Int { value.load(ordering: .relaxed) }
}
