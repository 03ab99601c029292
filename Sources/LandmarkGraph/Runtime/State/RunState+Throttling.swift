extension RunState {
    /// Whether a source or graph input has to wait, because a queue that it fills is full.
    func isThrottled(_ driver: Int) -> Bool { fullQueues[driver] > 0 }

    /// Notes whether a queue is full, and tells the sources and graph inputs that fill it.
    mutating func updateFull(_ node: Int, _ port: Int) {
        let isFull = nodes[node].queues[port].isFull
        guard isFull != nodes[node].queues[port].isReportedFull else { return }
        nodes[node].queues[port].isReportedFull = isFull
        drivers(node, port).forEach { driver in
            fullQueues[driver] += isFull ? 1 : -1
            if fullQueues[driver] == 0, let source = plan.source(ofDriver: driver) { mark(source) }
        }
    }

    /// Notes it for all queues of a node.
    mutating func updateAllFull(_ node: Int) {
        for port in nodes[node].queues.indices { updateFull(node, port) }
    }

    private func drivers(_ node: Int, _ port: Int) -> DriverSet {
        let stream =
            node < firstSink ? plan.nodes[node].inputs[port] : sinkStreams[node - firstSink]
        return plan.streams[stream].drivers
    }

    /// Lets go of full queues when they stop everything: they grow by one packet, or the run fails.
    ///
    /// - Returns: Whether anything has changed.
    mutating func growFullQueues() -> Bool {
        var full: [(node: Int, port: Int)] = []
        for node in nodes.indices where nodes[node].kind != .poller {
            for port in nodes[node].queues.indices where nodes[node].queues[port].isReportedFull {
                full.append((node, port))
            }
        }
        if plan.reportsDeadlock, !full.isEmpty {
            let names = full.map { node, port in
                node < firstSink
                    ? plan.nodes[node].config.inputStreams[port].name
                    : plan.streams[sinkStreams[node - firstSink]].name
            }
            fail(.deadlock(streams: names))
            return true
        }
        for (node, port) in full {
            nodes[node].queues[port].limit = nodes[node].queues[port].count + 1
            updateFull(node, port)
        }
        return !full.isEmpty
    }
}
