import LandmarkGraph
import Testing

@Suite("Calculators that repeat packets and thin them out")
struct PacketRateTests {
    @Test("a loop gives what was made of the packet before, and only a bound for the first")
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
        // The node that makes LOOP must stand behind the one that reads it.
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

    @Test("a cloner sends the latest packets with each tick", arguments: [true, false])
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

    @Test("presence says for each moment whether a packet came")
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

    @Test("a thinner drops packets for a period after one that passed")
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
        "a synchronous thinner passes what is nearest to the middle of each period",
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
