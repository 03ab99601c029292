/// What goes in and out of one call of a calculator. It moves between the run's state and the
/// calculator's context, so that a call needs no lock and, with its storage used again, no memory.
package struct NodePorts: Sendable {
    /// One of a node's input streams in one call.
    package struct Input: Sendable {
        package var packet = Packet.empty()
        /// Whether no packet follows.
        package var isDone = false

        package init(packet: Packet = .empty(), isDone: Bool = false) {
            self.packet = packet
            self.isDone = isDone
        }
    }

    var inputs: [Input] = []
    var outputs: [OutputShard] = []

    /// Hands over all packets.
    mutating func leave(_ leavings: inout Leavings) {
        for port in inputs.indices {
            leavings.add(inputs[port].packet)
            inputs[port].packet = .empty()
        }
        for port in outputs.indices { leavings.add(outputs[port].packets) }
    }
}
