import LandmarkGraph
import Testing

/// MediaPipe's documented rules of timestamps and bounds, one test for each.
@Suite("Rules of time")
struct TimeTests {
    private func error(
        _ name: String, _ behavior: ClosureCalculator.Behavior
    ) throws -> GraphRunError? {
        let config = graph(["in"], [node(name, ["in"], ["out"], name: "culprit")])
        let graph = try Graph(config, registry: .with(name, behavior), threads: .caller)
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

    @Test("timestamps in a stream increase, or the run ends and names node and stream")
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

    @Test("a bound may not go back")
    func boundBack() throws {
        let error = try error(
            "BoundBack",
            processing { context in
                try context.outputs[0].send(1, at: .microseconds(50))
                try context.outputs[0].setNextTimestampBound(.microseconds(60))
                try context.outputs[0].setNextTimestampBound(.microseconds(70))
            })
        #expect(error == nil)
        let second = try self.error("BoundBack2") { behavior in
            behavior.open = { try $0.outputs[0].setNextTimestampBound(.microseconds(60)) }
            behavior.process = { try $0.outputs[0].setNextTimestampBound(.microseconds(40)) }
        }
        #expect(second?.description.contains("goes back from 60 to 40") == true)
    }

    private func error(
        _ name: String, _ change: (inout ClosureCalculator.Behavior) -> Void
    ) throws -> GraphRunError? {
        var behavior = ClosureCalculator.Behavior()
        change(&behavior)
        return try error(name, behavior)
    }

    @Test("a packet before a bound of an earlier call is an error")
    func beforeBound() throws {
        let error = try error("BeforeBound") { behavior in
            behavior.open = { try $0.outputs[0].setNextTimestampBound(.microseconds(60)) }
            behavior.process = { try $0.outputs[0].send(1) }
        }
        #expect(error?.description.contains("expected at least 60, got 10") == true)
    }

    @Test("nothing may be sent on a closed stream")
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
        "packets have moments that streams allow",
        arguments: [
            GraphTimestamp.unset, .unstarted, .oneOverPostStream, .done,
        ])
    func notAllowed(_ timestamp: GraphTimestamp) throws {
        let error = try error(
            "NotAllowed\(timestamp)",
            processing { try $0.outputs[0].send(1, at: timestamp) })
        #expect(error?.description.contains("not allowed") == true)
    }

    @Test("a packet before or after all others is the only one of its stream")
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
                "stream \"out\": a packet or bound at postStream is not allowed") == true,
            "\(String(describing: second))")
        let third = try error(
            "PostStream", processing { try $0.outputs[0].send(1, at: .postStream) })
        #expect(third == nil)
    }

    /// What arrives on "out" of a node that drops every packet, joined with "in".
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
        let graph = try Graph(config, registry: .with(name, behavior), threads: .caller)
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

    @Test("without an offset those after a node wait for packets that it does not send")
    func noOffset() throws {
        #expect(try joined("NoOffset") { _ in } == [])
    }

    @Test("an offset passes bounds on, also where nothing is sent")
    func offset() throws {
        #expect(try joined("Offset") { $0.timestampOffset = 0 } == ["0@0", "1@1", "2@2"])
    }

    @Test("an offset of so many microseconds shifts the bounds by them")
    func shiftedOffset() throws {
        #expect(try joined("ShiftedOffset") { $0.timestampOffset = -1 } == ["0@0", "1@1"])
    }

    @Test("an offset passes bounds on through nodes that are not called")
    func passedOn() throws {
        let config = graph(
            ["a", "b"],
            [
                node("PassThroughCalculator", ["b"], ["c"]),
                node("PassThroughCalculator", ["c"], ["d"]),
                node("MergeCalculator", ["a", "d"], ["out"]),
            ])
        let graph = try Graph(config, threads: .caller)
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

    @Test("an offset may be set only while the node opens")
    func lateOffset() throws {
        let error = try error("LateOffset", processing { try $0.outputs[0].setOffset(0) })
        #expect(error?.description.contains("only while the node opens") == true)
    }

    @Test("what is refused at a graph input changes nothing")
    func refused() throws {
        let config = graph(["in"], [node("PassThroughCalculator", ["in"], ["out"])])
        let graph = try Graph(config, threads: .caller)
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
