/// Joins all input streams by timestamp, and closes the node as soon as one of them is done:
/// `EarlyCloseInputStreamHandler`.
package struct EarlyCloseHandler: InputHandler {
    private var set: SyncSet

    init(ports: Range<Int>) {
        set = SyncSet(ports: Array(ports), processesBounds: false)
    }

    package mutating func readiness(_ queues: inout [InputQueue]) -> Readiness {
        queues.contains(where: \.isDone) ? .close : set.readiness(queues)
    }

    package mutating func fill(
        at timestamp: GraphTimestamp, from queues: inout [InputQueue],
        into inputs: inout [NodePorts.Input]
    ) { set.fill(at: timestamp, from: &queues, into: &inputs) }
}
