/// Joins the packets that wait longest on all input streams, whatever their timestamps, as soon as
/// each has one, and closes the node with the first stream that is done:
/// `BarrierInputStreamHandler`.
///
/// The least of their timestamps is that of the call.
package struct BarrierHandler: InputHandler {
    package mutating func readiness(_ queues: inout [InputQueue]) -> Readiness {
        let timestamp = queues.leastFrontOrBound
        if queues.contains(where: \.isDone) { return .close }
        return queues.contains(where: \.isEmpty) ? .waiting(bound: timestamp) : .process(timestamp)
    }

    package mutating func fill(
        at timestamp: GraphTimestamp, from queues: inout [InputQueue],
        into inputs: inout [NodePorts.Input]
    ) {
        for port in queues.indices { inputs[port] = queues[port].popFront() }
    }

    package func settledBound(after timestamp: GraphTimestamp, _ queues: [InputQueue])
        -> GraphTimestamp
    {
        min(timestamp.nextAllowedInStream, queues.leastFrontOrBound)
    }
}
