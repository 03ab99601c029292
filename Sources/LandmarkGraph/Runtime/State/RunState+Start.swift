extension RunState {
    /// Begins a run anew.
    mutating func start(sidePackets given: [String: Packet], sinks: [Sink]) throws(GraphRunError) {
        guard !isActive else { throw .alreadyRunning }
        try check(given)
        var left = leavings
        if let error { left.add(error) }
        for packet in sidePackets { left.add(packet) }
        for node in nodes.indices {
            for port in nodes[node].queues.indices { nodes[node].queues[port].close() }
            nodes[node].leave(&left)
        }
        self = RunState(plan)
        leavings = left
        phase = .running
        let limit = plan.maxQueueSize
        nodes = plan.nodes.map { NodeState($0, limit: limit) }
        for (place, sink) in sinks.enumerated() {
            nodes.append(NodeState(sink, rank: plan.nodes.count + place, limit: limit))
        }
        waitingCount = plan.nodes.count
        streams = plan.streams.map { _ in Stream() }
        consumers = plan.streams.map(\.consumers)
        sinkStreams = sinks.map(\.stream)
        for (place, sink) in sinks.enumerated() where !sink.isGone {
            consumers[sink.stream].append(.init(node: firstSink + place, port: 0))
        }
        fullQueues = Array(repeating: 0, count: plan.driverCount)
        openInputs = plan.graphInputs.count
        for (slot, name) in plan.sidePackets.enumerated() {
            if let packet = given[name] { sidePackets[slot] = packet.at(.unset) }
        }
        prepareNodes()
        settle()
    }

    /// Whether all side packets are there that no node makes, and carry what nodes expect.
    private func check(_ given: [String: Packet]) throws(GraphRunError) {
        var made = Set<Int>()
        for node in plan.nodes {
            for port in node.sideOutputs {
                made.insert(port.slot)
                let name = plan.sidePackets[port.slot]
                if given[name]?.isEmpty == false { throw .sidePacketIsMade(name) }
            }
        }
        for node in plan.nodes {
            for port in node.sideInputs where !made.contains(port.slot) {
                let name = plan.sidePackets[port.slot]
                guard let packet = given[name], let got = packet.payloadType else {
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

    /// Counts what each node waits for, and opens those that wait for nothing.
    private mutating func prepareNodes() {
        var made = Set<Int>()
        for node in plan.nodes { made.formUnion(node.sideOutputs.map(\.slot)) }
        for place in plan.nodes.indices {
            let node = plan.nodes[place]
            let before = node.inputs.enumerated().count { port, stream in
                plan.streams[stream].producer != nil && !node.isBackEdge[port]
            }
            nodes[place].missing = before + node.sideInputs.count { made.contains($0.slot) }
            for (port, stream) in node.outputs.enumerated() {
                streams[stream].offset = node.contract.timestampOffset
                nodes[place].ports.outputs[port].offset = node.contract.timestampOffset
            }
        }
        for place in plan.nodes.indices where nodes[place].missing == 0 {
            schedule(place, .open, at: .unstarted)
        }
    }

    /// One of the things that a node waits for before it is opened has come.
    mutating func arrived(for node: Int) {
        nodes[node].missing -= 1
        if nodes[node].missing == 0 { schedule(node, .open, at: .unstarted) }
    }
}
