import LandmarkGraph
import Testing

@Suite("Input stream handlers")
struct InputHandlerTests {
    /// A handler and its queues, without a graph.
    struct Bench {
        var queues: [InputQueue]
        var handler: any InputHandler

        init(_ streams: [String], _ config: HandlerConfig? = nil, bounds: Bool = false) throws {
            let streams = NodeConfig(calculator: "", inputStreams: references(streams)).inputStreams
            queues = streams.map { _ in InputQueue() }
            handler = try InputHandlerFactory.make(config, for: streams, processesBounds: bounds)
        }

        mutating func add(_ times: Int64..., to port: Int, value: Int = 0) throws {
            for time in times {
                _ = try queues[port].add(.int(value, at: time))
                handler.added(&queues)
            }
        }

        mutating func bound(_ time: Int64, of port: Int) {
            _ = queues[port].setBound(.microseconds(time))
        }

        mutating func close(_ port: Int) { _ = queues[port].setBound(.done) }

        mutating func readiness() -> Readiness { handler.readiness(&queues) }

        /// The timestamps of the next call's inputs; nil for empty ones.
        mutating func take() -> [Int64?]? {
            guard case .process(let timestamp) = readiness() else { return nil }
            var inputs = queues.map { _ in NodePorts.Input() }
            handler.fill(at: timestamp, from: &queues, into: &inputs)
            return inputs.map { $0.packet.isEmpty ? nil : $0.packet.timestamp.rawValue }
        }
    }

