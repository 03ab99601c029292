/// Synchronizes input streams by timestamp and drops the oldest packets of long queues to keep
/// latency low: `FixedSizeInputStreamHandler`.
///
/// A queue that reaches `trigger` packets is cut to `target`, and the others to the same timestamp.
/// With `fixedMinSize`, queues are cut only once all of them hold at least `trigger` packets.
package struct FixedSizeHandler: InputHandler {
    private var set: SyncSet
    private let trigger: Int
    private let target: Int
    private let fixedMinSize: Bool
    /// Packets before this timestamp are dropped.
    private var kept = GraphTimestamp.unset
    /// Whether the node is ready but its packets have not been taken yet.
    private var isPending = false

    init(
        ports: Range<Int>, processesBounds: Bool, trigger: Int, target: Int, fixedMinSize: Bool
    ) {
        set = SyncSet(ports: Array(ports), processesBounds: processesBounds)
        self.trigger = trigger
        self.target = target
        self.fixedMinSize = fixedMinSize
    }

    package mutating func added(_ queues: inout [InputQueue]) {
        if !isPending { eraseSurplus(&queues, keepsOne: false) }
    }

    package mutating func readiness(_ queues: inout [InputQueue]) -> Readiness {
        var readiness: Readiness
        repeat {
            eraseSurplus(&queues, keepsOne: false)
            readiness = set.readiness(queues)
            // A packet older than `kept` may have arrived.
            guard case .process(let timestamp) = readiness, timestamp < kept else { break }
        } while true
        if case .process = readiness { isPending = true }
        return readiness
    }

    package mutating func fill(
        at timestamp: GraphTimestamp, from queues: inout [InputQueue],
        into inputs: inout [NodePorts.Input]
    ) {
        eraseSurplus(&queues, keepsOne: true)
        set.fill(at: timestamp, from: &queues, into: &inputs)
        isPending = false
    }

    private mutating func eraseSurplus(_ queues: inout [InputQueue], keepsOne: Bool) {
        if fixedMinSize { eraseAll(&queues) } else { eraseAny(&queues, keepsOne: keepsOne) }
    }

    /// Cuts all queues once each of them has reached the trigger.
    private func eraseAll(_ queues: inout [InputQueue]) {
        guard queues.allSatisfy({ $0.count >= trigger }) else { return }
        var least = GraphTimestamp.max
        for queue in queues {
            if let first = queue.firstTimestamp(ofNewest: target) { least = min(least, first) }
        }
        for port in queues.indices { queues[port].erase(before: least) }
    }

    /// Cuts all queues to the range kept by the longest one.
    private mutating func eraseAny(_ queues: inout [InputQueue], keepsOne: Bool) {
        for queue in queues {
            let size = queue.count >= trigger ? target : trigger - 1
            if queue.count > size, let first = queue.firstTimestamp(ofNewest: size + 1) {
                kept = max(kept, first.nextAllowedInStream)
            }
        }
        if keepsOne {
            // Keep one timestamp that can be processed: that of the stream furthest behind.
            var bound = GraphTimestamp.done
            for queue in queues {
                let newest = queue.firstTimestamp(ofNewest: 1)
                bound = min(bound, newest?.nextAllowedInStream ?? queue.bound)
            }
            kept = min(kept, bound.isRange ? bound - 1 : bound)
        }
        for port in queues.indices { queues[port].erase(before: kept) }
    }
}
