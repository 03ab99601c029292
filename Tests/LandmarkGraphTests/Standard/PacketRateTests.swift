import LandmarkGraph
import Testing

@Suite("FlowLimiterCalculator")
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

    @Test("one frame is in flight at a time")
    func flowLimiter() throws {
        let packets =
            StandardRun.ints("in", [1, 2, 3]) + StandardRun.ints("done", [1])
            + StandardRun.ints("in", [4, 5])
        #expect(try StandardRun.run(limiter(), packets) == ["1@1", "4@4"])
        #expect(
            try StandardRun.run(limiter(), packets, watch: "allow")
                == ["true@1", "false@2", "false@3", "true@4", "false@5"])
        // A bound signals the end of a frame like a packet does.
        let bound =
            StandardRun.ints("in", [1, 2]) + [("done", .empty(at: .microseconds(1)))]
            + StandardRun.ints("in", [3])
        #expect(try StandardRun.run(limiter(), bound) == ["1@1", "3@3"])
    }

    @Test("the latest frames are queued up to max_in_queue")
    func flowQueue() throws {
        let config = limiter(TextField("max_in_queue", .integer(1)))
        let packets =
            StandardRun.ints("in", [1, 2, 3]) + StandardRun.ints("done", [1])
            + StandardRun.ints("in", [4]) + StandardRun.ints("done", [3])
        #expect(try StandardRun.run(config, packets) == ["1@1", "3@3", "4@4"])
        let two = limiter(TextField("max_in_flight", .integer(2)))
        #expect(try StandardRun.run(two, StandardRun.ints("in", [1, 2, 3, 4])) == ["1@1", "2@2"])
    }

    @Test("frames time out after in_flight_timeout")
    func flowTimeout() throws {
        let config = limiter(TextField("in_flight_timeout", .integer(10)))
        #expect(
            try StandardRun.run(config, StandardRun.ints("in", [1, 5, 11, 12, 13])) == [
                "1@1", "12@12",
            ])
    }

    @Test("further streams are released with the first one")
    func flowOthers() throws {
        let packets = [
            ("in", Packet.int(1, at: 1)), ("more", .int(1, at: 1)), ("more", .int(2, at: 2)),
            ("in", .int(2, at: 2)), ("done", .int(1, at: 1)), ("in", .int(3, at: 3)),
            ("more", .int(3, at: 3)),
        ]
        #expect(try StandardRun.run(limiter(), packets, watch: "extra") == ["1@1", "3@3"])
    }
}

@Suite("Loopback, cloner, presence and thinner calculators")
struct PacketRateTests {
    @Test("a loopback delivers the previous result, and only a bound for the first packet")
    func loopback() throws {
        let config = graph(
            ["in"],
            [
                node(
                    "PreviousLoopbackCalculator", ["MAIN:in", "LOOP:made"], ["PREV_LOOP:before"],
                    back: ["LOOP"]),
                node("MergeCalculator", ["before", "in"], ["joined"]),
                node("PassThroughCalculator", ["in"], ["made"]),
                node("PassThroughCalculator", ["joined"], ["out"]),
            ])
        // The producer of LOOP must come after its consumer.
        var looped = config
        looped.nodes[2] = node(
            "GateCalculator", ["in", "joined"], ["made", "rest"],
            options: StandardRun.options("GateCalculatorOptions", TextField("allow", .bool(true))))
        let packets = StandardRun.ints("in", [10, 20, 25, 40])
        #expect(try StandardRun.run(looped, packets) == ["10@10", "10@20", "20@25", "25@40"])
        #expect(
            try StandardRun.run(looped, packets, stepwise: false) == [
                "10@10", "10@20", "20@25", "25@40",
            ])
        #expect(
            try StandardRun.run(looped, packets, watch: "before", bounds: true).prefix(2)
                == ["-@10", "10@20"])
    }

    @Test("a cloner resends the latest packets with each tick", arguments: [true, false])
    func cloner(_ waits: Bool) throws {
        let config = graph(
            ["a", "b", "tick"],
            [
                node(
                    "PacketClonerCalculator", ["a", "b", "TICK:tick"], ["out", "other"],
                    options: StandardRun.options(
                        "PacketClonerCalculatorOptions",
                        TextField("output_only_when_all_inputs_received", .bool(waits))))
            ])
        let packets = [
            ("a", Packet.int(1, at: 1)), ("tick", .int(0, at: 2)), ("b", .int(5, at: 3)),
            ("tick", .int(0, at: 4)), ("tick", .int(0, at: 5)), ("a", .int(2, at: 6)),
            ("tick", .int(0, at: 6)),
        ]
        let late = ["1@4", "1@5", "2@6"]
        #expect(try StandardRun.run(config, packets) == (waits ? late : ["1@2"] + late))
    }

    @Test("presence is reported for each timestamp")
    func presence() throws {
        let config = graph(
            ["in"],
            [
                node("PacketPresenceCalculator", ["PACKET:in"], ["PRESENCE:out"])
            ])
        let packets = [
            ("in", Packet.int(1, at: 1)), ("in", .empty(at: .microseconds(5))),
            ("in", .int(2, at: 6)),
        ]
        #expect(try StandardRun.run(config, packets).prefix(3) == ["true@1", "false@5", "true@6"])
    }

    @Test("an ASYNC thinner drops packets for a period after each one passed")
    func asyncThinner() throws {
        let config = graph(
            ["in"],
            [
                node(
                    "PacketThinnerCalculator", ["in"], ["out"],
                    options: StandardRun.options(
                        "PacketThinnerCalculatorOptions", TextField("period", .integer(5)),
                        TextField("start_time", .integer(2)), TextField("end_time", .integer(20))))
            ])
        #expect(
            try StandardRun.run(config, StandardRun.ints("in", [1, 2, 3, 6, 7, 13, 19, 20, 30]))
                == ["2@2", "7@7", "13@13", "19@19"])
    }

    @Test(
        "a SYNC thinner passes the packet closest to the center of each period",
        arguments: [true, false])
    func syncThinner(_ moves: Bool) throws {
        let config = graph(
            ["in"],
            [
                node(
                    "PacketThinnerCalculator", ["in"], ["out"],
                    options: StandardRun.options(
                        "PacketThinnerCalculatorOptions", TextField("period", .integer(10)),
                        TextField("thinner_type", .identifier("SYNC")),
                        TextField("sync_output_timestamps", .bool(moves))))
            ])
        let seen = try StandardRun.run(
            config, StandardRun.ints("in", [2, 4, 8, 11, 19, 21, 22, 33]))
        #expect(
            seen
                == (moves
                    ? ["2@0", "11@10", "21@20", "33@30"] : ["2@2", "11@11", "21@21", "33@33"]))
    }
}
