import LandmarkGraph
import Testing

@Suite("What a graph lets go of")
struct LettingGoTests {
    /// A payload that looks at the graph when it is let go.
    private final class Curious: Sendable {
        let graph: Graph
        let gone: Journal<Bool>

        init(_ graph: Graph, _ gone: Journal<Bool>) {
            self.graph = graph
            self.gone = gone
        }

        deinit { gone.note(graph.isRunning) }
    }

    /// An error that does so.
    private struct CuriousError: Error {
        let payload: Curious
    }

    @Test(
        "may use the graph: packets that were processed, sent to nobody, dropped or left over",
        arguments: [GraphThreads.caller, .pool(2)])
    func packets(_ threads: GraphThreads) throws {
        let gone = Journal<Bool>()
        let made = Journal<Int>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { context in
            let payload = try context.inputs[0].packet.get(Curious.self)
            made.note(1)
            try context.outputs[0].send(Curious(payload.graph, gone))
        }
        let name = "LettingGo\(threads)"
        let config = graph(
            ["in", "late"],
            [
                node(name, ["in"], ["unread"]),
                node("PassThroughCalculator", ["in", "late"], ["a", "b"]),
            ])
        let graph = try Graph(config, registry: .with(name, behavior), threads: threads)
        let poller = try graph.poller("in")
        for run in 0..<2 {
            try graph.start()
            for time in 0..<4 {
                made.note(1)
                try graph.add(
                    Packet(Curious(graph, gone), at: .microseconds(Int64(time))), to: "in")
                if time == 1 { try graph.waitUntilIdle() }
            }
            #expect(poller.count == 4, "run \(run)")
            graph.cancel()
            #expect(throws: GraphRunError.self) { try graph.waitUntilDone() }
        }
        // What the poller has left over goes with the next run.
        try graph.start()
        graph.closeAllInputs()
        try graph.waitUntilDone()
        #expect(gone.entries.count == made.entries.count)
        #expect(gone.entries.count >= 12)
        #expect(gone.entries.contains(true))
    }

    @Test(
        "may use the graph: an error of an earlier run",
        arguments: [GraphThreads.caller, .pool(2)])
    func errors(_ threads: GraphThreads) throws {
        let gone = Journal<Bool>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { context in
            throw CuriousError(payload: try context.inputs[0].packet.get(Curious.self))
        }
        let name = "LettingGoOfErrors\(threads)"
        let graph = try Graph(
            graph(["in"], [node(name, ["in"])]), registry: .with(name, behavior), threads: threads)
        try graph.start()
        try graph.add(Packet(Curious(graph, gone), at: .microseconds(0)), to: "in")
        #expect(throws: GraphRunError.self) { try graph.waitUntilDone() }
        #expect(gone.entries.isEmpty)
        try graph.start()
        #expect(gone.entries == [true])
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }

    /// A payload that adds a packet and waits for the graph when it is let go.
    private final class Waiting: Sendable {
        let graph: Graph
        let errors: Journal<String>

        init(_ graph: Graph, _ errors: Journal<String>) {
            self.graph = graph
            self.errors = errors
        }

        deinit {
            do {
                try graph.add(.int(1, at: 1000), to: "other")
                try graph.waitUntilIdle()
                errors.note("waited")
            } catch { errors.note("\(error)") }
        }
    }

    @Test(
        "cannot wait for the graph on one of its threads, which is an error there",
        .timeLimit(.minutes(1)), arguments: [GraphThreads.caller, .pool(1), .pool(2)])
    func waitsWithin(_ threads: GraphThreads) throws {
        let errors = Journal<String>()
        var behavior = ClosureCalculator.Behavior()
        let slot = Journal<Graph>()
        behavior.process = { context in
            guard let graph = slot.entries.first else { return }
            try context.outputs[0].send(Waiting(graph, errors))
        }
        let name = "LettingGoWaits\(threads)"
        let graph = try Graph(
            graph(
                ["in", "other"],
                [node(name, ["in"], ["unread"]), node("PassThroughCalculator", ["other"], ["o"])]),
            registry: .with(name, behavior), threads: threads)
        slot.note(graph)
        let seen = Journal<String>()
        try seen.observe("o", of: graph)
        try graph.start()
        try graph.add(.int(1, at: 1), to: "in")
        try graph.waitUntilIdle()
        #expect(errors.entries == ["a thread that works for the graph cannot wait for it"])
        #expect(seen.entries == ["1@1000"])
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }

    @Test(
        "may wait for the graph on another thread", .timeLimit(.minutes(1)),
        arguments: [GraphThreads.caller, .pool(1)])
    func waitsOutside(_ threads: GraphThreads) throws {
        let errors = Journal<String>()
        let config = graph(
            ["in", "other", "late"],
            [
                // Drops the older packet while it waits for the other stream.
                node(
                    "PassThroughCalculator", ["in", "late"], ["a", "b"],
                    handler: handler("FixedSizeInputStreamHandler")),
                node("PassThroughCalculator", ["other"], ["o"]),
            ])
        let graph = try Graph(config, threads: threads)
        let seen = Journal<String>()
        try seen.observe("o", of: graph)
        try graph.start()
        try graph.add(Packet(Waiting(graph, errors), at: .microseconds(1)), to: "in")
        try graph.add(.int(1, at: 2), to: "in")
        #expect(errors.entries == ["waited"] && seen.entries == ["1@1000"])
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }
}
