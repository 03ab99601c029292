import LandmarkGraph
import Testing

@Suite("Side packet calculators")
struct SidePacketCalculatorTests {
    @Test(
        "side packets are sent once at the tag's timestamp",
        arguments: [
            ("AT_PRESTREAM", "5@preStream"), ("AT_POSTSTREAM", "5@postStream"), ("AT_ZERO", "5@0"),
        ])
    func sideToStream(_ tag: String, _ expected: String) throws {
        let config = graph(
            [],
            [
                node("SidePacketToStreamCalculator", [], ["\(tag):out"], side: ["five"])
            ])
        #expect(try StandardRun.run(config, [], side: ["five": Packet(5)]) == [expected])
    }

    @Test("side packets are sent with ticks or at a timestamp")
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
        #expect(
            try StandardRun.run(config("AT_TICK"), StandardRun.ints("tick", [1, 4]), side: side)
                == ["5@1", "5@4"])
        #expect(
            try StandardRun.run(
                config("AT_FIRST_TICK"), StandardRun.ints("tick", [1, 4]), side: side) == ["5@1"])
        let timed = graph(
            [],
            [
                node(
                    "SidePacketToStreamCalculator", [], ["AT_TIMESTAMP:out"],
                    side: ["five", "TIMESTAMP:time"])
            ])
        let given = ["five": Packet(5), "time": Packet(Int64(77))]
        #expect(try StandardRun.run(timed, [], side: given) == ["5@77"])
    }

    @Test("constants, defaults and stream packets become side packets")
    func sidePackets() throws {
        let constants = StandardRun.options(
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
        let graph = try CalculatorGraph(config, threads: .caller)
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
}
