/// What goes in and out of one call of a calculator. It moves between the run's state and the
/// calculator's context, so that a call needs no lock and, with its storage used again, no memory.
struct NodePorts: Sendable {
    /// One of a node's input streams in one call.
    struct Input: Sendable {
        var packet = Packet.empty()
        /// Whether no packet follows.
        var isDone = false
    }

    var inputs: [Input] = []
    var outputs: [OutputShard] = []
}
