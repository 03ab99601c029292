/// Waits, for each packet of a control stream, only for the data stream that it selects by index,
/// and drops what the others hold up to its moment: `MuxInputStreamHandler`.
package struct MuxHandler: InputHandler {
    private let control: Int
    private let data: [Int]

    /// `control` is the port whose packets carry an `Int`: the place in `data` of the selected port.
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
        let place: Int
        do { place = try front.get(Int.self) } catch {
            return .failed(port: control, .packet(error))
        }
        guard data.indices.contains(place) else {
            return .failed(
                port: control, .handler("selects \(place), of \(data.count) data streams"))
        }
        let selected = queues[data[place]]
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
        if let place = try? inputs[control].packet.get(Int.self), data.indices.contains(place) {
            inputs[data[place]] = queues[data[place]].pop(at: timestamp)
        }
        for port in data { queues[port].erase(before: timestamp.nextAllowedInStream) }
    }
}
