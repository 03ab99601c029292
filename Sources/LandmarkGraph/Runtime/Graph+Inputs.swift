/// What goes in. Packets of one stream must be added by rising timestamps, so by one thread at a
/// time. What is refused changes nothing, and the run goes on.
extension Graph {
    /// What `add` does when a queue is full that the packet's stream fills, be it several nodes on.
    public enum WhenFull: Sendable, Hashable {
        /// Waits. A thread that works for the graph, as in an observer, never waits.
        case wait
        /// Throws `full`.
        case fail
    }

    /// Adds a packet to an input stream of the graph; an empty one says that nothing comes up to its
    /// timestamp.
    ///
    /// - Throws: `input` when the packet may not be added, `full`, why the run ended, or
    ///   `notRunning`.
    public func add(
        _ packet: Packet, to stream: String, whenFull: WhenFull = .wait
    ) throws(GraphRunError) {
        try engine.add(packet, to: stream, waits: whenFull == .wait)
    }

    /// Says that no packet before `bound` comes on an input stream of the graph.
    ///
    /// - Throws: `input` when the bound goes back, why the run ended, or `notRunning`.
    public func setBound(_ bound: GraphTimestamp, of stream: String) throws(GraphRunError) {
        let place = try engine.input(stream)
        try engine.update { state throws(GraphRunError) in
            try state.run.setBound(bound, ofInput: place)
        }
    }

    /// Says that no packet comes on an input stream of the graph. Again does nothing.
    ///
    /// - Throws: When the graph has no such input stream.
    public func close(_ stream: String) throws(GraphRunError) {
        let place = try engine.input(stream)
        engine.update { state in
            state.run.closeInput(place)
            state.run.settle()
        }
    }

    /// Says that no packet comes on any input stream of the graph: the run ends once everything is
    /// processed.
    public func closeAllInputs() {
        engine.update { state in
            for place in state.run.plan.graphInputs.indices { state.run.closeInput(place) }
            state.run.settle()
        }
    }
}
