import LandmarkGraph
import Testing

/// MediaPipe's documented rules of synchronization (docs/framework_concepts/synchronization.md and
/// realtime_streams.md), one test per rule.
@Suite("Rules of synchronization")
struct SynchronizationTests {
    /// Runs a graph of one node that logs each call as `a,b@timestamp`.
    private func calls(
        _ name: String, inputs: [String] = ["a", "b"], handler: HandlerConfig? = nil,
        bounds: Bool = false, _ feed: (CalculatorGraph) throws -> Void
    ) throws -> [String] {
        let journal = Journal<String>()
        var behavior = ClosureCalculator.Behavior()
        behavior.contract = { contract, _ in contract.processesTimestampBounds = bounds }
        behavior.process = { context in
            let values = try (0..<context.inputs.count()).map { index in
                try context.inputs[index].value(Int.self).map(String.init) ?? "-"
            }
            journal.note(values.joined(separator: ",") + "@\(context.timestamp)")
        }
        behavior.close = { _ in journal.note("close") }
        let config = graph(inputs, [node(name, inputs, handler: handler)])
        let graph = try CalculatorGraph(config, registry: .with(name, behavior), threads: .caller)
        try graph.start()
        try graph.waitUntilIdle()
        try feed(graph)
        graph.closeAllInputs()
        try graph.waitUntilDone()
        return journal.entries
    }

    @Test("packets with the same timestamp are processed together, regardless of arrival order")
    func together() throws {
        let seen = try calls("Together") { graph in
            try graph.add(.int(1, at: 10), to: "a")
            try graph.waitUntilIdle()
            try graph.add(.int(2, at: 10), to: "b")
            try graph.waitUntilIdle()
            try graph.add(.int(3, at: 20), to: "b")
            try graph.add(.int(4, at: 20), to: "a")
        }
        #expect(seen == ["1,2@10", "4,3@20", "close"])
    }

    @Test("input sets are processed in strictly ascending order, and no packet is dropped")
    func ascending() throws {
        let seen = try calls("Ascending") { graph in
            for time in [5, 6, 9] { try graph.add(.int(time, at: Int64(time)), to: "b") }
            for time in [1, 6, 7] { try graph.add(.int(time, at: Int64(time)), to: "a") }
        }
        #expect(seen == ["1,-@1", "-,5@5", "6,6@6", "7,-@7", "-,9@9", "close"])
    }

    @Test("a timestamp is processed once it is settled on all streams")
    func settled() throws {
        let journal = Journal<String>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { journal.note("\($0.timestamp)") }
        let graph = try CalculatorGraph(
            graph(["a", "b"], [node("Settled", ["a", "b"])]),
            registry: .with("Settled", behavior), threads: .caller)
        try graph.start()
        try graph.add(.int(1, at: 10), to: "a")
        try graph.waitUntilIdle()
        #expect(journal.entries == [])
        try graph.setBound(.microseconds(10), of: "b")
        try graph.waitUntilIdle()
        #expect(journal.entries == [])
        try graph.setBound(.microseconds(11), of: "b")
        try graph.waitUntilIdle()
        #expect(journal.entries == ["10"])
        let seen = try calls("Settled2") { graph in
            try graph.add(.int(1, at: 10), to: "a")
            try graph.add(.int(2, at: 11), to: "b")
            try graph.waitUntilIdle()
            // 11 is not settled on "a": a packet may still arrive.
            try graph.setBound(.microseconds(12), of: "a")
            try graph.waitUntilIdle()
            try graph.add(.int(3, at: 12), to: "a")
        }
        #expect(seen == ["1,-@10", "-,2@11", "3,-@12", "close"])
    }

    @Test("setting a bound settles a stream without packets")
    func bounds() throws {
        let seen = Journal<String>()
        let config = graph(["a", "b"], [node("MergeCalculator", ["a", "b"], ["out"])])
        let graph = try CalculatorGraph(config, threads: .caller)
        try seen.observe("out", of: graph)
        try graph.start()
        try graph.add(.int(1, at: 10), to: "a")
        try graph.waitUntilIdle()
        #expect(seen.entries == [])
        try graph.setBound(.microseconds(10), of: "b")
        try graph.waitUntilIdle()
        #expect(seen.entries == [])
        try graph.setBound(.microseconds(11), of: "b")
        try graph.waitUntilIdle()
        #expect(seen.entries == ["1@10"])
        graph.cancel()
        #expect(throws: GraphRunError.self) { try graph.waitUntilDone() }
    }

