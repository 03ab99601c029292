/// A set of input streams synchronized by timestamp: MediaPipe's `SyncSet`
/// (mediapipe/framework/input_stream_handler.cc).
///
/// A timestamp is settled on a stream when it is below the stream's bound: no packet with that
/// timestamp can arrive anymore. The set is ready at the lowest timestamp that has a packet and is
/// settled on all streams.
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
        // `previousAllowedInStream` of a bound skips `postStream`.
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

    /// Fills the inputs with empty packets at the streams' last settled timestamps.
    func fillBounds(from queues: [InputQueue], into inputs: inout [NodePorts.Input]) {
        for port in ports { inputs[port] = queues[port].settled }
    }
}

/// Synchronizes all input streams by timestamp, in timestamp order, regardless of the order of
/// arrival: `DefaultInputStreamHandler`.
package struct DefaultHandler: InputHandler {
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

/// Synchronizes all input streams by timestamp, and closes the node when the first stream is done:
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

/// Synchronizes input streams by timestamp within several independent sets:
/// `SyncSetInputStreamHandler`.
///
/// The ready set with the lowest timestamp is processed first.
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
        var index = 0
        while index < sets.count {
            // Evaluating a set marks the timestamp as processed; only the selected set may keep the
            // mark.
            var candidate = sets[index]
            switch candidate.readiness(queues) {
            case .close:
                sets.remove(at: index)
                continue
            case .waiting(let until): bound = min(bound, until)
            case .process(let timestamp) where timestamp < least:
                least = timestamp
                ready = index
            case .process, .failed: break
            }
            index += 1
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
        for index in sets.indices {
            if index == ready {
                sets[index].fill(at: timestamp, from: &queues, into: &inputs)
            } else {
                sets[index].fillBounds(from: queues, into: &inputs)
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
