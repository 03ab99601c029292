/// Synchronizes input streams whose timestamps have the same unit but different origins:
/// `TimestampAlignInputStreamHandler`.
///
/// Until every stream has a packet, only the base stream's packets are delivered and all others
/// wait. Then the front packets are taken as simultaneous, and streams are synchronized as by
/// default, in the base stream's time.
package struct TimestampAlignHandler: InputHandler {
    private let base: Int
    /// The difference between the base stream's time and each stream's; nil until all streams have
    /// a packet.
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
            // The streams can no longer be aligned. MediaPipe leaves the node open until the run
            // ends.
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
            // Clamping at the ends of the time range can make timestamps coincide; take every
            // packet due.
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
