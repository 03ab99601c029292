/// What comes from outside the graph, and what goes out by being asked for.
extension RunState {
    /// Adds a packet to a graph input; an empty one sets its bound. Nothing is changed when it is
    /// not allowed.
    mutating func add(_ packet: Packet, toInput place: Int) throws(GraphRunError) {
        try requireRunning()
        let stream = plan.graphInputs[place]
        let types = plan.streams[stream].types
        if let got = packet.payloadType, !types.isEmpty, !types.contains(got) {
            throw .input(fault(.wrongPayload(expected: types, got: got), stream))
        }
        var shard = OutputShard()
        shard.reset(
            bound: streams[stream].bound, isClosed: streams[stream].isClosed,
            hasPackets: streams[stream].hasPackets)
        do { try shard.send(packet) } catch { throw .input(fault(error, stream)) }
        if packet.isEmpty { return try setBound(shard.bound, ofInput: place) }
        deliver(shard.packets, to: stream)
        settle()
    }

    /// Says that no packet before `bound` comes on a graph input.
    mutating func setBound(_ bound: GraphTimestamp, ofInput place: Int) throws(GraphRunError) {
        try requireRunning()
        let stream = plan.graphInputs[place]
        if streams[stream].isClosed { throw .input(fault(.closed, stream)) }
        guard bound.isAllowedInStream || bound == .oneOverPostStream else {
            throw .input(fault(.notAllowed(bound), stream))
        }
        guard bound >= streams[stream].bound else {
            throw .input(fault(.boundDecreased(from: streams[stream].bound, to: bound), stream))
        }
        setBound(bound, of: stream)
        settle()
    }

    /// Says that no packet comes on a graph input; again does nothing.
    mutating func closeInput(_ place: Int) {
        guard isActive, !streams[plan.graphInputs[place]].isClosed else { return }
        close(plan.graphInputs[place])
        openInputs -= 1
    }

    /// Ends the run as soon as the calls under way have returned.
    mutating func cancel() {
        guard phase == .running else { return }
        fail(.cancelled)
        settle()
    }

    private func requireRunning() throws(GraphRunError) {
        if let error { throw error }
        guard phase == .running else { throw .notRunning }
    }

    private func fault(_ fault: StreamFault, _ stream: Int) -> StreamError {
        StreamError(stream: plan.streams[stream].name, fault)
    }
}
