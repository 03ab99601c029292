/// Joins all input streams by timestamp, in the order of timestamps, whatever the order in which the
/// packets came: `DefaultInputStreamHandler`.
package struct SynchronizedHandler: InputHandler {
    private var set: SyncSet

    init(ports: Range<Int>, processesBounds: Bool) {
        set = SyncSet(ports: Array(ports), processesBounds: processesBounds)
    }

    package mutating func readiness(_ queues: inout [InputQueue]) -> Readiness {
        set.readiness(queues)
    }

    package mutating func fill(
        at timestamp: GraphTimestamp, from queues: inout [InputQueue],
        into inputs: inout [NodePorts.Input]
    ) { set.fill(at: timestamp, from: &queues, into: &inputs) }
}