    @Test("an empty packet at t sets the bound to t + 1")
    func emptyPacket() throws {
        let seen = Journal<String>()
        let config = graph(["a", "b"], [node("MergeCalculator", ["a", "b"], ["out"])])
        let graph = try CalculatorGraph(config, threads: .caller)
        try seen.observe("out", of: graph)
        try graph.start()
        try graph.add(.int(1, at: 10), to: "a")
        try graph.add(.empty(at: .microseconds(10)), to: "b")
        try graph.waitUntilIdle()
        #expect(seen.entries == ["1@10"])
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }

    @Test("when processing bounds, settled timestamps without packets are processed too")
    func processedBounds() throws {
        let seen = try calls("Bounds", inputs: ["a"], bounds: true) { graph in
            try graph.setBound(.microseconds(5), of: "a")
            try graph.waitUntilIdle()
            try graph.add(.int(1, at: 7), to: "a")
            try graph.waitUntilIdle()
            try graph.setBound(.microseconds(8), of: "a")
            try graph.setBound(.microseconds(20), of: "a")
        }
        #expect(seen == ["-@4", "1@7", "-@19", "close"])
    }

    @Test("the immediate handler delivers packets as they arrive")
    func immediate() throws {
        let seen = try calls("Immediate", handler: handler("ImmediateInputStreamHandler")) {
            graph in
            try graph.add(.int(1, at: 10), to: "a")
            try graph.waitUntilIdle()
            try graph.add(.int(2, at: 5), to: "b")
            try graph.waitUntilIdle()
            try graph.add(.int(3, at: 30), to: "a")
            try graph.add(.int(4, at: 30), to: "b")
        }
        #expect(Array(seen.prefix(2)) == ["1,-@10", "-,2@5"])
        #expect(seen.contains("3,-@30") && seen.contains("-,4@30"))
        #expect(seen.last == "close")
    }

    @Test("the fixed-size handler keeps the newest packets")
    func fixedSize() throws {
        let newest = handler(
            "FixedSizeInputStreamHandler", TextField("trigger_queue_size", .integer(3)),
            TextField("target_queue_size", .integer(1)))
        let seen = try calls("FixedSize", handler: newest) { graph in
            for time in 0..<10 {
                try graph.add(.int(time, at: Int64(time)), to: "a")
                try graph.add(.int(time, at: Int64(time)), to: "b")
            }
        }
        // All packets were added before the node ran: its first call still got the first pair.
        #expect(seen.first == "0,0@0")
        #expect(seen.dropLast().last == "9,9@9")
        #expect(seen.count < 6)
    }

    @Test("with fixed_min_size, packets are dropped only when all queues are long")
    func fixedMinimum() throws {
        let newest = handler(
            "FixedSizeInputStreamHandler", TextField("fixed_min_size", .bool(true)))
        let seen = try calls("FixedMinimum", handler: newest) { graph in
            for time in 0..<5 { try graph.add(.int(time, at: Int64(time)), to: "a") }
            try graph.add(.int(4, at: 4), to: "b")
        }
        #expect(seen == ["0,-@0", "1,-@1", "2,-@2", "3,-@3", "4,4@4", "close"])
    }

    @Test("sync sets are synchronized independently")
    func syncSets() throws {
        let sets = handler(
            "SyncSetInputStreamHandler",
            TextField(
                "sync_set", .message(TextField("tag_index", list: [.string(":0"), .string(":1")])))
        )
        let seen = try calls("SyncSets", inputs: ["a", "b", "c"], handler: sets) { graph in
            try graph.add(.int(1, at: 50), to: "c")
            try graph.waitUntilIdle()
            try graph.add(.int(2, at: 10), to: "a")
            try graph.waitUntilIdle()
            try graph.add(.int(3, at: 10), to: "b")
        }
        #expect(seen == ["-,-,1@50", "2,3,-@10", "close"])
    }

    @Test("the early-close handler closes the node with the first stream done")
    func earlyClose() throws {
        let seen = try calls("EarlyClose", handler: handler("EarlyCloseInputStreamHandler")) {
            graph in
            try graph.add(.int(1, at: 1), to: "a")
            try graph.add(.int(2, at: 1), to: "b")
            try graph.waitUntilIdle()
            try graph.add(.int(3, at: 2), to: "a")
            try graph.close("b")
            try graph.waitUntilIdle()
            try graph.add(.int(4, at: 3), to: "a")
        }
        #expect(seen == ["1,2@1", "close"])
    }

    @Test("the error for an unknown handler names node and handler")
    func unknownHandler() throws {
        let config = graph(
            ["a"],
            [
                node(
                    "PassThroughCalculator", ["a"], ["b"], handler: handler("LuckyHandler"),
                    name: "lucky")
            ])
        #expect {
            try CalculatorGraph(config)
        } throws: {
            "\($0)".contains("LuckyHandler") && "\($0)".contains("lucky")
        }
    }
}
