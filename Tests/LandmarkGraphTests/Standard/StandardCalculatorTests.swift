import LandmarkGraph
import Testing

@Suite("Standard calculators")
struct StandardCalculatorTests {
    /// Feeds a graph on one thread, everything before it runs or each packet for itself, and gives
    /// what a stream carried.
    private func run(
        _ config: GraphConfig, _ packets: [(String, Packet)], watch: String = "out",
        stepwise: Bool = true, side: [String: Packet] = [:], bounds: Bool = false
    ) throws -> [String] {
        let graph = try Graph(config, threads: .caller)
        let journal = Journal<String>()
        try graph.observe(watch, bounds: bounds) { packet in
            if packet.isEmpty { return journal.note("-@\(packet.timestamp)") }
            let text =
                if packet.holds(Bool.self) {
                    "\(try packet.get(Bool.self))"
                } else if packet.holds([Int].self) {
                    "\(try packet.get([Int].self))"
                } else {
                    "\(try packet.get(Int.self))"
                }
            journal.note("\(text)@\(packet.timestamp)")
        }
        try graph.start(sidePackets: side)
        for (stream, packet) in packets {
            if stepwise { try graph.waitUntilIdle() }
            try graph.add(packet, to: stream)
        }
        if stepwise { try graph.waitUntilIdle() }
        graph.closeAllInputs()
        try graph.waitUntilDone()
        return journal.entries
    }

    private func ints(_ stream: String, _ times: [Int64]) -> [(String, Packet)] {
        times.map { (stream, .int(Int($0), at: $0)) }
    }

    private func bool(_ stream: String, _ value: Bool, _ time: Int64) -> (String, Packet) {
        (stream, Packet(value, at: .microseconds(time)))
    }

    private func options(_ type: String, _ fields: TextField...) -> NodeOptions {
        NodeOptions([.init(type: "mediapipe.\(type)", message: TextMessage(fields))])
    }

    @Test("a gate lets packets pass while its stream allows it, and tells of changes")
    func gate() throws {
        let config = graph(
            ["in", "allow"],
            [
                node("GateCalculator", ["in", "ALLOW:allow"], ["out", "STATE_CHANGE:change"])
            ])
        let packets = [
            ("in", Packet.int(1, at: 1)), bool("allow", true, 1), ("in", .int(2, at: 2)),
            bool("allow", false, 2), ("in", .int(3, at: 3)), bool("allow", true, 4),
            ("in", .int(4, at: 4)),
        ]
        #expect(try run(config, packets) == ["1@1", "4@4"])
        #expect(try run(config, packets, watch: "change") == ["false@2", "true@4"])
    }

    @Test("a gate may take nothing for yes")
    func emptyAllows() throws {
        let config = graph(
            ["in", "no"],
            [
                node(
                    "GateCalculator", ["in", "DISALLOW:no"], ["out"],
                    options: options(
                        "GateCalculatorOptions", TextField("empty_packets_as_allow", .bool(true))))
            ])
        let packets = [
            bool("no", true, 1), ("in", .int(1, at: 1)), ("in", .int(2, at: 2)),
            bool("no", false, 3), ("in", .int(3, at: 3)),
        ]
        #expect(try run(config, packets) == ["2@2", "3@3"])
    }

    @Test("a gate may be set by a side packet or an option", arguments: [true, false])
    func sideGate(_ allows: Bool) throws {
        let side = graph(["in"], [node("GateCalculator", ["in"], ["out"], side: ["ALLOW:allow"])])
        let expected = allows ? ["1@1", "2@2"] : []
        #expect(try run(side, ints("in", [1, 2]), side: ["allow": Packet(allows)]) == expected)
        let option = graph(
            ["in"],
            [
                node(
                    "GateCalculator", ["in"], ["out"],
                    options: options("GateCalculatorOptions", TextField("allow", .bool(allows))))
            ])
        #expect(try run(option, ints("in", [1, 2])) == expected)
    }

