import LandmarkGraph
import Testing

/// MediaPipe's documented rules of timestamps and bounds, one test per rule.
@Suite("Rules of timestamps and bounds")
struct TimestampRuleTests {
    private func error(
        _ name: String, _ behavior: ClosureCalculator.Behavior
    ) throws -> GraphRunError? {
        let config = graph(["in"], [node(name, ["in"], ["out"], name: "culprit")])
        let graph = try CalculatorGraph(config, registry: .with(name, behavior), threads: .caller)
        try graph.start()
        try graph.add(.int(1, at: 10), to: "in")
        graph.closeAllInputs()
        do { try graph.waitUntilDone() } catch { return error }
        return nil
    }

    private func processing(
        _ process: @escaping @Sendable (CalculatorContext) throws -> Void
    ) -> ClosureCalculator.Behavior {
        var behavior = ClosureCalculator.Behavior()
        behavior.process = process
        return behavior
    }

    @Test("timestamps in a stream must increase; the error names node and stream")
    func increasing() throws {
        let error = try error(
            "Backwards",
            processing { context in
                try context.outputs[0].send(1, at: .microseconds(5))
                try context.outputs[0].send(2, at: .microseconds(5))
            })
        let text = error?.description ?? ""
        #expect(text.contains("culprit") && text.contains("\"out\"") && text.contains("increase"))
    }

    @Test("a bound must not decrease")
    func boundDecrease() throws {
        let error = try error(
            "BoundDecrease",
            processing { context in
                try context.outputs[0].send(1, at: .microseconds(50))
                try context.outputs[0].setNextTimestampBound(.microseconds(60))
                try context.outputs[0].setNextTimestampBound(.microseconds(70))
            })
        #expect(error == nil)
        let second = try self.error("BoundDecrease2") { behavior in
            behavior.open = { try $0.outputs[0].setNextTimestampBound(.microseconds(60)) }
            behavior.process = { try $0.outputs[0].setNextTimestampBound(.microseconds(40)) }
        }
        #expect(second?.description.contains("decreases from 60 to 40") == true)
    }

    private func error(
        _ name: String, _ change: (inout ClosureCalculator.Behavior) -> Void
    ) throws -> GraphRunError? {
        var behavior = ClosureCalculator.Behavior()
        change(&behavior)
        return try error(name, behavior)
    }

    @Test("a packet below the bound set by an earlier call is an error")
    func beforeBound() throws {
        let error = try error("BeforeBound") { behavior in
            behavior.open = { try $0.outputs[0].setNextTimestampBound(.microseconds(60)) }
            behavior.process = { try $0.outputs[0].send(1) }
        }
        #expect(error?.description.contains("expected at least 60, got 10") == true)
    }

    @Test("sending on a closed stream is an error")
    func closed() throws {
        let error = try error(
            "Closed",
            processing { context in
                context.outputs[0].close()
                try context.outputs[0].send(1)
            })
        #expect(error?.description.contains("closed") == true)
    }

    @Test(
        "special timestamps other than preStream and postStream are not allowed",
        arguments: [
            GraphTimestamp.unset, .unstarted, .oneOverPostStream, .done,
        ])
    func notAllowed(_ timestamp: GraphTimestamp) throws {
        let error = try error(
            "NotAllowed\(timestamp)",
            processing { try $0.outputs[0].send(1, at: timestamp) })
        #expect(error?.description.contains("not allowed") == true)
    }

