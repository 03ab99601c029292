extension RunState {
    /// Puts a call of a node among those that are ready.
    mutating func schedule(_ node: Int, _ stage: CalculatorStage, at timestamp: GraphTimestamp) {
        guard phase == .running ? error == nil : stage == .close else { return }
        nodes[node].isInFlight = true
        nodes[node].stage = stage
        nodes[node].timestamp = timestamp
        let rank = nodes[node].rank
        let item: ReadyQueue.Item
        if stage == .open {
            item = .opening(node, rank: rank)
        } else if let layer = nodes[node].layer, phase == .running {
            item = .source(node, layer: layer, at: sourceOrder(node), rank: rank)
        } else {
            item = .processing(node, rank: rank)
        }
        ready[nodes[node].executor].insert(item)
        readyCount += 1
    }

    /// Sources that are less far in time go first.
    private func sourceOrder(_ node: Int) -> GraphTimestamp {
        var least = GraphTimestamp.max
        for stream in nodes[node].outputs { least = min(least, streams[stream].bound) }
        return least
    }

    /// The most urgent call of an executor; nil when there is none.
    mutating func take(_ executor: Int) -> NodeTask? {
        guard let node = ready[executor].popFirst() else { return nil }
        readyCount -= 1
        runningCount += 1
        // A source that is not asked any more is closed.
        let isStopped = isStopping && nodes[node].isSource && nodes[node].stage == .process
        var task = NodeTask(
            node: node, stage: isStopped ? .close : nodes[node].stage,
            timestamp: isStopped ? .done : nodes[node].timestamp, ports: NodePorts())
        swap(&task.ports, &nodes[node].ports)
        for (port, stream) in nodes[node].outputs.enumerated() {
            task.ports.outputs[port].reset(
                bound: streams[stream].bound, isClosed: streams[stream].isClosed,
                hasPackets: streams[stream].hasPackets)
        }
        switch task.stage {
        case .open:
            task.sidePackets = plan.nodes[node].sideInputs.map { sidePackets[$0.slot] }
        case .close:
            // A node that was ready when the run failed has not processed these.
            for port in task.ports.inputs.indices {
                leavings.add(task.ports.inputs[port].packet)
                task.ports.inputs[port] = NodePorts.Input(isDone: true)
            }
            task.runError = error
        case .make, .process: break
        }
        return task
    }

    /// Finds out whether a node can run, and if not, tells those after it how far it is.
    mutating func look(at node: Int) {
        guard phase == .running, error == nil, nodes[node].status == .open,
            !nodes[node].isInFlight, nodes[node].kind != .poller
        else { return }
        defer { nodes[node].leave(&leavings) }
        if nodes[node].queues.isEmpty { return lookAtSource(node) }
        switch nodes[node].readiness() {
        case .waiting(let bound):
            updateAllFull(node)
            passOn(bound, of: node)
        case .process(let timestamp):
            nodes[node].fill(at: timestamp)
            updateAllFull(node)
            schedule(node, .process, at: timestamp)
        case .close:
            if nodes[node].kind == .observer {
                nodes[node].status = .closed
            } else {
                schedule(node, .close, at: .done)
            }
        case .failed(let port, let fault):
            let name = plan.nodes[node].config.inputStreams[port].name
            fail(.stream(node: label(node), StreamError(stream: name, fault)))
        }
    }

    /// A source whose layer has begun is always ready, unless a queue that it fills is full.
    private mutating func lookAtSource(_ node: Int) {
        guard nodes[node].isSource, nodes[node].isActive,
            !(plan.nodes[node].driver.map(isThrottled) ?? false)
        else { return }
        schedule(node, .process, at: .microseconds(0))
    }

    /// Moves the bounds of a node's output streams after that of its input streams.
    private mutating func passOn(_ bound: GraphTimestamp, of node: Int) {
        guard bound.isRange else { return }
        for place in nodes[node].outputs.indices {
            let stream = nodes[node].outputs[place]
            guard let offset = streams[stream].offset, !streams[stream].isClosed,
                bound + offset > streams[stream].bound
            else { continue }
            setBound(bound + offset, of: stream)
        }
    }
}