    @Test("a mux passes the selected stream's packets, and waits for no other")
    func mux() throws {
        let config = graph(
            ["a", "b", "select"],
            [
                node("MuxCalculator", ["INPUT:0:a", "INPUT:1:b", "SELECT:select"], ["OUTPUT:out"])
            ])
        let packets = [
            ("select", Packet.int(1, at: 5)), ("b", .int(50, at: 5)), ("select", .int(0, at: 6)),
            ("a", .int(60, at: 6)), ("b", .int(7, at: 6)), ("select", .int(1, at: 7)),
            ("b", .int(70, at: 8)),
        ]
        #expect(try run(config, packets) == ["50@5", "60@6"])
    }

    @Test("a mux that is told to select what it does not have ends the run")
    func muxRange() throws {
        let config = graph(
            ["a", "select"],
            [
                node("MuxCalculator", ["INPUT:0:a", "SELECT:select"], ["OUTPUT:out"], name: "mux")
            ])
        #expect {
            try run(config, [("select", .int(3, at: 0))])
        } throws: {
            "\($0)".contains("mux") && "\($0)".contains("\"select\"") && "\($0)".contains("3")
        }
    }

    @Test("a mux may be set by a side packet")
    func sideMux() throws {
        let config = graph(
            ["a", "b"],
            [
                node(
                    "MuxCalculator", ["INPUT:0:a", "INPUT:1:b"], ["OUTPUT:out"], side: ["SELECT:s"])
            ])
        let packets = ints("a", [1, 2]) + ints("b", [2, 3])
        #expect(try run(config, packets, side: ["s": Packet(1)]) == ["2@2", "3@3"])
    }

    @Test("a demultiplexer hands packets out in turn, and a mux joins them again")
    func demux() throws {
        let config = graph(
            ["in"],
            [
                node(
                    "RoundRobinDemuxCalculator", ["in"],
                    ["OUTPUT:0:a", "OUTPUT:1:b", "SELECT:select"]),
                node("MuxCalculator", ["INPUT:0:a", "INPUT:1:b", "SELECT:select"], ["OUTPUT:out"]),
            ])
        let packets = ints("in", [1, 4, 9, 10, 11])
        #expect(try run(config, packets, watch: "a") == ["1@1", "9@9", "11@11"])
        #expect(try run(config, packets) == ["1@1", "4@4", "9@9", "10@10", "11@11"])
    }

    @Test("merging passes the first stream's packet of a moment")
    func merge() throws {
        let config = graph(["a", "b"], [node("MergeCalculator", ["a", "b"], ["out"])])
        let packets = [
            ("a", Packet.int(1, at: 1)), ("b", .int(9, at: 1)), ("b", .int(2, at: 2)),
            ("a", .int(3, at: 3)),
        ]
        #expect(try run(config, packets) == ["1@1", "2@2", "3@3"])
    }

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
            options: options("GateCalculatorOptions", TextField("allow", .bool(true))))
        let packets = ints("in", [10, 20, 25, 40])
        #expect(try run(looped, packets) == ["10@10", "10@20", "20@25", "25@40"])
        #expect(try run(looped, packets, stepwise: false) == ["10@10", "10@20", "20@25", "25@40"])
        #expect(
            try run(looped, packets, watch: "before", bounds: true).prefix(2)
                == ["-@10", "10@20"])
    }

    @Test("a cloner sends the latest packets with each tick", arguments: [true, false])
    func cloner(_ waits: Bool) throws {
        let config = graph(
            ["a", "b", "tick"],
            [
                node(
                    "PacketClonerCalculator", ["a", "b", "TICK:tick"], ["out", "other"],
                    options: options(
                        "PacketClonerCalculatorOptions",
                        TextField("output_only_when_all_inputs_received", .bool(waits))))
            ])
        let packets = [
            ("a", Packet.int(1, at: 1)), ("tick", .int(0, at: 2)), ("b", .int(5, at: 3)),
            ("tick", .int(0, at: 4)), ("tick", .int(0, at: 5)), ("a", .int(2, at: 6)),
            ("tick", .int(0, at: 6)),
        ]
        let late = ["1@4", "1@5", "2@6"]
        #expect(try run(config, packets) == (waits ? late : ["1@2"] + late))
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
        #expect(try run(config, packets).prefix(3) == ["true@1", "false@5", "true@6"])
    }

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
        let packets = ints("in", [1, 2, 3]) + ints("done", [1]) + ints("in", [4, 5])
        #expect(try run(limiter(), packets) == ["1@1", "4@4"])
        #expect(
            try run(limiter(), packets, watch: "allow")
                == ["true@1", "false@2", "false@3", "true@4", "false@5"])
        // A bound says as much as a packet.
        let bound = ints("in", [1, 2]) + [("done", .empty(at: .microseconds(1)))] + ints("in", [3])
        #expect(try run(limiter(), bound) == ["1@1", "3@3"])
    }

    @Test("a flow limiter keeps the latest frames that wait")
    func flowQueue() throws {
        let config = limiter(TextField("max_in_queue", .integer(1)))
        let packets =
            ints("in", [1, 2, 3]) + ints("done", [1]) + ints("in", [4]) + ints("done", [3])
        #expect(try run(config, packets) == ["1@1", "3@3", "4@4"])
        let two = limiter(TextField("max_in_flight", .integer(2)))
        #expect(try run(two, ints("in", [1, 2, 3, 4])) == ["1@1", "2@2"])
    }

    @Test("a flow limiter gives up frames that take too long")
    func flowTimeout() throws {
        let config = limiter(TextField("in_flight_timeout", .integer(10)))
        #expect(try run(config, ints("in", [1, 5, 11, 12, 13])) == ["1@1", "12@12"])
    }

    @Test("a flow limiter lets other streams pass with the frames")
    func flowOthers() throws {
        let packets = [
            ("in", Packet.int(1, at: 1)), ("more", .int(1, at: 1)), ("more", .int(2, at: 2)),
            ("in", .int(2, at: 2)), ("done", .int(1, at: 1)), ("in", .int(3, at: 3)),
            ("more", .int(3, at: 3)),
        ]
        #expect(try run(limiter(), packets, watch: "extra") == ["1@1", "3@3"])
    }

    @Test("a thinner drops packets for a period after one that passed")
    func asyncThinner() throws {
        let config = graph(
            ["in"],
            [
                node(
                    "PacketThinnerCalculator", ["in"], ["out"],
                    options: options(
                        "PacketThinnerCalculatorOptions", TextField("period", .integer(5)),
                        TextField("start_time", .integer(2)), TextField("end_time", .integer(20))))
            ])
        #expect(
            try run(config, ints("in", [1, 2, 3, 6, 7, 13, 19, 20, 30]))
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
                    options: options(
                        "PacketThinnerCalculatorOptions", TextField("period", .integer(10)),
                        TextField("thinner_type", .identifier("SYNC")),
                        TextField("sync_output_timestamps", .bool(moves))))
            ])
        let seen = try run(config, ints("in", [2, 4, 8, 11, 19, 21, 22, 33]))
        #expect(
            seen
                == (moves
                    ? ["2@0", "11@10", "21@20", "33@30"] : ["2@2", "11@11", "21@21", "33@33"]))
    }

    @Test("arrays are split by ranges, into arrays, elements or one array")
    func split() throws {
        func config(_ outputs: [String], _ fields: TextField...) -> GraphConfig {
            let ranges = [(0, 1), (2, 3)].map { begin, end in
                TextField(
                    "ranges",
                    .message(TextField("begin", .integer(begin)), TextField("end", .integer(end))))
            }
            return graph(
                ["in"],
                [
                    node(
                        "SplitIntVectorCalculator", ["in"], outputs,
                        options: NodeOptions([
                            .init(
                                type: "mediapipe.SplitVectorCalculatorOptions",
                                message: TextMessage(ranges + fields))
                        ]))
                ])
        }
        let packets = [("in", Packet([7, 8, 9], at: .microseconds(3)))]
        #expect(try run(config(["a", "out"]), packets) == ["[9]@3"])
        #expect(
            try run(config(["a", "out"], TextField("element_only", .bool(true))), packets)
                == ["9@3"])
        #expect(
            try run(config(["out"], TextField("combine_outputs", .bool(true))), packets)
                == ["[7, 9]@3"])
        #expect(throws: GraphError.self) { try Graph(config(["out"])) }
        #expect(throws: GraphRunError.self) {
            try run(config(["a", "out"]), [("in", Packet([7], at: .microseconds(3)))])
        }
    }

    @Test(
        "side packets become packets of streams",
        arguments: [
            ("AT_PRESTREAM", "5@preStream"), ("AT_POSTSTREAM", "5@postStream"), ("AT_ZERO", "5@0"),
        ])
    func sideToStream(_ tag: String, _ expected: String) throws {
        let config = graph(
            [],
            [
                node("SidePacketToStreamCalculator", [], ["\(tag):out"], side: ["five"])
            ])
        #expect(try run(config, [], side: ["five": Packet(5)]) == [expected])
    }

    @Test("side packets become packets with ticks or at a timestamp")
    func sideToTicks() throws {
        func config(_ tag: String) -> GraphConfig {
            graph(
                ["tick"],
                [
                    node(
                        "SidePacketToStreamCalculator", ["TICK:tick"], ["\(tag):out"],
                        side: ["five"])
                ])
        }
        let side = ["five": Packet(5)]
        #expect(try run(config("AT_TICK"), ints("tick", [1, 4]), side: side) == ["5@1", "5@4"])
        #expect(try run(config("AT_FIRST_TICK"), ints("tick", [1, 4]), side: side) == ["5@1"])
        let timed = graph(
            [],
            [
                node(
                    "SidePacketToStreamCalculator", [], ["AT_TIMESTAMP:out"],
                    side: ["five", "TIMESTAMP:time"])
            ])
        let given = ["five": Packet(5), "time": Packet(Int64(77))]
        #expect(try run(timed, [], side: given) == ["5@77"])
    }

    @Test("constants and defaults become side packets")
    func sidePackets() throws {
        let constants = options(
            "ConstantSidePacketCalculatorOptions",
            TextField("packet", .message(TextField("int_value", .integer(4)))),
            TextField("packet", .message(TextField("bool_value", .bool(true)))),
            TextField("packet", .message(TextField("string_value", .string("s")))),
            TextField("packet", .message(TextField("float_value", .double(0.5)))),
            TextField("packet", .message(TextField("uint64_value", .integer(6)))))
        let config = graph(
            ["in"],
            [
                node(
                    "ConstantSidePacketCalculator",
                    made: ["PACKET:0:i", "PACKET:1:b", "PACKET:2:s", "PACKET:3:f", "PACKET:4:u"],
                    options: constants),
                node(
                    "DefaultSidePacketCalculator",
                    side: ["OPTIONAL_VALUE:given", "DEFAULT_VALUE:i"],
                    made: ["VALUE:v"]),
                node("StreamToSidePacketCalculator", ["in"], made: ["streamed"]),
            ])
        let graph = try Graph(config, threads: .caller)
        for (given, expected) in [([:], 4), (["given": Packet(9)], 9)] {
            try graph.start(sidePackets: given)
            try graph.add(.int(3, at: 0), to: "in")
            graph.closeAllInputs()
            try graph.waitUntilDone()
            #expect(try graph.sidePacket("v")?.get(Int.self) == expected)
        }
        #expect(try graph.sidePacket("b")?.get(Bool.self) == true)
        #expect(try graph.sidePacket("s")?.get(String.self) == "s")
        #expect(try graph.sidePacket("f")?.get(Float.self) == 0.5)
        #expect(try graph.sidePacket("u")?.get(UInt64.self) == 6)
        #expect(try graph.sidePacket("streamed")?.get(Int.self) == 3)
    }

    @Test("options that a calculator does not know are errors")
    func unknownOptions() {
        let config = graph(
            ["in"],
            [
                node(
                    "GateCalculator", ["in"], ["out"],
                    options: options("GateCalculatorOptions", TextField("alow", .bool(true))))
            ])
        #expect { try Graph(config) } throws: { "\($0)".contains("alow") }
    }
}
