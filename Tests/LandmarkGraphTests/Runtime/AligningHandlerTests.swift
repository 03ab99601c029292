import LandmarkGraph
import Testing

/// Follows mediapipe/framework/stream_handler/barrier_input_stream_handler.cc and
/// timestamp_align_input_stream_handler.h.
@Suite("Barrier and timestamp-align handlers")
struct AligningHandlerTests {
    private typealias Bench = InputHandlerTests.Bench

    private static let align = handler(
        "TimestampAlignInputStreamHandler",
        TextField("timestamp_base_tag_index", .string("BASE")))

    @Test("the barrier handler combines front packets regardless of their timestamps")
    func barrier() throws {
        var bench = try Bench(["a", "b", "c"], handler("BarrierInputStreamHandler"))
        #expect(bench.readiness() == .waiting(bound: .preStream))
        try bench.add(10, 20, 30, to: 0)
        try bench.add(1, to: 1)
        bench.bound(5, of: 2)
        #expect(bench.readiness() == .waiting(bound: .microseconds(1)))
        try bench.add(7, 8, to: 2)
        #expect(bench.readiness() == .process(.microseconds(1)))
        #expect(bench.take() == [10, 1, 7])
        #expect(bench.readiness() == .waiting(bound: .microseconds(2)))
        try bench.add(3, to: 1)
        bench.close(1)
        #expect(bench.take() == [20, 3, 8])
    }

    @Test("the barrier handler closes with the first stream done, leaving other queues as they are")
    func barrierEnd() throws {
        var bench = try Bench(["a", "b"], handler("BarrierInputStreamHandler"))
        try bench.add(1, 2, to: 0)
        try bench.add(5, to: 1)
        bench.close(1)
        #expect(bench.take() == [1, 5])
        #expect(bench.readiness() == .close)
        #expect(bench.queues[0].count == 1)
    }

    @Test("before all streams have a packet, only the base stream is delivered")
    func alone() throws {
        var bench = try Bench(["BASE:a", "b", "C:c"], Self.align)
        try bench.add(1005, to: 1)
        #expect(bench.readiness() == .waiting(bound: .preStream))
        try bench.add(5, to: 0)
        #expect(bench.take() == [5, nil, nil])
        #expect(bench.readiness() == .waiting(bound: .microseconds(6)))
        bench.bound(2000, of: 2)
        try bench.add(10, to: 0)
        #expect(bench.take() == [10, nil, nil])
        #expect(bench.queues[1].count == 1)
    }

    @Test("then the front packets are aligned, and all streams use the base's time")
    func aligned() throws {
        var bench = try Bench(["BASE:a", "b", "C:c"], Self.align)
        try bench.add(1005, 1010, to: 1)
        try bench.add(-50, to: 2)
        try bench.add(10, 15, to: 0)
        #expect(bench.take() == [10, 10, 10])
        #expect(bench.readiness() == .waiting(bound: .microseconds(11)))
        bench.bound(-45, of: 2)
        #expect(bench.readiness() == .waiting(bound: .microseconds(15)))
        bench.bound(-44, of: 2)
        #expect(bench.take() == [15, 15, nil])
        bench.close(0)
        try bench.add(1012, to: 1)
        bench.bound(0, of: 2)
        #expect(bench.take() == [nil, 17, nil])
        bench.close(1)
        bench.close(2)
        #expect(bench.readiness() == .close)
    }

    @Test("bounds of empty inputs are in the base's time")
    func settled() throws {
        var bench = try Bench(["BASE:a", "b"], Self.align)
        try bench.add(1000, to: 1)
        try bench.add(0, 4, to: 0)
        #expect(bench.take() == [0, 0])
        bench.bound(1008, of: 1)
        guard case .process(let timestamp) = bench.readiness() else {
            Issue.record("the base's packet was not delivered")
            return
        }
        var inputs = [NodePorts.Input(), NodePorts.Input()]
        bench.handler.fill(at: timestamp, from: &bench.queues, into: &inputs)
        #expect(inputs[0].packet.timestamp == .microseconds(4))
        #expect(inputs[1].packet.isEmpty && inputs[1].packet.timestamp == .microseconds(7))
    }

    @Test("a base that ends before alignment closes the node; a single stream is unchanged")
    func ends() throws {
        var bench = try Bench(["BASE:a", "b"], Self.align)
        try bench.add(1, to: 1)
        bench.close(0)
        #expect(bench.readiness() == .close)
        var single = try Bench(["BASE:a"], Self.align)
        try single.add(3, to: 0)
        #expect(single.take() == [3])
        single.close(0)
        #expect(single.readiness() == .close)
    }

    @Test("extreme timestamps do not overflow")
    func extremes() throws {
        var bench = try Bench(["BASE:a", "b"], Self.align)
        try bench.add(Int64.min + 10, to: 0)
        try bench.add(Int64.max - 10, to: 1)
        #expect(bench.take()?[0] == Int64.min + 10)
        var late = try Bench(["BASE:a", "b"], Self.align)
        try late.add(0, Int64.max - 10, to: 1)
        try late.add(1000, to: 0)
        #expect(late.take() == [1000, 1000])
        late.close(0)
        #expect(late.take() == [nil, GraphTimestamp.max.rawValue])
        #expect(late.take() == nil && late.queues[1].isEmpty)
    }

    @Test("graphs run with both handlers", arguments: [GraphThreads.caller, .pool(2)])
    func runs(_ threads: GraphThreads) throws {
        for (config, expected) in [
            (handler("BarrierInputStreamHandler"), ["13@1", "24@2"]),
            (Self.align, ["1@1", "23@2", "34@3"]),
        ] {
            var behavior = ClosureCalculator.Behavior()
            behavior.contract = { contract, _ in
                contract.input("BASE", 0, .type(Int.self))
                contract.timestampOffset = 0
            }
            behavior.process = { context in
                let values = [context.inputs["BASE"], context.inputs[0]]
                    .compactMap { try? $0.value(Int.self) }
                try context.outputs[0].send(values.reduce(0) { 10 * $0 + $1 })
            }
            let name = "Joins\(config.type)\(threads)"
            let graph = try CalculatorGraph(
                graph(["a", "b"], [node(name, ["BASE:a", "b"], ["out"], handler: config)]),
                registry: .with(name, behavior), threads: threads)
            let journal = Journal<String>()
            try journal.observe("out", of: graph)
            try graph.start()
            try graph.add(.int(1, at: 1), to: "a")
            try graph.waitUntilIdle()
            for (time, value) in [(102, 3), (103, 4)] {
                try graph.add(.int(value, at: Int64(time)), to: "b")
            }
            for time in [2, 3] { try graph.add(.int(time, at: Int64(time)), to: "a") }
            graph.closeAllInputs()
            try graph.waitUntilDone()
            #expect(journal.entries == expected, "\(config.type)")
        }
    }
}
