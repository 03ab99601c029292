import LandmarkCore
import LandmarkGraph
import Testing

@Suite("Release of payloads and errors")
struct ReleaseTests {
    /// A payload whose `deinit` accesses the graph.
    private final class GraphUser: Sendable {
        let graph: CalculatorGraph
        let released: Journal<Bool>

        init(_ graph: CalculatorGraph, _ released: Journal<Bool>) {
            self.graph = graph
            self.released = released
        }

        deinit { released.note(graph.isRunning) }
    }

    /// An error whose release accesses the graph.
    private struct GraphUserError: Error {
        let payload: GraphUser
    }

    @Test(
        "payloads may use the graph when processed, discarded, dropped or left over",
        arguments: [GraphThreads.caller, .pool(2)])
    func packets(_ threads: GraphThreads) throws {
        let released = Journal<Bool>()
        let made = Journal<Int>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { context in
            let payload = try context.inputs[0].packet.get(GraphUser.self)
            made.note(1)
            try context.outputs[0].send(GraphUser(payload.graph, released))
        }
        let name = "Release\(threads)"
        let config = graph(
            ["in", "late"],
            [
                node(name, ["in"], ["unread"]),
                node("PassThroughCalculator", ["in", "late"], ["a", "b"]),
            ])
        let graph = try CalculatorGraph(config, registry: .with(name, behavior), threads: threads)
        let poller = try graph.poller("in")
        for run in 0..<2 {
            try graph.start()
            for time in 0..<4 {
                made.note(1)
                try graph.add(
                    Packet(GraphUser(graph, released), at: .microseconds(Int64(time))), to: "in")
                if time == 1 { try graph.waitUntilIdle() }
            }
            #expect(poller.count == 4, "run \(run)")
            graph.cancel()
            #expect(throws: GraphRunError.self) { try graph.waitUntilDone() }
        }
        // Packets left in the poller are released when the next run starts.
        try graph.start()
        graph.closeAllInputs()
        try graph.waitUntilDone()
        // A thread of the pool may still be about to let go of the packet that it processed last.
        let start = MonotonicTime.now
        while released.entries.count < made.entries.count, start.elapsedSeconds < 10 {}
        #expect(released.entries.count == made.entries.count)
        #expect(released.entries.count >= 12)
        #expect(released.entries.contains(true))
    }

    @Test(
        "the error of an earlier run may use the graph when released",
        arguments: [GraphThreads.caller, .pool(2)])
    func errors(_ threads: GraphThreads) throws {
        let released = Journal<Bool>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { context in
            throw GraphUserError(payload: try context.inputs[0].packet.get(GraphUser.self))
        }
        let name = "ReleasedErrors\(threads)"
        let graph = try CalculatorGraph(
            graph(["in"], [node(name, ["in"])]), registry: .with(name, behavior), threads: threads)
        try graph.start()
        try graph.add(Packet(GraphUser(graph, released), at: .microseconds(0)), to: "in")
        #expect(throws: GraphRunError.self) { try graph.waitUntilDone() }
        #expect(released.entries.isEmpty)
        try graph.start()
        #expect(released.entries == [true])
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }

    /// A payload whose `deinit` adds a packet and waits for the graph.
    private final class GraphWaiter: Sendable {
        let graph: CalculatorGraph
        let errors: Journal<String>

        init(_ graph: CalculatorGraph, _ errors: Journal<String>) {
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
        "waiting on a graph thread throws",
        .timeLimit(.minutes(1)), arguments: [GraphThreads.caller, .pool(1), .pool(2)])
    func waitsWithin(_ threads: GraphThreads) throws {
        let errors = Journal<String>()
        var behavior = ClosureCalculator.Behavior()
        let slot = Journal<CalculatorGraph>()
        behavior.process = { context in
            guard let graph = slot.entries.first else { return }
            try context.outputs[0].send(GraphWaiter(graph, errors))
        }
        let name = "ReleaseWaits\(threads)"
        let graph = try CalculatorGraph(
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
        #expect(errors.entries == ["cannot wait for the graph on one of its own threads"])
        #expect(seen.entries == ["1@1000"])
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }

    @Test(
        "waiting on another thread succeeds", .timeLimit(.minutes(1)),
        arguments: [GraphThreads.caller, .pool(1)])
    func waitsOutside(_ threads: GraphThreads) throws {
        let errors = Journal<String>()
        let config = graph(
            ["in", "other", "late"],
            [
                // Drops the older packet while waiting for the other stream.
                node(
                    "PassThroughCalculator", ["in", "late"], ["a", "b"],
                    handler: handler("FixedSizeInputStreamHandler")),
                node("PassThroughCalculator", ["other"], ["o"]),
            ])
        let graph = try CalculatorGraph(config, threads: threads)
        let seen = Journal<String>()
        try seen.observe("o", of: graph)
        try graph.start()
        try graph.add(Packet(GraphWaiter(graph, errors), at: .microseconds(1)), to: "in")
        try graph.add(.int(1, at: 2), to: "in")
        #expect(errors.entries == ["waited"] && seen.entries == ["1@1000"])
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }
}

@Suite("Waiting on graph threads")
struct WaitingTests {
    @Test(
        "observers and calculators cannot wait, and the run continues",
        arguments: [GraphThreads.caller, .pool(1), .pool(3)])
    func fromWithin(_ threads: GraphThreads) throws {
        let seen = Journal<String>()
        let graphs = Journal<CalculatorGraph>()
        let pollers = Journal<GraphPoller>()
        @Sendable func attempt() {
            do { try graphs.entries[0].waitUntilIdle() } catch { seen.note("\(error)") }
            do { try graphs.entries[0].waitUntilDone() } catch { seen.note("\(error)") }
            // Twice, so that a nested call on the same thread is covered too.
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
        let graph = try CalculatorGraph(
            graph(["in", "other"], [node(name, ["in"], ["out"])]),
            registry: .with(name, behavior), threads: threads)
        try graph.observe("out") { _ in attempt() }
        graphs.note(graph)
        pollers.note(try graph.poller("other"))
        try graph.start()
        try graph.add(.int(1, at: 0), to: "in")
        try graph.waitUntilIdle()
        let message = "cannot wait for the graph on one of its own threads"
        #expect(seen.entries == Array(repeating: message, count: 8))
        // A packet already queued can be polled.
        try graph.add(.int(2, at: 0), to: "other")
        try graph.add(.int(2, at: 1), to: "in")
        try graph.waitUntilIdle()
        #expect(seen.entries.count == 8 + 8 - 1)
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }

    @Test("polling in an observer does not run two nodes at once")
    func oneAtATime() throws {
        let running = Journal<Int>()
        let pollers = Journal<GraphPoller>()
        let graph = try CalculatorGraph(
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
