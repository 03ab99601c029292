/// Packets that enter the graph from outside.
extension RunState {
    /// Adds a packet to a graph input stream; an empty packet sets its bound.
    ///
    /// - Throws: `GraphRunError.input`, leaving the state unchanged, `notRunning`, or the error
    ///   that ended the run.
    mutating func add(_ packet: Packet, toInput index: Int) throws(GraphRunError) {
        try requireRunning()
        let stream = plan.graphInputs[index]
        let types = plan.streams[stream].types
        if let got = packet.payloadType, !types.isEmpty, !types.contains(got) {
            throw .input(streamError(.wrongPayload(expected: types, got: got), stream))
        }
        var shard = OutputShard()
        shard.reset(
            bound: streams[stream].bound, isClosed: streams[stream].isClosed,
            hasPackets: streams[stream].hasPackets)
        do { try shard.send(packet) } catch { throw .input(streamError(error, stream)) }
        if packet.isEmpty { return try setBound(shard.bound, ofInput: index) }
        deliver(shard.packets, to: stream)
        scheduleReadyNodes()
    }

    /// Sets the bound of a graph input stream.
    ///
    /// - Throws: `GraphRunError.input`, leaving the state unchanged, `notRunning`, or the error
    ///   that ended the run.
    mutating func setBound(_ bound: GraphTimestamp, ofInput index: Int) throws(GraphRunError) {
        try requireRunning()
        let stream = plan.graphInputs[index]
        if streams[stream].isClosed { throw .input(streamError(.closed, stream)) }
        guard bound.isAllowedInStream || bound == .oneOverPostStream else {
            throw .input(streamError(.notAllowed(bound), stream))
        }
        guard bound >= streams[stream].bound else {
            throw .input(
                streamError(.boundDecreased(from: streams[stream].bound, to: bound), stream))
        }
        setBound(bound, of: stream)
        scheduleReadyNodes()
    }

    /// Closes a graph input stream; has no effect on a closed one.
    mutating func closeInput(_ index: Int) {
        guard isActive, !streams[plan.graphInputs[index]].isClosed else { return }
        close(plan.graphInputs[index])
        openInputs -= 1
    }

    /// Ends the run as soon as the calls in progress return.
    mutating func cancel() {
        guard phase == .running else { return }
        fail(.cancelled)
        scheduleReadyNodes()
    }

    private func requireRunning() throws(GraphRunError) {
        if let error { throw error }
        guard phase == .running else { throw .notRunning }
    }

    private func streamError(_ kind: StreamError.Kind, _ stream: Int) -> StreamError {
        StreamError(stream: plan.streams[stream].name, kind)
    }
}

/// Polling.
extension RunState {
    /// The outcome of polling.
    enum PollResult: Sendable {
        case packet(Packet)
        /// No packet yet.
        case wait
        /// No packet will follow.
        case end
        /// The run failed; no packet will follow.
        case failed
    }

    /// Whether polling would return without waiting.
    func hasPollResult(forSink sink: Int) -> Bool {
        if case .wait = pollResult(ofSink: sink) { false } else { true }
    }

    /// The number of packets queued for a poller.
    func waiting(inSink sink: Int) -> Int {
        firstSink + sink < nodes.count ? nodes[firstSink + sink].queues[0].count : 0
    }

    /// Polls the next packet.
    mutating func poll(_ sink: Int) -> PollResult {
        let answer = pollResult(ofSink: sink)
        guard case .packet(let packet) = answer else { return answer }
        let node = firstSink + sink
        nodes[node].lastPolled = packet.timestamp
        if !packet.isEmpty {
            _ = nodes[node].queues[0].popFront()
            updateThrottling(node, 0)
            scheduleReadyNodes()
        }
        return answer
    }

    /// Removes a poller that was released.
    mutating func removeSink(_ sink: Int) {
        let node = firstSink + sink
        guard node < nodes.count else { return }
        consumers[sinkStreams[sink]].removeAll { $0.node == node }
        nodes[node].queues[0].close()
        nodes[node].release(into: &deferredRelease)
        updateThrottling(node, 0)
        scheduleReadyNodes()
    }

    private func pollResult(ofSink sink: Int) -> PollResult {
        let node = firstSink + sink
        guard phase != .notStarted, node < nodes.count else { return .end }
        if let packet = nodes[node].queues[0].front { return .packet(packet) }
        if error != nil { return .failed }
        let bound = nodes[node].queues[0].bound
        if phase == .done || bound == .done { return .end }
        guard nodes[node].reportsBounds else { return .wait }
        let settled = bound == .postStream ? bound : bound.previousAllowedInStream
        guard settled.isAllowedInStream, settled > nodes[node].lastPolled else { return .wait }
        return .packet(.empty(at: settled))
    }
}
