import LandmarkGraph
import Testing

@Suite("Mux, demux, merge and split calculators")
struct MuxCalculatorTests {
    @Test("a mux passes the selected stream's packets without waiting for others")
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
        #expect(try StandardRun.run(config, packets) == ["50@5", "60@6"])
    }

    @Test("an out-of-range selection ends the run")
    func muxRange() throws {
        let config = graph(
            ["a", "select"],
            [
                node("MuxCalculator", ["INPUT:0:a", "SELECT:select"], ["OUTPUT:out"], name: "mux")
            ])
        #expect {
            try StandardRun.run(config, [("select", .int(3, at: 0))])
        } throws: {
            "\($0)".contains("mux") && "\($0)".contains("\"select\"") && "\($0)".contains("3")
        }
    }

    @Test("a side packet controls a mux")
    func sideMux() throws {
        let config = graph(
            ["a", "b"],
            [
                node(
                    "MuxCalculator", ["INPUT:0:a", "INPUT:1:b"], ["OUTPUT:out"], side: ["SELECT:s"])
            ])
        let packets = StandardRun.ints("a", [1, 2]) + StandardRun.ints("b", [2, 3])
        #expect(try StandardRun.run(config, packets, side: ["s": Packet(1)]) == ["2@2", "3@3"])
    }

    @Test("a demux distributes packets in turn, and a mux joins them again")
    func demux() throws {
        let config = graph(
            ["in"],
            [
                node(
                    "RoundRobinDemuxCalculator", ["in"],
                    ["OUTPUT:0:a", "OUTPUT:1:b", "SELECT:select"]),
                node("MuxCalculator", ["INPUT:0:a", "INPUT:1:b", "SELECT:select"], ["OUTPUT:out"]),
            ])
        let packets = StandardRun.ints("in", [1, 4, 9, 10, 11])
        #expect(try StandardRun.run(config, packets, watch: "a") == ["1@1", "9@9", "11@11"])
        #expect(try StandardRun.run(config, packets) == ["1@1", "4@4", "9@9", "10@10", "11@11"])
    }

    @Test("a merge passes the first stream's packet at each timestamp")
    func merge() throws {
        let config = graph(["a", "b"], [node("MergeCalculator", ["a", "b"], ["out"])])
        let packets = [
            ("a", Packet.int(1, at: 1)), ("b", .int(9, at: 1)), ("b", .int(2, at: 2)),
            ("a", .int(3, at: 3)),
        ]
        #expect(try StandardRun.run(config, packets) == ["1@1", "2@2", "3@3"])
    }

    @Test("arrays are split by ranges into arrays, elements or one array")
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
        #expect(try StandardRun.run(config(["a", "out"]), packets) == ["[9]@3"])
        #expect(
            try StandardRun.run(
                config(["a", "out"], TextField("element_only", .bool(true))), packets)
                == ["9@3"])
        #expect(
            try StandardRun.run(config(["out"], TextField("combine_outputs", .bool(true))), packets)
                == ["[7, 9]@3"])
        #expect(throws: GraphError.self) { try CalculatorGraph(config(["out"])) }
        #expect(throws: GraphRunError.self) {
            try StandardRun.run(config(["a", "out"]), [("in", Packet([7], at: .microseconds(3)))])
        }
    }
}
