import LandmarkGraph
import Testing

@Suite("Cycles and back edges")
struct GraphCycleTests {
    private func node(_ name: String, _ inputs: String, _ output: String, _ more: String = "")
        -> String
    {
        "node { name: '\(name)' calculator: 'Any' "
            + inputs.split(separator: " ").map { "input_stream: '\($0)' " }.joined()
            + "output_stream: '\(output)' \(more) }\n"
    }

    private func back(_ tag: String) -> String {
        "input_stream_info { tag_index: '\(tag)' back_edge: true }"
    }

    @Test("nodes that feed each other are named with their streams")
    func cycle() throws {
        let text =
            "input_stream: 'in'\n" + node("before", "in", "start") + node("a", "start LOOP:z", "x")
            + node("b", "x", "y") + node("c", "y", "z") + node("after", "z", "end")
        #expect(
            try DeclaredCalculators.faults(text) == [
                "node \"a\" (Any, line 3): nodes feed each other and no back edge is declared: "
                    + "node \"a\" (Any, line 3) by \"x\", node \"b\" (Any, line 4) by \"y\", "
                    + "node \"c\" (Any, line 5) by \"z\", and again the first"
            ])
        let cut = text.replacing("output_stream: 'x'", with: "output_stream: 'x' " + back("LOOP"))
        #expect(try DeclaredCalculators.faults(cut).isEmpty)
    }

    @Test("a node that feeds itself needs a back edge")
    func selfLoop() throws {
        #expect(try DeclaredCalculators.faults(node("a", "x", "x")).count == 1)
        #expect(try DeclaredCalculators.faults(node("a", "x", "x", back(""))).isEmpty)
        #expect(try DeclaredCalculators.faults(node("a", "x", "x", back(":0"))).isEmpty)
    }

    @Test("side packets form cycles too, and these cannot be cut")
    func sidePackets() throws {
        let text = """
            node { calculator: "MakeSide" input_side_packet: "AFTER:b" output_side_packet: "a" }
            node { calculator: "MakeSide" input_side_packet: "AFTER:a" output_side_packet: "b" }
            """
        let faults = try DeclaredCalculators.faults(text)
        #expect(faults.count == 1)
        #expect(faults.first?.contains("no back edge is declared") == true)
    }

    @Test(
        "input_stream_info is about streams that there are, once",
        arguments: [
            (
                "tag_index: 'B'",
                "input_stream_info is about input stream B, which the node does not have"
            ),
            (
                "tag_index: 'A:1'",
                "input_stream_info is about input stream A:1, which the node does not have"
            ),
            (
                "tag_index: 'A' } input_stream_info { tag_index: 'A:0'",
                "input_stream_info speaks of input stream A twice"
            ),
            (
                "tag_index: 'A' back_edge: true",
                "input stream \"x\" is marked as a back edge but closes no cycle"
            ),
        ])
    func info(info: String, expected: String) throws {
        let text = node("source", "", "x") + node("a", "A:x", "y", "input_stream_info { \(info) }")
        #expect(try DeclaredCalculators.faults(text) == ["node \"a\" (Any, line 2): \(expected)"])
    }

    /// MediaPipe's subgraph files mark streams whose cycle the graph around them closes.
    @Test("a back edge from the graph's input is let be")
    func fromOutside() throws {
        let text = "input_stream: 'x' " + node("a", "A:x", "y", back("A"))
        #expect(try DeclaredCalculators.faults(text).isEmpty)
    }

    @Test("a hundred thousand nodes in a row, or in a ring, are no trouble")
    func long() throws {
        let count = 100_000
        var nodes = (0..<count).map { index in
            NodeConfig(
                calculator: "Same", inputStreams: [StreamReference(name: "s\(index)")],
                outputStreams: [StreamReference(name: "s\(index + 1)")])
        }
        nodes.reverse()
        let row = GraphConfig(nodes: nodes, inputStreams: [StreamReference(name: "s0")])
        let graph = try ValidatedGraph(row, registry: DeclaredCalculators.registry)
        #expect(graph.order == Array((0..<count).reversed()))
        nodes[0].outputStreams = [StreamReference(name: "s0")]
        let ring = GraphConfig(nodes: nodes)
        let error = #expect(throws: GraphError.self) {
            try ValidatedGraph(ring, registry: DeclaredCalculators.registry)
        }
        #expect(error?.description.contains("99992 more") == true)
    }
}
