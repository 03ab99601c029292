import LandmarkCore
import LandmarkGraph
import Testing

@Suite("Errors during a run")
struct ErrorTests {
    struct Broken: Error {}

    /// Runs a chain of three nodes with `behavior` in the middle; returns the error and the calls
    /// of the other two nodes.
    private func run(
        _ test: String, threads: GraphThreads, _ behavior: ClosureCalculator.Behavior
    ) throws -> (error: GraphRunError?, calls: [String]) {
        let name = "\(test)\(threads)"
        let journal = Journal<String>()
        var watching = ClosureCalculator.Behavior()
        watching.open = { journal.note("open \($0.node.name)") }
        watching.process = { try $0.outputs[0].send($0.inputs[0].packet) }
        watching.close = { context in
            journal.note(
                "close \(context.node.name)\(context.runError == nil ? "" : " with error")")
        }
        var registry = CalculatorRegistry.with(name, behavior)
        registry.add(name + "Watch", watching)
        let config = graph(
            ["in"],
            [
                node(name + "Watch", ["in"], ["a"], name: "first"),
                node(name, ["a"], ["b"], name: "culprit"),
                node(name + "Watch", ["b"], ["out"], name: "last"),
            ])
        let graph = try CalculatorGraph(config, registry: registry, threads: threads)
        try graph.start()
        var failure: GraphRunError?
        do {
            for time in 0..<3 { try graph.add(.int(time, at: Int64(time)), to: "in") }
            graph.closeAllInputs()
            try graph.waitUntilDone()
        } catch { failure = error }
        // Whichever call threw the error, the run ends.
        do { try graph.waitUntilDone() } catch { failure = error }
        #expect(!graph.isRunning)
        return (failure, journal.entries)
    }

    static let threads: [GraphThreads] = [.caller, .pool(1), .pool(3)]

