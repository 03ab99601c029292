import LandmarkGraph
import Testing

@Suite("Flow limiters")
struct FlowLimiterTests {
    private func limiter(_ fields: TextField...) -> GraphConfig {
        graph(
            ["in", "done", "more"],
            [
                node(
                    "FlowLimiterCalculator", ["in", "more", "FINISHED:done"],
                    ["out", "extra", "ALLOW:allow"],
                    options: NodeOptions([
                        .init(
                            type: "mediapipe.FlowLimiterCalculatorOptions",
                            message: TextMessage(fields))
                    ]))
            ])
    }

    @Test("a flow limiter lets one frame in, and the next once it is done")
    func flowLimiter() throws {
        let packets =
            StandardRun.ints("in", [1, 2, 3]) + StandardRun.ints("done", [1])
            + StandardRun.ints("in", [4, 5])
        #expect(try StandardRun.run(limiter(), packets) == ["1@1", "4@4"])
        #expect(
            try StandardRun.run(limiter(), packets, watch: "allow")
                == ["true@1", "false@2", "false@3", "true@4", "false@5"])
        // A bound says as much as a packet.
        let bound =
            StandardRun.ints("in", [1, 2]) + [("done", .empty(at: .microseconds(1)))]
            + StandardRun.ints("in", [3])
        #expect(try StandardRun.run(limiter(), bound) == ["1@1", "3@3"])
    }

    @Test("a flow limiter keeps the latest frames that wait")
    func flowQueue() throws {
        let config = limiter(TextField("max_in_queue", .integer(1)))
        let packets =
            StandardRun.ints("in", [1, 2, 3]) + StandardRun.ints("done", [1])
            + StandardRun.ints("in", [4]) + StandardRun.ints("done", [3])
        #expect(try StandardRun.run(config, packets) == ["1@1", "3@3", "4@4"])
        let two = limiter(TextField("max_in_flight", .integer(2)))
        #expect(try StandardRun.run(two, StandardRun.ints("in", [1, 2, 3, 4])) == ["1@1", "2@2"])
    }

    @Test("a flow limiter gives up frames that take too long")
    func flowTimeout() throws {
        let config = limiter(TextField("in_flight_timeout", .integer(10)))
        #expect(
            try StandardRun.run(config, StandardRun.ints("in", [1, 5, 11, 12, 13])) == [
                "1@1", "12@12",
            ])
    }

    @Test("a flow limiter lets other streams pass with the frames")
    func flowOthers() throws {
        let packets = [
            ("in", Packet.int(1, at: 1)), ("more", .int(1, at: 1)), ("more", .int(2, at: 2)),
            ("in", .int(2, at: 2)), ("done", .int(1, at: 1)), ("in", .int(3, at: 3)),
            ("more", .int(3, at: 3)),
        ]
        #expect(try StandardRun.run(limiter(), packets, watch: "extra") == ["1@1", "3@3"])
    }
}
