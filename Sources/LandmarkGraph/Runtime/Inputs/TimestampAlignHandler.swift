/// Joins input streams of the same unit of time and different origins by timestamp:
/// `TimestampAlignInputStreamHandler`.
///
/// Until each stream has a packet, those of the base stream are handed on alone and all others wait.
/// Then the first packets that wait are said to be of one moment, and streams are joined as by
/// default, in the time of the base stream.
package struct TimestampAlignHandler: InputHandler {
    private let base: Int
    /// For each stream how far the base stream's time is ahead of its own; nil as long as a stream
    /// has not begun.
    private var offsets: [Int64]?

    init(ports: Range<Int>, base: Int) {
        self.base = base
        offsets = ports.count == 1 ? [0] : nil
    }

    package mutating func readiness(_ queues: inout [InputQueue]) -> Readiness {
        guard let offsets else { return align(queues) }
        var leastBound = GraphTimestamp.done
        var least = GraphTimestamp.done
        for port in queues.indices {
            let timestamp = queues[port].frontOrBound + offsets[port]
            if queues[port].isEmpty { leastBound = min(leastBound, timestamp) }
            least = min(least, timestamp)
        }
        if least >= .oneOverPostStream { return .close }
        return leastBound > least ? .process(least) : .waiting(bound: least)
    }

    private mutating func align(_ queues: [InputQueue]) -> Readiness {
        let timestamp = queues[base].frontOrBound
        guard !queues[base].isEmpty else {
            // Nothing can be joined any more. MediaPipe leaves the node open until the run ends.
            return queues[base].isDone ? .close : .waiting(bound: timestamp)
        }
        if !queues.contains(where: \.isEmpty) {
            offsets = queues.map { queue in
                let other = queue.frontOrBound
                guard timestamp.isRange, other.isRange else { return 0 }
                let (offset, overflow) = timestamp.rawValue.subtractingReportingOverflow(
                    other.rawValue)
                return overflow ? (timestamp > other ? .max : .min) : offset
            }
        }
        return .process(timestamp)
    }

    package mutating func fill(
        at timestamp: GraphTimestamp, from queues: inout [InputQueue],
        into inputs: inout [NodePorts.Input]
    ) {
        for port in queues.indices {
            guard let offsets else {
                inputs[port] =
                    port == base
                    ? queues[port].pop(at: timestamp)
                    : NodePorts.Input(packet: .empty(at: timestamp))
                continue
            }
            // At the ends of time several moments may become one: whatever is due must be taken.
            let front = queues[port].front?.timestamp
            let isDue = front.map { $0 + offsets[port] == timestamp } ?? false
            let own = isDue ? front : nil
            inputs[port] = queues[port].pop(at: own ?? timestamp - offsets[port])
            let packet = inputs[port].packet
            inputs[port].packet =
                packet.isEmpty ? packet.at(packet.timestamp + offsets[port]) : packet.at(timestamp)
        }
    }
}
