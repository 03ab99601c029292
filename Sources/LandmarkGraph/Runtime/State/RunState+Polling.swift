/// What pollers are told.
extension RunState {
    /// What a poller gets.
    enum Poll: Sendable {
        case packet(Packet)
        /// Nothing yet.
        case wait
        /// Nothing any more.
        case end
        /// Nothing any more: the run has failed.
        case failed
    }

    /// Whether asking a poller would not have to wait.
    func hasNews(forSink sink: Int) -> Bool {
        if case .wait = look(atSink: sink) { false } else { true }
    }

    /// How many packets wait for a poller.
    func waiting(inSink sink: Int) -> Int {
        firstSink + sink < nodes.count ? nodes[firstSink + sink].queues[0].count : 0
    }

    /// The next packet of a poller.
    mutating func poll(_ sink: Int) -> Poll {
        let answer = look(atSink: sink)
        guard case .packet(let packet) = answer else { return answer }
        let node = firstSink + sink
        nodes[node].lastPolled = packet.timestamp
        if !packet.isEmpty {
            _ = nodes[node].queues[0].popFront()
            updateFull(node, 0)
            settle()
        }
        return answer
    }

    /// Lets go of a poller that nobody can ask any more.
    mutating func removeSink(_ sink: Int) {
        let node = firstSink + sink
        guard node < nodes.count else { return }
        consumers[sinkStreams[sink]].removeAll { $0.node == node }
        nodes[node].queues[0].close()
        nodes[node].leave(&leavings)
        updateFull(node, 0)
        settle()
    }

    private func look(atSink sink: Int) -> Poll {
        let node = firstSink + sink
        guard phase != .notStarted, node < nodes.count else { return .end }
        if let packet = nodes[node].queues[0].front { return .packet(packet) }
        if error != nil { return .failed }
        let bound = nodes[node].queues[0].bound
        if phase == .done || bound == .done { return .end }
        guard nodes[node].tellsBounds else { return .wait }
        let settled = bound == .postStream ? bound : bound.previousAllowedInStream
        guard settled.isAllowedInStream, settled > nodes[node].lastPolled else { return .wait }
        return .packet(.empty(at: settled))
    }
}
