/// What a change of a run's state lets go of.
///
/// Payloads and errors are made by others, and what they do when they are let go may use the graph:
/// so whoever holds the state under a lock takes these out and lets go of them after it.
struct Leavings: Sendable {
    private(set) var packets: [Packet] = []
    private var errors: [GraphRunError] = []

    mutating func add(_ packet: Packet) {
        if !packet.isEmpty { packets.append(packet) }
    }

    mutating func add(_ more: [Packet]) { packets += more }

    mutating func add(_ error: GraphRunError) { errors.append(error) }

    /// What was let go of since the last time.
    mutating func take() -> Leavings {
        if packets.isEmpty, errors.isEmpty { return Leavings() }
        var taken = Leavings()
        swap(&taken, &self)
        return taken
    }
}
