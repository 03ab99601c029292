/// Hands on each input stream's packets as soon as they come, without waiting for other streams:
/// `ImmediateInputStreamHandler`.
///
/// Packets that wait with the same timestamp are still handed on together. When a stream becomes
/// done, the node is called once more, with empty packets.
package struct ImmediateHandler: InputHandler {
    private var sets: [SyncSet]
    /// For each stream the moment at which it is ready; `unset` when it is not.
    private var ready: [GraphTimestamp]
    private let processesBounds: Bool

    init(ports: Range<Int>, processesBounds: Bool) {
        sets = ports.map { SyncSet(ports: [$0], processesBounds: processesBounds) }
        ready = ports.map { _ in .unset }
        self.processesBounds = processesBounds
    }

    package mutating func readiness(_ queues: inout [InputQueue]) -> Readiness {
        var timestamp = GraphTimestamp.done
        var bound = GraphTimestamp.done
        var becameDone = false
        for port in sets.indices {
            if ready[port] == .unset { becameDone = look(port, queues, &bound) || becameDone }
            guard ready[port] > .unset else { continue }
            bound = min(bound, ready[port])
            timestamp = min(timestamp, ready[port])
        }
        if bound == .done { return .close }
        if timestamp < .done { return .process(timestamp) }
        return becameDone ? .process(bound) : .waiting(bound: bound)
    }

    /// Looks at a stream that was not ready; true when it has become done.
    private mutating func look(
        _ port: Int, _ queues: [InputQueue], _ bound: inout GraphTimestamp
    ) -> Bool {
        let previous = sets[port].lastProcessed
        switch sets[port].readiness(queues) {
        case .process(let timestamp): ready[port] = timestamp
        case .waiting(let least): bound = min(bound, least)
        case .failed: break
        case .close:
            if processesBounds {
                // The first time the end is processed like a bound, at the last moment of all.
                ready[port] = previous < .max ? .max : .done
            } else {
                ready[port] = .done
                return true
            }
        }
        return false
    }

    package mutating func fill(
        at timestamp: GraphTimestamp, from queues: inout [InputQueue],
        into inputs: inout [NodePorts.Input]
    ) {
        for port in sets.indices {
            if ready[port] == timestamp {
                sets[port].fill(at: timestamp, from: &queues, into: &inputs)
                ready[port] = .unset
            } else {
                sets[port].fillBounds(from: queues, into: &inputs)
            }
        }
    }

    package func settledBound(after timestamp: GraphTimestamp, _ queues: [InputQueue])
        -> GraphTimestamp
    {
        min(timestamp.nextAllowedInStream, queues.leastFrontOrBound)
    }
}
