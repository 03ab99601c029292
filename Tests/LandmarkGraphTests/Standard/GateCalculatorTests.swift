import LandmarkGraph
import Testing

@Suite("GateCalculator")
struct GateCalculatorTests {
    @Test("packets pass while ALLOW is true, and changes are reported")
    func gate() throws {
        let config = graph(
            ["in", "allow"],
            [
                node("GateCalculator", ["in", "ALLOW:allow"], ["out", "STATE_CHANGE:change"])
            ])
        let packets = [
            ("in", Packet.int(1, at: 1)), StandardRun.bool("allow", true, 1),
            ("in", .int(2, at: 2)),
            StandardRun.bool("allow", false, 2), ("in", .int(3, at: 3)),
            StandardRun.bool("allow", true, 4),
            ("in", .int(4, at: 4)),
        ]
        #expect(try StandardRun.run(config, packets) == ["1@1", "4@4"])
        #expect(try StandardRun.run(config, packets, watch: "change") == ["false@2", "true@4"])
    }

    @Test("with empty_packets_as_allow, packets pass without a control packet")
    func emptyAllows() throws {
        let config = graph(
            ["in", "no"],
            [
                node(
                    "GateCalculator", ["in", "DISALLOW:no"], ["out"],
                    options: StandardRun.options(
                        "GateCalculatorOptions", TextField("empty_packets_as_allow", .bool(true))))
            ])
        let packets = [
            StandardRun.bool("no", true, 1), ("in", .int(1, at: 1)), ("in", .int(2, at: 2)),
            StandardRun.bool("no", false, 3), ("in", .int(3, at: 3)),
        ]
        #expect(try StandardRun.run(config, packets) == ["2@2", "3@3"])
    }

    @Test("a side packet or option controls the gate", arguments: [true, false])
    func sideGate(_ allows: Bool) throws {
        let side = graph(["in"], [node("GateCalculator", ["in"], ["out"], side: ["ALLOW:allow"])])
        let expected = allows ? ["1@1", "2@2"] : []
        #expect(
            try StandardRun.run(
                side, StandardRun.ints("in", [1, 2]), side: ["allow": Packet(allows)]) == expected)
        let option = graph(
            ["in"],
            [
                node(
                    "GateCalculator", ["in"], ["out"],
                    options: StandardRun.options(
                        "GateCalculatorOptions", TextField("allow", .bool(allows))))
            ])
        #expect(try StandardRun.run(option, StandardRun.ints("in", [1, 2])) == expected)
    }

    @Test("enum options accept names and MediaPipe's numbers")
    func gateNumbers() throws {
        func changes(_ state: TextValue) throws -> [String] {
            let config = graph(
                ["in", "allow"],
                [
                    node(
                        "GateCalculator", ["in", "ALLOW:allow"], ["out", "STATE_CHANGE:change"],
                        options: StandardRun.options(
                            "GateCalculatorOptions", TextField("initial_gate_state", state)))
                ])
            return try StandardRun.run(
                config, [("in", .int(1, at: 1)), StandardRun.bool("allow", true, 1)],
                watch: "change")
        }
        #expect(try changes(.identifier("GATE_DISALLOW")) == ["true@1"])
        #expect(try changes(.integer(3)) == ["true@1"])
        #expect(try changes(.integer(2)).isEmpty)
        #expect {
            try changes(.integer(4))
        } throws: {
            "\($0)".contains("initial_gate_state") && "\($0)".contains("GATE_ALLOW (2)")
        }
    }

    @Test("unknown options are errors")
    func unknownOptions() {
        let config = graph(
            ["in"],
            [
                node(
                    "GateCalculator", ["in"], ["out"],
                    options: StandardRun.options(
                        "GateCalculatorOptions", TextField("alow", .bool(true))))
            ])
        #expect { try CalculatorGraph(config) } throws: { "\($0)".contains("alow") }
    }
}