    @Test("a packet at preStream or postStream must be the only one of its stream")
    func alone() throws {
        let first = try error(
            "AfterPreStream",
            processing { context in
                try context.outputs[0].send(1, at: .preStream)
                try context.outputs[0].send(1, at: .microseconds(0))
            })
        #expect(
            first?.description.hasSuffix(
                "stream \"out\": timestamps must increase: expected at least oneOverPostStream, got 0"
            ) == true,
            "\(String(describing: first))")
        let second = try error(
            "PostStreamAfter",
            processing { context in
                try context.outputs[0].send(1, at: .microseconds(0))
                try context.outputs[0].send(1, at: .postStream)
            })
        #expect(
            second?.description.hasSuffix(
                "stream \"out\": timestamp postStream is not allowed for a packet or bound")
                == true,
            "\(String(describing: second))")
        let third = try error(
            "PostStream", processing { try $0.outputs[0].send(1, at: .postStream) })
        #expect(third == nil)
    }

    /// The packets of "out", which merges "in" with the output of a node that drops every packet.
    private func joined(
        _ name: String, _ contract: @escaping @Sendable (inout CalculatorContract) -> Void
    )
        throws -> [String]
    {
        var behavior = ClosureCalculator.Behavior()
        behavior.contract = { made, _ in contract(&made) }
        let config = graph(
            ["in"],
            [
                node(name, ["in"], ["dropped"]),
                node("MergeCalculator", ["in", "dropped"], ["out"]),
            ])
        let graph = try CalculatorGraph(config, registry: .with(name, behavior), threads: .caller)
        let journal = Journal<String>()
        try journal.observe("out", of: graph)
        try graph.start()
        for time in 0..<3 {
            try graph.add(.int(time, at: Int64(time)), to: "in")
            try graph.waitUntilIdle()
        }
        let seen = journal.entries
        graph.closeAllInputs()
        try graph.waitUntilDone()
        #expect(journal.entries == ["0@0", "1@1", "2@2"])
        return seen
    }

    @Test("without an offset, downstream nodes wait for packets that are not sent")
    func noOffset() throws {
        #expect(try joined("NoOffset") { _ in } == [])
    }

    @Test("an offset propagates bounds when no packet is sent")
    func offset() throws {
        #expect(try joined("Offset") { $0.timestampOffset = 0 } == ["0@0", "1@1", "2@2"])
    }

    @Test("a nonzero offset shifts the bounds")
    func shiftedOffset() throws {
        #expect(try joined("ShiftedOffset") { $0.timestampOffset = -1 } == ["0@0", "1@1"])
    }

    @Test("an offset propagates bounds through nodes that are not called")
    func passedOn() throws {
        let config = graph(
            ["a", "b"],
            [
                node("PassThroughCalculator", ["b"], ["c"]),
                node("PassThroughCalculator", ["c"], ["d"]),
                node("MergeCalculator", ["a", "d"], ["out"]),
            ])
        let graph = try CalculatorGraph(config, threads: .caller)
        let journal = Journal<String>()
        try journal.observe("out", of: graph)
        try graph.start()
        try graph.add(.int(1, at: 10), to: "a")
        try graph.setBound(.microseconds(11), of: "b")
        try graph.waitUntilIdle()
        #expect(journal.entries == ["1@10"])
        graph.closeAllInputs()
        try graph.waitUntilDone()
    }

    @Test("an offset can only be set while the node opens")
    func lateOffset() throws {
        let error = try error("LateOffset", processing { try $0.outputs[0].setOffset(0) })
        #expect(error?.description.contains("only be set while the node opens") == true)
    }

    @Test("a rejected packet or bound at a graph input has no effect")
    func rejected() throws {
        let config = graph(["in"], [node("PassThroughCalculator", ["in"], ["out"])])
        let graph = try CalculatorGraph(config, threads: .caller)
        let journal = Journal<String>()
        try journal.observe("out", of: graph)
        #expect(throws: GraphRunError.self) { try graph.add(.int(0, at: 0), to: "in") }
        try graph.start()
        try graph.add(.int(1, at: 10), to: "in")
        #expect(throws: GraphRunError.self) { try graph.add(.int(2, at: 10), to: "in") }
        #expect(throws: GraphRunError.self) { try graph.add(.int(2, at: 9), to: "in") }
        #expect(throws: GraphRunError.self) { try graph.add(Packet(2), to: "in") }
        #expect(throws: GraphRunError.self) { try graph.setBound(.microseconds(3), of: "in") }
        #expect(throws: GraphRunError.self) { try graph.add(.int(2, at: 11), to: "out") }
        #expect(throws: GraphRunError.self) { try graph.add(.int(2, at: 11), to: "nowhere") }
        try graph.add(.int(3, at: 11), to: "in")
        try graph.close("in")
        #expect(throws: GraphRunError.self) { try graph.add(.int(4, at: 12), to: "in") }
        try graph.waitUntilDone()
        #expect(journal.entries == ["1@10", "3@11"])
    }
}
