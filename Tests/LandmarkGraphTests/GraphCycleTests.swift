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

    @Test("the error for a cycle lists its nodes and streams")
    func cycle() throws {
        let text =
            "input_stream: 'in'\n" + node("before", "in", "start") + node("a", "start LOOP:z", "x")
            + node("b", "x", "y") + node("c", "y", "z") + node("after", "z", "end")
        #expect(
            try DeclaredCalculators.errors(text) == [
                "node \"a\" (Any, line 3): cycle without a declared back edge: "
                    + "node \"a\" (Any, line 3) -> \"x\" -> node \"b\" (Any, line 4) -> \"y\" -> "
                    + "node \"c\" (Any, line 5) -> \"z\" -> the first node"
            ])
        let cut = text.replacing("output_stream: 'x'", with: "output_stream: 'x' " + back("LOOP"))
        #expect(try DeclaredCalculators.errors(cut).isEmpty)
    }

    @Test("a self-loop requires a back edge")
    func selfLoop() throws {
        #expect(try DeclaredCalculators.errors(node("a", "x", "x")).count == 1)
        #expect(try DeclaredCalculators.errors(node("a", "x", "x", back(""))).isEmpty)
        #expect(try DeclaredCalculators.errors(node("a", "x", "x", back(":0"))).isEmpty)
    }

    @Test("side packet cycles are errors, and back edges do not break them")
    func sidePackets() throws {
        let text = """
            node { calculator: "MakeSide" input_side_packet: "AFTER:b" output_side_packet: "a" }
            node { calculator: "MakeSide" input_side_packet: "AFTER:a" output_side_packet: "b" }
            """
        let errors = try DeclaredCalculators.errors(text)
        #expect(errors.count == 1)
        #expect(errors.first?.contains("cycle without a declared back edge") == true)
    }

    @Test(
        "input_stream_info must refer to connected streams, once each",
        arguments: [
            (
                "tag_index: 'B'",
                "input_stream_info refers to input stream B, which the node does not have"
            ),
            (
                "tag_index: 'A:1'",
                "input_stream_info refers to input stream A:1, which the node does not have"
            ),
            (
                "tag_index: 'A' } input_stream_info { tag_index: 'A:0'",
                "duplicate input_stream_info for input stream A"
            ),
            (
                "tag_index: 'A' back_edge: true",
                "input stream \"x\" is marked as a back edge but does not close a cycle"
            ),
        ])
    func info(info: String, expected: String) throws {
        let text = node("source", "", "x") + node("a", "A:x", "y", "input_stream_info { \(info) }")
        #expect(try DeclaredCalculators.errors(text) == ["node \"a\" (Any, line 2): \(expected)"])
    }

    /// MediaPipe's subgraph files mark streams whose cycle is closed by the enclosing graph.
    @Test("a back edge from a graph input is accepted")
    func fromOutside() throws {
        let text = "input_stream: 'x' " + node("a", "A:x", "y", back("A"))
        #expect(try DeclaredCalculators.errors(text).isEmpty)
    }

    @Test("a chain or ring of 100,000 nodes is validated")
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
