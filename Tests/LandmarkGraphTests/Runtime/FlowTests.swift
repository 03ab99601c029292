import LandmarkCore
import LandmarkGraph
import Testing

@Suite("Sources, throttling and side packets")
struct FlowTests {
    static let threads: [GraphThreads] = [.caller, .pool(1), .pool(3)]

    /// A source that sends `count` packets at 0, 1, 2, …
    private static func source(_ count: Int, _ journal: Journal<String>? = nil)
        -> @Sendable (CalculatorContext) throws -> Void
    {
        { context in
            let next = max(GraphTimestamp.microseconds(0), context.outputs[0].bound)
            journal?.note("\(context.node.name)\(next)")
            try context.outputs[0].send(Int(next.rawValue), at: next)
            if next.rawValue + 1 >= count { context.stop() }
        }
    }

    @Test("a source is called until it stops, which ends the run", arguments: threads)
    func sources(_ threads: GraphThreads) throws {
        var behavior = ClosureCalculator.Behavior()
        behavior.process = Self.source(500)
        let name = "Source\(threads)"
        let config = graph(
            [],
            [
                node(name, [], ["a"]), node("PassThroughCalculator", ["a"], ["out"]),
            ])
        let graph = try CalculatorGraph(config, registry: .with(name, behavior), threads: threads)
        let journal = Journal<String>()
        try journal.observe("out", of: graph)
        try graph.run()
        #expect(journal.entries == (0..<500).map { "\($0)@\($0)" })
        try graph.run()
        #expect(journal.entries.count == 1000)
    }

    @Test("sources of a layer start when those of lower layers have stopped")
    func layers() throws {
        let journal = Journal<String>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = Self.source(3, journal)
        let config = graph(
            [],
            [
                node("LayerSource", [], ["b"], name: "late", layer: 1),
                node("LayerSource", [], ["a"], name: "early", layer: 0),
            ])
        let graph = try CalculatorGraph(
            config, registry: .with("LayerSource", behavior), threads: .pool(2))
        try graph.run()
        #expect(journal.entries == ["early0", "early1", "early2", "late0", "late1", "late2"])
    }

    @Test("sources of a layer are scheduled by timestamp")
    func turns() throws {
        let journal = Journal<String>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = Self.source(3, journal)
        let config = graph(
            [],
            [
                node("TurnSource", [], ["a"], name: "a"), node("TurnSource", [], ["b"], name: "b"),
            ])
        let graph = try CalculatorGraph(
            config, registry: .with("TurnSource", behavior), threads: .caller)
        try graph.run()
        #expect(journal.entries == ["a0", "b0", "a1", "b1", "a2", "b2"])
    }

    @Test("a full queue throttles upstream sources", arguments: threads)
    func backPressure(_ threads: GraphThreads) throws {
        let counts = Mutex((made: 0, read: 0, most: 0))
        var source = ClosureCalculator.Behavior()
        source.process = { context in
            let next = max(GraphTimestamp.microseconds(0), context.outputs[0].bound)
            try context.outputs[0].send(Int(next.rawValue), at: next)
            counts.withLock {
                $0.made += 1
                $0.most = max($0.most, $0.made - $0.read)
            }
            if next.rawValue == 299 { context.stop() }
        }
        var slow = ClosureCalculator.Behavior()
        slow.process = { _ in counts.withLock { $0.read += 1 } }
        let names = ["Fast\(threads)", "Slow\(threads)"]
        var registry = CalculatorRegistry.with(names[0], source)
        registry.add(names[1], slow)
        let config = graph(
            [],
            [
                node(names[0], [], ["a"]), node("PassThroughCalculator", ["a"], ["b"]),
                node(names[1], ["b"]),
            ], queue: 4)
        try CalculatorGraph(config, registry: registry, threads: threads).run()
        #expect(counts.withLock { $0.read } == 300)
        // Two queues of 4, plus the packets being processed.
        #expect(counts.withLock { $0.most } <= 4 + 4 + 3)
    }

