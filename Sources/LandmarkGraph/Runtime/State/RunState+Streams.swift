extension RunState {
    /// Applies the effects of a call to the node's output streams.
    mutating func propagate(_ ports: inout NodePorts, of node: Int, at timestamp: GraphTimestamp) {
        for port in ports.outputs.indices {
            let stream = nodes[node].outputs[port]
            if streams[stream].isClosed { continue }
            deliver(ports.outputs[port].packets, to: stream)
            var bound = outputBound(ports.outputs[port], of: node, at: timestamp)
            if let last = ports.outputs[port].packets.last {
                bound = max(bound, last.timestamp.nextAllowedInStream)
            }
            if bound != .unset, bound < streams[stream].bound, timestamp != .done {
                let kind = StreamError.Kind.boundDecreased(from: streams[stream].bound, to: bound)
                return fail(
                    .stream(
                        node: label(node),
                        StreamError(stream: plan.streams[stream].name, kind)))
            }
            if timestamp == .done || ports.outputs[port].isClosed {
                close(stream)
            } else if bound > streams[stream].bound {
                setBound(bound, of: stream)
            }
        }
    }

    /// Appends packets to the queues of all consumers.
    mutating func deliver(_ packets: [Packet], to stream: Int) {
        guard let last = packets.last else { return }
        streams[stream].hasPackets = true
        streams[stream].bound = last.timestamp.nextAllowedInStream
        for index in consumers[stream].indices {
            let consumer = consumers[stream][index]
            for packet in packets { add(packet, to: consumer, from: stream) }
            if nodes[consumer.node].watchesPackets {
                nodes[consumer.node].added()
                updateAllThrottling(consumer.node)
            } else {
                updateThrottling(consumer.node, consumer.port)
            }
            nodes[consumer.node].release(into: &deferredRelease)
        }
    }

    private mutating func add(
        _ packet: Packet, to consumer: StreamPlan.Consumer, from stream: Int
    ) {
        do {
            if try nodes[consumer.node].queues[consumer.port].add(packet) { mark(consumer.node) }
        } catch { fail(streamError(error, consumer, stream)) }
    }

    private func streamError(
        _ kind: StreamError.Kind, _ consumer: StreamPlan.Consumer, _ stream: Int
    ) -> GraphRunError {
        let error = StreamError(stream: plan.streams[stream].name, kind)
        guard consumer.node < firstSink else { return .input(error) }
        return .stream(node: label(consumer.node), error)
    }

    /// Sets the bound of a stream and of its consumers' queues.
    mutating func setBound(_ bound: GraphTimestamp, of stream: Int) {
        streams[stream].bound = bound
        for index in consumers[stream].indices {
            let consumer = consumers[stream][index]
            if nodes[consumer.node].queues[consumer.port].setBound(bound) { mark(consumer.node) }
        }
    }

    /// Closes a stream.
    mutating func close(_ stream: Int) {
        guard !streams[stream].isClosed else { return }
        streams[stream].isClosed = true
        setBound(.done, of: stream)
    }

    /// The bound of an output stream after a call: the one set by the call, the one implied by its
    /// packets, and, with a timestamp offset, the one implied by the input timestamp; `unset` if
    /// there is none.
    private func outputBound(
        _ shard: OutputShard, of node: Int, at timestamp: GraphTimestamp
    ) -> GraphTimestamp {
        guard let offset = shard.offset, timestamp != .unstarted, !nodes[node].isSource else {
            return shard.updatedBound
        }
        let settled = nodes[node].settledBound(after: timestamp)
        var implied: GraphTimestamp
        if settled.isRange {
            implied = timestamp == .preStream ? .min : settled + offset
        } else if timestamp == .preStream {
            implied = settled > .min ? .min : .unset
        } else if timestamp == .max, settled > .max {
            // `postStream` may still follow.
            implied = offset >= 0 ? .postStream : (timestamp + offset).nextAllowedInStream
        } else if timestamp == .postStream {
            implied = .oneOverPostStream
        } else {
            implied = .unset
        }
        if implied <= shard.bound { implied = .unset }
        return max(implied, shard.updatedBound)
    }
}

extension RunState {
    /// Whether a graph input or source node must wait because a queue it feeds is full.
    func isThrottled(_ source: Int) -> Bool { fullQueues[source] > 0 }

    /// Updates the throttling of the sources upstream of a queue after its length changed.
    mutating func updateThrottling(_ node: Int, _ port: Int) {
        let isFull = nodes[node].queues[port].isFull
        guard isFull != nodes[node].queues[port].isReportedFull else { return }
        nodes[node].queues[port].isReportedFull = isFull
        upstream(node, port).forEach { source in
            fullQueues[source] += isFull ? 1 : -1
            if fullQueues[source] == 0, let node = plan.sourceNode(source) { mark(node) }
        }
    }

    /// Updates the throttling for all queues of a node.
    mutating func updateAllThrottling(_ node: Int) {
        for port in nodes[node].queues.indices { updateThrottling(node, port) }
    }

    private func upstream(_ node: Int, _ port: Int) -> SourceSet {
        let stream =
            node < firstSink ? plan.nodes[node].inputs[port] : sinkStreams[node - firstSink]
        return plan.streams[stream].upstream
    }

    /// Resolves a deadlock by full queues: they grow by one packet, or the run fails if so
    /// configured.
    ///
    /// - Returns: Whether anything changed.
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
            updateThrottling(node, port)
        }
        return !full.isEmpty
    }
}
