/// A queue of the packets of one of a graph's streams. It may be used from any thread. When it is
/// let go, what waits in it goes too, and nothing waits for it any more.
public final class GraphPoller: Sendable {
    private let engine: GraphEngine
    private let sink: Int

    init(engine: GraphEngine, sink: Int) {
        self.engine = engine
        self.sink = sink
    }

    deinit { engine.removeSink(sink) }

    /// The next packet; waits for it. Nil after the last one, and when the graph does not run.
    ///
    /// - Throws: Why the run ended, when that was an error, after the packets before it;
    ///   `waitsForItself` when there is nothing yet and the thread works for the graph.
    public func next() throws(GraphRunError) -> Packet? {
        while true {
            let (answer, error, isOwn) = engine.update { state in
                (state.run.poll(sink), state.run.error, state.isOwn(.current))
            }
            switch answer {
            case .packet(let packet): return packet
            case .end: return nil
            case .failed: throw error ?? .notRunning
            case .wait where isOwn: throw .waitsForItself
            case .wait: engine.wait(for: .packet(poller: sink))
            }
        }
    }

    /// How many packets wait.
    public var count: Int { engine.update { $0.run.waiting(inSink: sink) } }
}
