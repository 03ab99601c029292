/// Some of a node's input streams, joined by timestamp: MediaPipe's `SyncSet`
/// (mediapipe/framework/input_stream_handler.cc).
///
/// A moment is settled on a stream when it is below the stream's bound: whether a packet comes then
/// is known for ever. The set is ready at the least moment that has a packet and is settled on all
/// its streams.
struct SyncSet: Sendable {
    let ports: [Int]
    let processesBounds: Bool
    private(set) var lastProcessed = GraphTimestamp.unset

    init(ports: [Int], processesBounds: Bool) {
        self.ports = ports
        self.processesBounds = processesBounds
    }

    mutating func readiness(_ queues: [InputQueue]) -> Readiness {
        var leastBound = GraphTimestamp.done
        var leastPacket = GraphTimestamp.done
        for port in ports {
            if queues[port].isEmpty {
                leastBound = min(leastBound, queues[port].bound)
            } else {
                leastPacket = min(leastPacket, queues[port].frontOrBound)
            }
        }
        let least = min(leastPacket, leastBound)
        if least >= .oneOverPostStream {
            lastProcessed = .max
            return .close
        }
        guard processesBounds else {
            guard leastBound > leastPacket else { return .waiting(bound: least) }
            lastProcessed = leastPacket
            return .process(leastPacket)
        }
        // The moment before a bound leaves out `postStream`.
        let settled =
            leastPacket == .postStream && leastBound > leastPacket
            ? leastPacket : leastBound.previousAllowedInStream
        let timestamp = min(leastPacket, settled)
        guard timestamp > max(lastProcessed, .unstarted) else { return .waiting(bound: least) }
        lastProcessed = timestamp
        return .process(timestamp)
    }

    func fill(
        at timestamp: GraphTimestamp, from queues: inout [InputQueue],
        into inputs: inout [NodePorts.Input]
    ) {
        for port in ports { inputs[port] = queues[port].pop(at: timestamp) }
    }

    /// Gives empty packets that say how far the streams are settled.
    func fillBounds(from queues: [InputQueue], into inputs: inout [NodePorts.Input]) {
        for port in ports { inputs[port] = queues[port].settled }
    }
}
