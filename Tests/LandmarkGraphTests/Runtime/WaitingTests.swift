import LandmarkGraph
import Testing

@Suite("Waiting for a graph from within")
struct WaitingTests {
    @Test(
        "is refused in observers and calculators, and the run goes on",
        arguments: [GraphThreads.caller, .pool(1), .pool(3)])
    func fromWithin(_ threads: GraphThreads) throws {
        let seen = Journal<String>()
        let graphs = Journal<Graph>()
        let pollers = Journal<GraphPoller>()
        @Sendable func attempt() {
            do { try graphs.entries[0].waitUntilIdle() } catch { seen.note("\(error)") }
            do { try graphs.entries[0].waitUntilDone() } catch { seen.note("\(error)") }
            // Twice: what one thread may run, another call on it may not.
            for _ in 0..<2 {
                do { _ = try pollers.entries[0].next() } catch { seen.note("\(error)") }
            }
        }
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { context in
            attempt()
            try context.outputs[0].send(context.inputs[0].packet)
        }
        let name = "WaitsWithin\(threads)"
        let graph = try Graph(
            graph(["in", "other"], [node(name, ["in"], ["out"])]),
            registry: .with(name, behavior), threads: threads)
        try graph.observe("out") { _ in attempt() }
        graphs.note(graph)
        pollers.note(try graph.poller("other"))
        try graph.start()
        try graph.add(.int(1, at: 0), to: "in")
        try graph.waitUntilIdle()
        let refusal = "a thread that works for the graph cannot wait for it"
        #expect(seen.entries == Array(repeating: refusal, count: 8))
        // What is there already can be had.
        try graph.add(.int(2, at: 0), to: "other")
        try graph.add(.int(2, at: 1), to: "in")
        try graph.waitUntilIdle()
        #expect(seen.entries.count == 8 + 8 - 1)
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }

    @Test("an observer that asks a poller does not let two nodes run at once")
    func oneAtATime() throws {
        let running = Journal<Int>()
        let pollers = Journal<GraphPoller>()
        let graph = try Graph(
            graph(["in"], [node("PassThroughCalculator", ["in"], ["out"])]), threads: .caller)
        try graph.observe("in") { _ in
            running.note(1)
            _ = try? pollers.entries[0].next()
            running.note(-1)
        }
        try graph.observe("out") { _ in
            running.note(1)
            running.note(-1)
        }
        pollers.note(try graph.poller("out"))
        try graph.start()
        for time in 0..<10 { try graph.add(.int(1, at: Int64(time)), to: "in") }
        graph.closeAllInputs()
        try graph.waitUntilDone()
        #expect(running.entries == Array(repeating: [1, -1], count: 20).flatMap(\.self))
    }
}
