extension RunState {
    /// Returns a task after its call and applies its outcome.
    mutating func finish(_ task: inout NodeTask) {
        let node = task.node
        runningCount -= 1
        nodes[node].isInFlight = false
        if task.stage == .open { waitingCount -= 1 }
        if let error = task.error {
            if task.stage != .process { nodes[node].status = .closed }
            fail(error)
        } else if nodes[node].kind == .calculator {
            switch task.stage {
            case .open: opened(&task)
            case .process: processed(&task)
            case .close: closed(&task)
            case .initialize: break
            }
        }
        for port in task.ports.outputs.indices where !task.ports.outputs[port].packets.isEmpty {
            if !isKept(nodes[node].outputs[port]) {
                deferredRelease.add(task.ports.outputs[port].packets)
            }
            task.ports.outputs[port].packets.removeAll(keepingCapacity: true)
        }
        swap(&task.ports, &nodes[node].ports)
        if phase == .running { mark(node) }
        scheduleReadyNodes()
    }

    /// Whether the packets just sent to a stream are queued somewhere.
    private func isKept(_ stream: Int) -> Bool {
        error == nil && phase == .running && !consumers[stream].isEmpty
            && consumers[stream].allSatisfy { !nodes[$0.node].queues[$0.port].isClosed }
    }

    private mutating func opened(_ task: inout NodeTask) {
        let node = task.node
        nodes[node].status = .open
        for (port, stream) in nodes[node].outputs.enumerated() {
            streams[stream].offset = task.ports.outputs[port].offset
        }
        setSidePackets(task)
        propagate(&task.ports, of: node, at: .unstarted)
        for stream in nodes[node].outputs {
            for consumer in plan.streams[stream].consumers
            where !plan.nodes[consumer.node].isBackEdge[consumer.port] {
                resolveDependency(of: consumer.node)
            }
        }
        if nodes[node].isSource {
            if task.hasStopped {
                schedule(node, .close, at: .done)
            } else {
                pendingSources.append(node)
                isPendingSorted = false
            }
        } else if task.hasStopped {
            stopAll()
        }
    }

    private mutating func processed(_ task: inout NodeTask) {
        setSidePackets(task)
        propagate(&task.ports, of: task.node, at: task.timestamp)
        guard task.hasStopped, phase == .running else { return }
        if nodes[task.node].isSource {
            schedule(task.node, .close, at: .done)
        } else {
            stopAll()
        }
    }

    private mutating func closed(_ task: inout NodeTask) {
        let node = task.node
        nodes[node].status = .closed
        setSidePackets(task)
        guard phase == .running else { return }
        propagate(&task.ports, of: node, at: .done)
        for port in nodes[node].queues.indices {
            nodes[node].queues[port].close()
            updateThrottling(node, port)
        }
        nodes[node].release(into: &deferredRelease)
    }

    /// Closes all sources and graph inputs; packets in flight are still processed.
    private mutating func stopAll() {
        isStopping = true
        for index in plan.graphInputs.indices { closeInput(index) }
    }

    /// Delivers the side packets that a call produced.
    private mutating func setSidePackets(_ task: NodeTask) {
        for (port, packet) in task.sidePackets.enumerated() where !packet.isEmpty {
            let slot = plan.nodes[task.node].sideOutputs[port].slot
            guard sidePackets[slot].isEmpty else {
                return fail(
                    .duplicateSidePacket(node: label(task.node), plan.sidePackets[slot]))
            }
            sidePackets[slot] = packet
            for index in plan.sideReaders[slot] { resolveDependency(of: index) }
        }
    }
}