    @Test("adding to a full queue waits, or fails if requested")
    func inputs() throws {
        // Without packets on "b", those on "a" are queued.
        let config = graph(
            ["a", "b"], [node("MergeCalculator", ["a", "b"], ["out"])], queue: 3)
        let graph = try CalculatorGraph(config, threads: .caller)
        let journal = Journal<String>()
        try journal.observe("out", of: graph)
        try graph.start()
        for time in 0..<3 { try graph.add(.int(time, at: Int64(time)), to: "a", whenFull: .fail) }
        #expect {
            try graph.add(.int(3, at: 3), to: "a", whenFull: .fail)
        } throws: {
            if case .full("a")? = $0 as? GraphRunError { true } else { false }
        }
        // The other input is not throttled.
        try graph.add(.int(9, at: 0), to: "b", whenFull: .fail)
        // Waiting detects the deadlock, and the full queue grows.
        for time in 3..<20 { try graph.add(.int(time, at: Int64(time)), to: "a") }
        graph.closeAllInputs()
        try graph.waitUntilDone()
        #expect(journal.entries == (0..<20).map { "\($0)@\($0)" })
    }

    @Test("with report_deadlock, a deadlock is an error that names the full streams")
    func deadlock() throws {
        let config = graph(
            ["a", "b"], [node("MergeCalculator", ["a", "b"], ["out"])], queue: 3, deadlock: true)
        let graph = try CalculatorGraph(config, threads: .caller)
        try graph.start()
        #expect {
            for time in 0..<9 { try graph.add(.int(time, at: Int64(time)), to: "a") }
            try graph.waitUntilDone()
        } throws: {
            if case .deadlock(["a"])? = $0 as? GraphRunError { true } else { false }
        }
        #expect(throws: GraphRunError.self) { try graph.waitUntilDone() }
        #expect(!graph.isRunning)
    }

    @Test("provided and produced side packets are available in open", arguments: threads)
    func sidePackets(_ threads: GraphThreads) throws {
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { context in
            let factor = try context.sideValue(Int.self) * context.sideValue(Int.self, "", 1)
            try context.outputs[0].send(context.inputs[0].get(Int.self) * factor)
        }
        let name = "Multiply\(threads)"
        let constant = NodeOptions(
            "mediapipe.ConstantSidePacketCalculatorOptions",
            TextField("packet", .message(TextField("int_value", .integer(7)))))
        let config = graph(
            ["in"],
            [
                node(name, ["in"], ["out"], side: ["seven", "given"]),
                node("ConstantSidePacketCalculator", made: ["PACKET:seven"], options: constant),
            ])
        let graph = try CalculatorGraph(config, registry: .with(name, behavior), threads: threads)
        let journal = Journal<String>()
        try journal.observe("out", of: graph)
        try graph.start(sidePackets: ["given": Packet(3)])
        try graph.add(.int(2, at: 5), to: "in")
        graph.closeAllInputs()
        try graph.waitUntilDone()
        #expect(journal.entries == ["42@5"])
        #expect(try graph.sidePacket("seven")?.get(Int.self) == 7)
        #expect(graph.sidePacket("nothing") == nil)
    }

    @Test("the error for a missing or wrong side packet names node and packet")
    func wrongSidePackets() throws {
        var behavior = ClosureCalculator.Behavior()
        behavior.contract = { contract, _ in
            contract.inputSidePacket("MODEL", 0, .type(String.self))
        }
        let config = graph(
            ["in"], [node("NeedsModel", ["in"], side: ["MODEL:model"], name: "needy")])
        let graph = try CalculatorGraph(config, registry: .with("NeedsModel", behavior))
        for given in [[:], ["model": Packet(1)]] {
            #expect {
                try graph.start(sidePackets: given)
            } throws: {
                "\($0)".contains("needy") && "\($0)".contains("\"model\"")
            }
            #expect(!graph.isRunning)
        }
        try graph.start(sidePackets: ["model": Packet("m")])
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }

    @Test("a node whose side packet is never produced is reported")
    func neverOpened() throws {
        let config = graph(
            ["in"],
            [
                node("ClosureNever", made: ["never"]),
                node("PassThroughCalculator", ["in"], ["out"], side: ["never"], name: "waiting"),
            ])
        let graph = try CalculatorGraph(
            config, registry: .with("ClosureNever", .init()), threads: .caller)
        try graph.start()
        graph.closeAllInputs()
        #expect { try graph.waitUntilDone() } throws: {
            guard case .neverOpened(let nodes)? = $0 as? GraphRunError else { return false }
            return nodes.map(\.name) == ["waiting"]
        }
    }

    @Test(
        "stop in a node with inputs ends the run after processing all packets", arguments: threads)
    func stopping(_ threads: GraphThreads) throws {
        var source = ClosureCalculator.Behavior()
        source.process = Self.source(.max)
        var stopper = ClosureCalculator.Behavior()
        stopper.process = { context in
            try context.outputs[0].send(context.inputs[0].packet)
            if context.timestamp == .microseconds(9) { context.stop() }
        }
        var registry = CalculatorRegistry.with("Endless\(threads)", source)
        registry.add("Stopper\(threads)", stopper)
        let config = graph(
            [],
            [
                node("Endless\(threads)", [], ["a"]), node("Stopper\(threads)", ["a"], ["out"]),
            ])
        let graph = try CalculatorGraph(config, registry: registry, threads: threads)
        let journal = Journal<String>()
        try journal.observe("out", of: graph)
        try graph.run()
        // The source continues until the stop takes effect, and its packets are processed.
        #expect(journal.entries.count >= 10)
        #expect(journal.entries == journal.entries.indices.map { "\($0)@\($0)" })
        if threads == .caller { #expect(journal.entries.count == 10) }
    }

    @Test("a poller returns packets in order, bounds if requested, and nil at the end")
    func pollers() throws {
        let config = graph(["in"], [node("PassThroughCalculator", ["in"], ["out"])])
        for threads in Self.threads {
            let graph = try CalculatorGraph(config, threads: threads)
            let poller = try graph.poller("out")
            let bounds = try graph.poller("out", bounds: true)
            #expect(try poller.next() == nil)
            try graph.start()
            for time in 0..<5 { try graph.add(.int(time, at: Int64(time)), to: "in") }
            for time in 0..<5 { #expect(try poller.next()?.get(Int.self) == time) }
            for time in 0..<5 { #expect(try bounds.next()?.get(Int.self) == time) }
            try graph.setBound(.microseconds(30), of: "in")
            #expect(try bounds.next()?.timestamp == .microseconds(29))
            graph.closeAllInputs()
            #expect(try poller.next() == nil)
            #expect(try bounds.next() == nil)
            try graph.waitUntilDone()
        }
    }

    @Test("a poller with a queue limit throttles the graph")
    func fullPoller() throws {
        var source = ClosureCalculator.Behavior()
        source.process = Self.source(100)
        let config = graph([], [node("PolledSource", [], ["out"])])
        let graph = try CalculatorGraph(
            config, registry: .with("PolledSource", source), threads: .pool(1))
        let poller = try graph.poller("out", maxQueueSize: 2)
        try graph.start()
        try graph.waitUntilIdle()
        #expect(poller.count <= 3)
        for time in 0..<100 { #expect(try poller.next()?.get(Int.self) == time) }
        #expect(try poller.next() == nil)
        try graph.waitUntilDone()
    }

    @Test("a poller with a limit of 0 holds one packet", .timeLimit(.minutes(1)))
    func emptyPoller() throws {
        let config = graph(["in"], [node("PassThroughCalculator", ["in"], ["out"])])
        for threads in Self.threads {
            let graph = try CalculatorGraph(config, threads: threads)
            let poller = try graph.poller("out", maxQueueSize: 0)
            try graph.start()
            for time in 0..<3 {
                try graph.add(.int(time, at: Int64(time)), to: "in")
                #expect(try poller.next()?.get(Int.self) == time)
            }
            graph.closeAllInputs()
            try graph.waitUntilDone()
        }
    }

    @Test("a released poller does not throttle", .timeLimit(.minutes(1)))
    func releasedPoller() throws {
        var source = ClosureCalculator.Behavior()
        source.process = Self.source(100)
        let config = graph([], [node("PolledSource", [], ["out"])])
        for threads in Self.threads {
            let graph = try CalculatorGraph(
                config, registry: .with("PolledSource", source), threads: threads)
            do { _ = try graph.poller("out", maxQueueSize: 3) }
            var late: GraphPoller? = try graph.poller("out", maxQueueSize: 3)
            let journal = Journal<String>()
            try journal.observe("out", of: graph)
            try graph.start()
            #expect(try late?.next()?.get(Int.self) == 0)
            late = nil
            try graph.waitUntilDone()
            #expect(journal.entries.count == 100)
        }
    }

    @Test("an observer may add packets without blocking")
    func fromObserver() throws {
        let config = graph(
            ["in", "more"],
            [
                node("PassThroughCalculator", ["in"], ["out"]),
                node("MergeCalculator", ["in", "more"], ["joined"]),
            ], queue: 2)
        let graph = try CalculatorGraph(config, threads: .pool(1))
        let journal = Journal<String>()
        try journal.observe("joined", of: graph)
        weak let weakGraph = graph
        try graph.observe("out") { packet in
            try weakGraph?.add(packet, to: "more")
        }
        try graph.start()
        for time in 0..<50 { try graph.add(.int(time, at: Int64(time)), to: "in") }
        try graph.waitUntilIdle()
        graph.closeAllInputs()
        try graph.waitUntilDone()
        #expect(journal.entries.count == 50)
    }
}
