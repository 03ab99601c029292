extension RunState {
    /// Starts a new run.
    ///
    /// - Throws: `GraphRunError.alreadyRunning`, or the errors of `check` for wrong side packets.
    mutating func start(sidePackets provided: [String: Packet], sinks: [Sink]) throws(GraphRunError)
    {
        guard !isActive else { throw .alreadyRunning }
        try check(provided)
        var released = deferredRelease
        if let error { released.add(error) }
        for packet in sidePackets { released.add(packet) }
        for node in nodes.indices {
            for port in nodes[node].queues.indices { nodes[node].queues[port].close() }
            nodes[node].release(into: &released)
        }
        self = RunState(plan)
        deferredRelease = released
        phase = .running
        let limit = plan.maxQueueSize
        nodes = plan.nodes.map { NodeState($0, limit: limit) }
        for (index, sink) in sinks.enumerated() {
            nodes.append(NodeState(sink, rank: plan.nodes.count + index, limit: limit))
        }
        waitingCount = plan.nodes.count
        streams = plan.streams.map { _ in Stream() }
        consumers = plan.streams.map(\.consumers)
        sinkStreams = sinks.map(\.stream)
        for (index, sink) in sinks.enumerated() where !sink.isRemoved {
            consumers[sink.stream].append(.init(node: firstSink + index, port: 0))
        }
        fullQueues = Array(repeating: 0, count: plan.sourceCount)
        openInputs = plan.graphInputs.count
        for (slot, name) in plan.sidePackets.enumerated() {
            if let packet = provided[name] { sidePackets[slot] = packet.at(.unset) }
        }
        prepareNodes()
        scheduleReadyNodes()
    }

    /// Checks the provided side packets: present where required, of the expected type, and not
    /// produced by a node.
    private func check(_ provided: [String: Packet]) throws(GraphRunError) {
        var produced = Set<Int>()
        for node in plan.nodes {
            for port in node.sideOutputs {
                produced.insert(port.slot)
                let name = plan.sidePackets[port.slot]
                if provided[name]?.isEmpty == false { throw .sidePacketHasProducer(name) }
            }
        }
        for node in plan.nodes {
            for port in node.sideInputs where !produced.contains(port.slot) {
                let name = plan.sidePackets[port.slot]
                guard let packet = provided[name], let got = packet.payloadType else {
                    if port.isOptional { continue }
                    throw .missingSidePacket(node: node.config.label, name)
                }
                if !port.types.isEmpty, !port.types.contains(got) {
                    throw .sidePacket(
                        node: node.config.label,
                        StreamError(stream: name, .wrongPayload(expected: port.types, got: got)))
                }
            }
        }
    }

    /// Counts the dependencies of each node, and opens those without any.
    private mutating func prepareNodes() {
        var produced = Set<Int>()
        for node in plan.nodes { produced.formUnion(node.sideOutputs.map(\.slot)) }
        for index in plan.nodes.indices {
            let node = plan.nodes[index]
            let before = node.inputs.enumerated().count { port, stream in
                plan.streams[stream].producer != nil && !node.isBackEdge[port]
            }
            nodes[index].pendingDependencies =
                before + node.sideInputs.count { produced.contains($0.slot) }
            for (port, stream) in node.outputs.enumerated() {
                streams[stream].offset = node.contract.timestampOffset
                nodes[index].ports.outputs[port].offset = node.contract.timestampOffset
            }
        }
        for index in plan.nodes.indices where nodes[index].pendingDependencies == 0 {
            schedule(index, .open, at: .unstarted)
        }
    }

    /// Resolves one of the dependencies a node waits for before it is opened.
    mutating func resolveDependency(of node: Int) {
        nodes[node].pendingDependencies -= 1
        if nodes[node].pendingDependencies == 0 { schedule(node, .open, at: .unstarted) }
    }
}

extension RunState {
    /// Handles a graph without ready or running tasks: starts the next source layer, grows full
    /// queues, or ends the run.
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

    /// Starts the sources of the lowest pending layer, unless a source below was never opened.
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

    /// Stops processing and closes the open nodes one after another.
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
                nodes[node].release(into: &deferredRelease)
                nodes[node].ports.release(into: &deferredRelease)
                nodes[node].ports = NodePorts()
            }
        }
    }
}
