/// Delivers packets of each input stream as they arrive, without waiting for other streams:
/// `ImmediateInputStreamHandler`.
///
/// Packets with equal timestamps that are available at the same time are still delivered together.
/// When a stream becomes done, the node is called once more with empty packets.
package struct ImmediateHandler: InputHandler {
    private var sets: [SyncSet]
    /// The timestamp at which each stream is ready; `unset` when it is not.
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
            if ready[port] == .unset { becameDone = update(port, queues, &bound) || becameDone }
            guard ready[port] > .unset else { continue }
            bound = min(bound, ready[port])
            timestamp = min(timestamp, ready[port])
        }
        if bound == .done { return .close }
        if timestamp < .done { return .process(timestamp) }
        return becameDone ? .process(bound) : .waiting(bound: bound)
    }

    /// Updates the readiness of a stream that was not ready; returns whether it became done.
    private mutating func update(
        _ port: Int, _ queues: [InputQueue], _ bound: inout GraphTimestamp
    ) -> Bool {
        let previous = sets[port].lastProcessed
        switch sets[port].readiness(queues) {
        case .process(let timestamp): ready[port] = timestamp
        case .waiting(let least): bound = min(bound, least)
        case .failed: break
        case .close:
            if processesBounds {
                // The first time, the end counts as a bound update at the last timestamp.
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

/// Combines the oldest packets of all input streams regardless of their timestamps, once every
/// stream has one, and closes the node when the first stream is done: `BarrierInputStreamHandler`.
///
/// The input timestamp is the lowest timestamp among the packets.
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

/// Waits, for each packet of a control stream, only for the data stream that it selects by index,
/// and drops the other streams' packets up to its timestamp: `MuxInputStreamHandler`.
package struct MuxHandler: InputHandler {
    private let control: Int
    private let data: [Int]

    /// `control` is the port whose packets carry an `Int`, an index into the ports `data`.
    init(control: Int, data: [Int]) {
        self.control = control
        self.data = data
    }

    package mutating func readiness(_ queues: inout [InputQueue]) -> Readiness {
        let timestamp = queues[control].frontOrBound
        for port in data { queues[port].erase(before: timestamp) }
        guard let front = queues[control].front else {
            return timestamp == .done ? .close : .waiting(bound: timestamp)
        }
        let index: Int
        do { index = try front.get(Int.self) } catch {
            return .failed(port: control, .packet(error))
        }
        guard data.indices.contains(index) else {
            return .failed(
                port: control,
                .handler("SELECT is \(index), but there are \(data.count) data streams"))
        }
        let selected = queues[data[index]]
        if selected.isEmpty, selected.bound <= timestamp { return .waiting(bound: timestamp) }
        return .process(timestamp)
    }

    package mutating func fill(
        at timestamp: GraphTimestamp, from queues: inout [InputQueue],
        into inputs: inout [NodePorts.Input]
    ) {
        for port in data {
            inputs[port] = NodePorts.Input(
                packet: .empty(at: timestamp), isDone: queues[port].isDone)
        }
        inputs[control] = queues[control].pop(at: timestamp)
        if let index = try? inputs[control].packet.get(Int.self), data.indices.contains(index) {
            inputs[data[index]] = queues[data[index]].pop(at: timestamp)
        }
        for port in data { queues[port].erase(before: timestamp.nextAllowedInStream) }
    }
}