    @Test("timestamps in a queue increase, and the bound follows")
    func queue() throws {
        var queue = InputQueue()
        #expect(queue.bound == .preStream && queue.isEmpty && !queue.isDone)
        #expect(try queue.add(.int(0, at: 5)))
        #expect(try !queue.add(.int(0, at: 7)))
        #expect(queue.bound == .microseconds(8) && queue.count == 2)
        #expect(
            throws: StreamError.Kind.notIncreasing(bound: .microseconds(8), got: .microseconds(7))
        ) {
            try queue.add(.int(0, at: 7))
        }
        #expect(!queue.setBound(.microseconds(3)) && queue.bound == .microseconds(8))
        #expect(queue.pop(at: .microseconds(6)).packet.isEmpty)
        #expect(queue.count == 1)
        #expect(queue.pop(at: .microseconds(7)).packet.timestamp == .microseconds(7))
        #expect(queue.setBound(.done) && queue.isDone)
    }

    @Test("an empty input has the last settled timestamp")
    func settled() throws {
        var queue = InputQueue()
        _ = queue.setBound(.microseconds(10))
        let input = queue.pop(at: .microseconds(4))
        #expect(input.packet.isEmpty && input.packet.timestamp == .microseconds(9))
        #expect(!input.isDone)
    }

    @Test("popping at a timestamp raises the bound past it")
    func past() {
        var queue = InputQueue()
        _ = queue.pop(at: .microseconds(4))
        #expect(queue.bound == .microseconds(5))
    }

    @Test("the default handler waits until a timestamp is settled on all streams")
    func synchronized() throws {
        var bench = try Bench(["a", "b"])
        #expect(bench.readiness() == .waiting(bound: .preStream))
        try bench.add(5, to: 0)
        #expect(bench.readiness() == .waiting(bound: .preStream))
        bench.bound(5, of: 1)
        #expect(bench.readiness() == .waiting(bound: .microseconds(5)))
        bench.bound(6, of: 1)
        #expect(bench.take() == [5, nil])
        #expect(bench.readiness() == .waiting(bound: .microseconds(6)))
        bench.close(0)
        #expect(bench.readiness() == .waiting(bound: .microseconds(6)))
        bench.close(1)
        #expect(bench.readiness() == .close)
    }

    @Test("a packet at postStream is processed, with and without bounds", arguments: [true, false])
    func postStream(_ bounds: Bool) throws {
        var bench = try Bench(["a"], bounds: bounds)
        _ = try bench.queues[0].add(Packet(1, at: .postStream))
        #expect(bench.readiness() == .process(.postStream))
    }

    @Test("when processing bounds, each settled timestamp is processed once")
    func bounds() throws {
        var bench = try Bench(["a", "b"], bounds: true)
        bench.bound(5, of: 0)
        #expect(bench.take() == nil)
        bench.bound(8, of: 1)
        #expect(bench.readiness() == .process(.microseconds(4)))
        #expect(bench.readiness() == .waiting(bound: .microseconds(5)))
    }

    @Test("the immediate handler delivers available packets, lowest timestamp first")
    func immediate() throws {
        var bench = try Bench(["a", "b"], handler("ImmediateInputStreamHandler"))
        try bench.add(9, 10, to: 0)
        try bench.add(4, 9, to: 1)
        #expect(bench.take() == [nil, 4])
        #expect(bench.take() == [9, 9])
        #expect(bench.take() == [10, nil])
        #expect(bench.take() == nil)
        bench.close(0)
        #expect(bench.take() == [nil, nil])
        #expect(bench.take() == nil)
        bench.close(1)
        #expect(bench.readiness() == .close)
    }

    @Test("when processing bounds, the immediate handler delivers the end of a stream as a bound")
    func immediateEnd() throws {
        var bench = try Bench(["a", "b"], handler("ImmediateInputStreamHandler"), bounds: true)
        bench.close(0)
        #expect(bench.readiness() == .process(.max))
        #expect(bench.take() == [nil, nil])
        bench.close(1)
        #expect(bench.take() == [nil, nil])
        #expect(bench.readiness() == .close)
    }

    @Test("the fixed-size handler cuts all queues to the newest timestamps")
    func fixedSize() throws {
        var bench = try Bench(
            ["a", "b"],
            handler("FixedSizeInputStreamHandler", TextField("trigger_queue_size", .integer(3))))
        try bench.add(1, 2, to: 0)
        try bench.add(1, to: 1)
        #expect(bench.queues.map(\.count) == [2, 1])
        try bench.add(3, to: 0)
        #expect(bench.queues.map(\.count) == [1, 0])
        try bench.add(3, to: 1)
        #expect(bench.take() == [3, 3])
    }

    @Test("sync sets are independent, lowest timestamp first")
    func sets() throws {
        let config = handler(
            "SyncSetInputStreamHandler",
            TextField("sync_set", .message(TextField("tag_index", .string("A")))))
        var bench = try Bench(["A:a", "B:b", "C:c"], config)
        try bench.add(7, to: 0)
        try bench.add(5, to: 1)
        try bench.add(5, to: 2)
        #expect(bench.take() == [nil, 5, 5])
        #expect(bench.take() == [7, nil, nil])
        #expect(bench.take() == nil)
        bench.close(0)
        #expect(bench.readiness() == .waiting(bound: .microseconds(6)))
        bench.close(1)
        bench.close(2)
        #expect(bench.readiness() == .close)
    }

    @Test("the early-close handler closes with the first stream done")
    func earlyClose() throws {
        var bench = try Bench(["a", "b"], handler("EarlyCloseInputStreamHandler"))
        try bench.add(1, to: 0)
        bench.close(1)
        #expect(bench.readiness() == .close)
    }

    @Test("the mux handler waits only for the selected stream")
    func mux() throws {
        var bench = try Bench(
            ["SELECT:s", "INPUT:0:a", "INPUT:1:b"], handler("MuxInputStreamHandler"))
        try bench.add(5, to: 0, value: 1)
        try bench.add(3, 5, to: 1)
        #expect(bench.readiness() == .waiting(bound: .microseconds(5)))
        #expect(bench.queues[1].count == 1)
        try bench.add(5, to: 2)
        #expect(bench.take() == [5, nil, 5])
        #expect(bench.queues.map(\.count) == [0, 0, 0])
        try bench.add(6, to: 0, value: 4)
        guard case .failed(port: 0, _) = bench.readiness() else {
            Issue.record("an invalid selection was accepted")
            return
        }
    }

    @Test("invalid handler options are errors")
    func invalidOptions() {
        func error(_ config: HandlerConfig) -> InputHandlerError? {
            do { _ = try Bench(["A:a", "B:b"], config) } catch {
                return error as? InputHandlerError
            }
            return nil
        }
        #expect(error(handler("Unknown")) == .unknown("Unknown"))
        func sets(_ names: String...) -> HandlerConfig {
            handler(
                "SyncSetInputStreamHandler",
                TextField(
                    "sync_set",
                    .message(
                        TextField("tag_index", list: names.map { TextValue.string($0) }))))
        }
        #expect(error(sets("A", "C")) == .noSuchStream("C"))
        #expect(error(sets("A", "A:0")) == .inTwoSets("A:0"))
        #expect(error(sets("A", "B")) == nil)
        #expect(error(handler("TimestampAlignInputStreamHandler")) == .noSuchStream(""))
        let misspelled = handler("FixedSizeInputStreamHandler", TextField("size", .integer(3)))
        guard case .option? = error(misspelled) else {
            Issue.record("a misspelled option was accepted")
            return
        }
    }
}
