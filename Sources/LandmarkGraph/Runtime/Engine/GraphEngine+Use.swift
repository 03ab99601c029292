/// What the graph's owner asks for.
extension GraphEngine {
    func addSink(
        _ stream: String, _ kind: Sink.Kind, bounds: Bool, _ observer: Observer?
    ) throws(GraphRunError) -> Int {
        guard let place = plan.stream(stream) else { throw .unknownStream(stream) }
        return try update { state throws(GraphRunError) in
            guard !state.run.isActive else { throw .alreadyRunning }
            let sink = Sink(stream: place, kind: kind, observesBounds: bounds)
            if let free = state.sinks.firstIndex(where: \.isGone) {
                state.sinks[free] = sink
                state.observers[free] = observer
                return free
            }
            state.sinks.append(sink)
            state.observers.append(observer)
            return state.sinks.count - 1
        }
    }

    /// Lets go of a poller's packets, and of those who wait for room among them.
    func removeSink(_ sink: Int) {
        update { state in
            state.sinks[sink].isGone = true
            state.run.removeSink(sink)
        }
    }

    func sidePacket(_ name: String) -> Packet? {
        guard let slot = plan.sidePacket(name) else { return nil }
        let packet = update { $0.run.sidePackets[slot] }
        return packet.isEmpty ? nil : packet
    }

    /// The place of a graph input among all.
    func input(_ name: String) throws(GraphRunError) -> Int {
        guard let stream = plan.stream(name) else { throw .unknownStream(name) }
        guard let place = plan.graphInputs.firstIndex(of: stream) else { throw .notAnInput(name) }
        return place
    }

    func start(sidePackets: [String: Packet]) throws(GraphRunError) {
        try update { state throws(GraphRunError) in
            try state.run.start(sidePackets: sidePackets, sinks: state.sinks)
        }
    }

    var isRunning: Bool { update { $0.run.isActive } }

    func waitForRun(_ reason: Waiter.Reason) throws(GraphRunError) {
        try update { state throws(GraphRunError) in
            if state.isOwn(.current) { throw .waitsForItself }
        }
        wait(for: reason)
        try update { state throws(GraphRunError) in
            if let error = state.run.error { throw error }
            if state.run.phase == .notStarted { throw .notRunning }
        }
    }

    func add(_ packet: Packet, to stream: String, waits: Bool) throws(GraphRunError) {
        let place = try input(stream)
        while true {
            let isAdded = try update { state throws(GraphRunError) in
                if state.run.phase == .running, state.run.isThrottled(place) {
                    if !waits { throw .full(stream: stream) }
                    // Whoever works for the graph would wait for itself.
                    if !state.isOwn(.current) { return false }
                }
                try state.run.add(packet, toInput: place)
                return true
            }
            if isAdded { return }
            wait(for: .room(driver: place))
        }
    }

    func cancel() { update { $0.run.cancel() } }

    /// Cancels the run, and waits for its end unless the thread is one of the graph's own.
    func shutDown() {
        let mustWait = update { state in
            state.run.cancel()
            return state.run.isActive && !state.isOwn(.current)
        }
        if mustWait { wait(for: .done) }
    }
}
