/// Joins input streams by timestamp within each of several sets, and sets not with each other:
/// `SyncSetInputStreamHandler`.
///
/// Of the sets that are ready the one with the least timestamp goes first.
package struct SyncSetsHandler: InputHandler {
    private var sets: [SyncSet]
    private var ready: Int?

    init(sets: [[Int]], processesBounds: Bool) {
        self.sets = sets.map { SyncSet(ports: $0, processesBounds: processesBounds) }
    }

    package mutating func readiness(_ queues: inout [InputQueue]) -> Readiness {
        var bound = GraphTimestamp.done
        var least = GraphTimestamp.done
        ready = nil
        var place = 0
        while place < sets.count {
            // Looking at a set marks it as processed: only the one that is taken may keep the mark.
            var looked = sets[place]
            switch looked.readiness(queues) {
            case .close:
                sets.remove(at: place)
                continue
            case .waiting(let until): bound = min(bound, until)
            case .process(let timestamp) where timestamp < least:
                least = timestamp
                ready = place
            case .process, .failed: break
            }
            place += 1
        }
        if let ready {
            _ = sets[ready].readiness(queues)
            return .process(least)
        }
        return sets.isEmpty ? .close : .waiting(bound: bound)
    }

    package mutating func fill(
        at timestamp: GraphTimestamp, from queues: inout [InputQueue],
        into inputs: inout [NodePorts.Input]
    ) {
        for port in queues.indices { inputs[port].isDone = queues[port].isDone }
        for place in sets.indices {
            if place == ready {
                sets[place].fill(at: timestamp, from: &queues, into: &inputs)
            } else {
                sets[place].fillBounds(from: queues, into: &inputs)
            }
        }
        ready = nil
    }

    package func settledBound(after timestamp: GraphTimestamp, _ queues: [InputQueue])
        -> GraphTimestamp
    {
        min(timestamp.nextAllowedInStream, queues.leastFrontOrBound)
    }
}