    @Test("an error in init ends the run", arguments: threads)
    func initialize(_ threads: GraphThreads) throws {
        var behavior = ClosureCalculator.Behavior()
        behavior.initialize = { throw Broken() }
        let (error, calls) = try run("MakeFails", threads: threads, behavior)
        #expect(error?.description.contains("culprit") == true)
        #expect(error?.description.contains("initializing") == true)
        #expect(
            calls.map { $0.replacing(" with error", with: "") } == ["open first", "close first"])
    }

    @Test(
        "an error in open ends the run; other open nodes are closed once", arguments: threads
    )
    func open(_ threads: GraphThreads) throws {
        let closed = Journal<Int>()
        var behavior = ClosureCalculator.Behavior()
        behavior.open = { _ in throw Broken() }
        behavior.close = { _ in closed.note(1) }
        let (error, calls) = try run("OpenFails", threads: threads, behavior)
        guard case .calculator(let node, .open, _, let cause)? = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(node.name == "culprit" && cause is Broken)
        #expect(
            calls.map { $0.replacing(" with error", with: "") } == ["open first", "close first"])
        #expect(closed.entries.isEmpty)
    }

    @Test("an error in process ends the run; all open nodes are closed once", arguments: threads)
    func process(_ threads: GraphThreads) throws {
        let closed = Journal<Bool>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { context in
            if context.timestamp == .microseconds(1) { throw Broken() }
            try context.outputs[0].send(context.inputs[0].packet)
        }
        behavior.close = { closed.note($0.runError is GraphRunError) }
        let (error, calls) = try run("ProcessFails", threads: threads, behavior)
        guard case .calculator(let node, .process, let timestamp, let cause)? = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(node.name == "culprit" && timestamp == .microseconds(1) && cause is Broken)
        #expect(closed.entries == [true])
        #expect(calls.filter { $0.hasPrefix("close") }.count == 2)
        #expect(calls.contains("close last with error"))
    }

    @Test("an error in close ends the run", arguments: threads)
    func close(_ threads: GraphThreads) throws {
        var behavior = ClosureCalculator.Behavior()
        behavior.close = { _ in throw Broken() }
        let (error, calls) = try run("CloseFails", threads: threads, behavior)
        guard case .calculator(let node, .close, _, _)? = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(node.name == "culprit")
        #expect(calls.filter { $0.hasPrefix("close") }.count == 2)
    }

    @Test("an error of an observer ends the run", arguments: threads)
    func observer(_ threads: GraphThreads) throws {
        let config = graph(["in"], [node("PassThroughCalculator", ["in"], ["out"])])
        let graph = try CalculatorGraph(config, threads: threads)
        try graph.observe("out") { _ in throw Broken() }
        try graph.start()
        try graph.add(.int(1, at: 7), to: "in")
        graph.closeAllInputs()
        #expect {
            try graph.waitUntilDone()
        } throws: { error in
            guard case .observer("out", .microseconds(7), let cause)? = error as? GraphRunError
            else {
                return false
            }
            return cause is Broken
        }
    }

    @Test("the error for a wrong payload type names node and stream")
    func wrongType() throws {
        var behavior = ClosureCalculator.Behavior()
        behavior.contract = { contract, _ in contract.output("TYPED", 0, .type(String.self)) }
        behavior.process = { try $0.outputs["TYPED"].send(5) }
        let config = graph(["in"], [node("WrongType", ["in"], ["TYPED:out"], name: "culprit")])
        let graph = try CalculatorGraph(
            config, registry: .with("WrongType", behavior), threads: .caller)
        try graph.start()
        try graph.add(.int(1, at: 7), to: "in")
        graph.closeAllInputs()
        #expect {
            try graph.waitUntilDone()
        } throws: {
            let text = "\($0)"
            return text.contains("culprit") && text.contains("\"out\"")
                && text.contains("carries Int, expected String")
        }
    }

    @Test("a graph input rejects packets of the wrong type, and the run continues")
    func wrongInput() throws {
        let config = graph(
            ["in", "gate"], [node("GateCalculator", ["in", "ALLOW:gate"], ["out"])])
        let graph = try CalculatorGraph(config, threads: .caller)
        try graph.start()
        #expect {
            try graph.add(.int(1, at: 7), to: "gate")
        } throws: {
            "\($0)".contains("\"gate\"") && "\($0)".contains("expected Bool")
        }
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }

    @Test(
        "added packets are checked against all consumers, including those behind pass-through nodes"
    )
    func commonType() throws {
        var registry = DeclaredCalculators.registry
        registry.merge(.standard)
        let config = graph(
            ["in", "free"],
            [
                node("TakeIntOrString", ["in"]), node("PassThroughCalculator", ["in"], ["passed"]),
                node("TakeString", ["passed"]), node("PassThroughCalculator", ["free"], ["any"]),
            ])
        let valid = try ValidatedGraph(config, registry: registry)
        #expect(valid.payloadTypes(ofStream: "in") == [PayloadType(String.self)])
        #expect(valid.payloadTypes(ofStream: "passed") == [PayloadType(String.self)])
        #expect(valid.payloadTypes(ofStream: "any").isEmpty)
        let graph = try CalculatorGraph(valid, threads: .caller)
        try graph.start()
        #expect {
            try graph.add(.int(1, at: 7), to: "in")
        } throws: { error in
            guard case .input(let error)? = error as? GraphRunError else { return false }
            let string = PayloadType(String.self)
            return error.stream == "in"
                && error.kind == .wrongPayload(expected: [string], got: PayloadType(Int.self))
        }
        try graph.add(Packet("text", at: .microseconds(7)), to: "in")
        try graph.add(.int(1, at: 7), to: "free")
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }

    @Test("sent packets are checked against all consumers")
    func commonOutputType() throws {
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { try $0.outputs[0].send(5) }
        var registry = CalculatorRegistry.with("SendsInt", behavior)
        registry.merge(DeclaredCalculators.registry)
        let config = graph(
            ["in"],
            [node("SendsInt", ["in"], ["out"], name: "culprit"), node("TakeString", ["out"])])
        let graph = try CalculatorGraph(config, registry: registry, threads: .caller)
        try graph.start()
        try graph.add(.int(1, at: 7), to: "in")
        graph.closeAllInputs()
        #expect {
            try graph.waitUntilDone()
        } throws: {
            "\($0)".contains("culprit") && "\($0)".contains("\"out\"")
                && "\($0)".contains("carries Int, expected String")
        }
    }

    @Test("a graph can be restarted after an error")
    func again() throws {
        let journal = Journal<Int>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { context in
            if journal.entries.isEmpty {
                journal.note(1)
                throw Broken()
            }
            try context.outputs[0].send(context.inputs[0].packet)
        }
        let config = graph(["in"], [node("FailsOnce", ["in"], ["out"])])
        let graph = try CalculatorGraph(config, registry: .with("FailsOnce", behavior))
        let seen = Journal<String>()
        try seen.observe("out", of: graph)
        for _ in 0..<2 {
            try graph.start()
            try? graph.add(.int(1, at: 0), to: "in")
            graph.closeAllInputs()
            try? graph.waitUntilDone()
        }
        #expect(seen.entries == ["1@0"])
    }

    @Test("a node that was ready when the run failed is closed without packets", arguments: [0, 1])
    func closeAfterError(_ place: Int) throws {
        let closed = Journal<Bool>()
        let processed = Journal<Int>()
        var ready = ClosureCalculator.Behavior()
        ready.process = { _ in processed.note(1) }
        ready.close = { closed.note($0.inputs[0].packet.isEmpty) }
        var failing = ClosureCalculator.Behavior()
        failing.process = { _ in throw Broken() }
        var registry = CalculatorRegistry.with("ReadyWhenFailed\(place)", ready)
        registry.add("FailsFirst\(place)", failing)
        var nodes = [node("ReadyWhenFailed\(place)", ["in"])]
        nodes.insert(node("FailsFirst\(place)", ["in"]), at: place)
        let graph = try CalculatorGraph(graph(["in"], nodes), registry: registry, threads: .caller)
        try graph.start()
        try graph.waitUntilIdle()
        try graph.add(.int(1, at: 0), to: "in")
        #expect(throws: GraphRunError.self) { try graph.waitUntilDone() }
        #expect(closed.entries == [true])
        // Among ready nodes, the one closer to the end of the graph runs first.
        #expect(processed.entries.count == 1 - place)
    }

    @Test("cancelling ends the run, closes its nodes and is reported", arguments: threads)
    func cancel(_ threads: GraphThreads) throws {
        let closed = Journal<Int>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { try $0.outputs[0].send($0.inputs[0].packet) }
        behavior.close = { _ in closed.note(1) }
        let config = graph(["in"], [node("Cancelled\(threads)", ["in"], ["out"])])
        let graph = try CalculatorGraph(
            config, registry: .with("Cancelled\(threads)", behavior), threads: threads)
        try graph.start()
        try graph.add(.int(1, at: 0), to: "in")
        try graph.waitUntilIdle()
        graph.cancel()
        #expect { try graph.waitUntilDone() } throws: {
            if case .cancelled? = $0 as? GraphRunError { true } else { false }
        }
        #expect(closed.entries == [1])
        #expect { try graph.add(.int(2, at: 1), to: "in") } throws: {
            if case .cancelled? = $0 as? GraphRunError { true } else { false }
        }
    }
}
