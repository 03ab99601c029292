extension RunState {
    /// Nothing runs and nothing is ready: begins the next layer of sources, lets go of full queues,
    /// or ends the run.
    mutating func handleIdle() {
        if phase == .ending { return closeNext() }
        activeSources.removeAll { nodes[$0].status == .closed }
        let isExhausted = activeSources.isEmpty && pendingSources.isEmpty && openInputs == 0
        if error != nil || isExhausted { return beginEnding() }
        if activeSources.isEmpty, !pendingSources.isEmpty {
            beginNextLayer()
            if error != nil { return beginEnding() }
            if !activeSources.isEmpty { return }
        }
        let isWaiting = plan.graphInputs.indices.contains { isThrottled($0) }
        guard !activeSources.isEmpty || isWaiting else { return }
        if growFullQueues(), error != nil { beginEnding() }
    }

    /// Begins the sources of the lowest layer, unless a source below was never opened.
    private mutating func beginNextLayer() {
        if !isPendingSorted {
            pendingSources.sort { (nodes[$0].layer ?? 0, $0) > (nodes[$1].layer ?? 0, $1) }
            isPendingSorted = true
        }
        let layer = pendingSources.last.flatMap { nodes[$0].layer } ?? 0
        let blocking =
            waitingCount == 0
            ? nil
            : plan.nodes.indices.first {
                nodes[$0].status == .waiting && (nodes[$0].layer ?? .max) < layer
            }
        if let blocking {
            if openInputs == 0 { fail(.sourceLayerBlocked(label(blocking))) }
            return
        }
        while let source = pendingSources.last, nodes[source].layer == layer {
            pendingSources.removeLast()
            nodes[source].isActive = true
            activeSources.append(source)
            mark(source)
        }
    }

    /// Nothing is processed any more: the open nodes are closed, one after the other.
    private mutating func beginEnding() {
        if error == nil {
            let waiting = plan.nodes.indices.filter { nodes[$0].status == .waiting }
            if !waiting.isEmpty { error = .neverOpened(waiting.map { label($0) }) }
        }
        phase = .ending
        for executor in ready.indices { ready[executor].removeAll() }
        readyCount = 0
        closeNext()
    }

    private mutating func closeNext() {
        while nextToClose < plan.nodes.count {
            let node = nextToClose
            nextToClose += 1
            if nodes[node].status == .open { return schedule(node, .close, at: .done) }
        }
        phase = .done
        for node in nodes.indices {
            if nodes[node].kind == .poller {
                _ = nodes[node].queues[0].setBound(.done)
            } else {
                for port in nodes[node].queues.indices { nodes[node].queues[port].close() }
                nodes[node].leave(&leavings)
                nodes[node].ports.leave(&leavings)
                nodes[node].ports = NodePorts()
            }
        }
    }
}
