/// Decides which packets of a node's input streams are processed together, and when.
///
/// A value without clock, thread or lock. `readiness` is asked whenever something has changed and
/// the node is not at work; after it has answered `process`, `fill` is called at once.
package protocol InputHandler: Sendable {
    /// Whether the node can run.
    mutating func readiness(_ queues: inout [InputQueue]) -> Readiness

    /// Takes the packets of a moment out of the queues, where all inputs are empty.
    mutating func fill(
        at timestamp: GraphTimestamp, from queues: inout [InputQueue],
        into inputs: inout [NodePorts.Input])

    /// A packet has come on an input stream.
    mutating func added(_ queues: inout [InputQueue])

    /// The bound up to which everything is processed once the packets of `timestamp` are.
    func settledBound(after timestamp: GraphTimestamp, _ queues: [InputQueue]) -> GraphTimestamp
}

extension InputHandler {
    package mutating func added(_ queues: inout [InputQueue]) {}

    package func settledBound(after timestamp: GraphTimestamp, _ queues: [InputQueue])
        -> GraphTimestamp
    {
        timestamp.nextAllowedInStream
    }
}

extension [InputQueue] {
    /// The first moment at which any of them has a packet or may get one.
    var leastFrontOrBound: GraphTimestamp {
        var least = GraphTimestamp.done
        for index in indices { least = Swift.min(least, self[index].frontOrBound) }
        return least
    }
}
