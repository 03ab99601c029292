extension RunState {
    /// Hands on what a call did to the node's output streams.
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
                let fault = StreamFault.boundDecreased(from: streams[stream].bound, to: bound)
                return fail(
                    .stream(
                        node: label(node),
                        StreamError(stream: plan.streams[stream].name, fault)))
            }
            if timestamp == .done || ports.outputs[port].isClosed {
                close(stream)
            } else if bound > streams[stream].bound {
                setBound(bound, of: stream)
            }
        }
    }

    /// Puts packets on the queues of all who read a stream.
    mutating func deliver(_ packets: [Packet], to stream: Int) {
        guard let last = packets.last else { return }
        streams[stream].hasPackets = true
        streams[stream].bound = last.timestamp.nextAllowedInStream
        for place in consumers[stream].indices {
            let consumer = consumers[stream][place]
            for packet in packets { add(packet, to: consumer, from: stream) }
            if nodes[consumer.node].watchesPackets {
                nodes[consumer.node].added()
                updateAllFull(consumer.node)
            } else {
                updateFull(consumer.node, consumer.port)
            }
            nodes[consumer.node].leave(&leavings)
        }
    }

    private mutating func add(
        _ packet: Packet, to consumer: StreamPlan.Consumer, from stream: Int
    ) {
        do {
            if try nodes[consumer.node].queues[consumer.port].add(packet) { mark(consumer.node) }
        } catch { fail(fault(error, consumer, stream)) }
    }

    private func fault(
        _ fault: StreamFault, _ consumer: StreamPlan.Consumer, _ stream: Int
    ) -> GraphRunError {
        let error = StreamError(stream: plan.streams[stream].name, fault)
        guard consumer.node < firstSink else { return .input(error) }
        return .stream(node: label(consumer.node), error)
    }

    /// Says to all who read a stream that no packet before `bound` comes.
    mutating func setBound(_ bound: GraphTimestamp, of stream: Int) {
        streams[stream].bound = bound
        for place in consumers[stream].indices {
            let consumer = consumers[stream][place]
            if nodes[consumer.node].queues[consumer.port].setBound(bound) { mark(consumer.node) }
        }
    }

    /// Says to all who read a stream that no packet comes.
    mutating func close(_ stream: Int) {
        guard !streams[stream].isClosed else { return }
        streams[stream].isClosed = true
        setBound(.done, of: stream)
    }

    /// The bound of an output stream after a call: what the call said, what its packets imply, and,
    /// where the stream has an offset, what the input packets' moment implies; `unset` for none.
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
            // The end of time may still be processed.
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
