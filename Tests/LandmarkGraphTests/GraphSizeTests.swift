import LandmarkGraph
import Testing

@Suite("Large graphs, mostly wrong ones")
struct GraphSizeTests {
    /// Each is about two megabytes; what takes time that grows with the square would take minutes.
    @Test(
        "are answered in a time that grows with their size",
        arguments: [
            ("node { }", ""),
            ("node { calculator: 'Sane' input_stream: 'a#' output_stream: 'b#' }", ""),
            ("node { calculator: 'Any' input_stream: 'a#' output_stream: 'a' }", ""),
            ("node { calculator: 'Any' output_side_packet: 'a#' executor: 'e#' }", ""),
            ("node { calculator: 'Any' input_side_packet: 'a#' output_stream: 'a#' }", ""),
            ("input_stream: 'a' ", ""), ("input_stream: 'T:#:a#' ", ""),
            ("output_stream: 'a#' ", ""),
            ("executor { name: 'e#' } ", ""), ("status_handler { } ", ""),
            ("input_stream: 'a#' ", "node { calculator: 'Any' "),
            ("input_stream: 'T:#:a#' ", "node { calculator: 'Same' output_stream: 'x' "),
            ("input_stream: 'T#:9999:a' ", "node { calculator: 'Any' "),
            ("input_stream_info { tag_index: ':#' } ", "node { calculator: 'Any' "),
            ("option_value: 'a#:b#' ", "node { calculator: 'Any' "),
            ("[a.b#.C.ext] { } ", "node { calculator: 'Any' options { "),
            ("node_options { [x.com/a.B#] { } } ", "node { calculator: 'Any' "),
            (
                "node { calculator: 'Same' input_stream: 'a#' output_stream: 'a' input_stream_info {"
                    + " back_edge: true } }", ""
            ),
            ("node { calculator: 'Sub' input_stream: 'a' } ", "input_stream: 'a' "),
            ("_", "node { calculator: 'Sub' output_stream: '"),
        ])
    func large(part: String, before: String) throws {
        var text = before
        let pieces = part.split(separator: "#", omittingEmptySubsequences: false)
        var index = 0
        while text.utf8.count < 2_000_000 {
            text += pieces.joined(separator: "\(index)")
            index += 1
        }
        if before.hasSuffix("'") { text += "'" }
        text += String(repeating: "}", count: before.count { $0 == "{" })
        let bytes = Array(text.utf8)
        let start = ContinuousClock.now
        do {
            let config = try GraphConfig(parsing: bytes)
            var registry = DeclaredCalculators.registry
            registry.register("Sub", subgraph: Self.sub)
            _ = try ValidatedGraph(config, registry: registry)
        } catch {
            guard case .invalid = error else {
                Issue.record("\(error)")
                return
            }
        }
        let time = ContinuousClock.now - start
        #expect(time < .seconds(60), "\(before)\(part) took \(time)")
    }

    private static let sub = GraphConfig(
        nodes: [
            NodeConfig(
                calculator: "Any", inputStreams: [StreamReference(name: "in")],
                outputStreams: [StreamReference(name: "x")])
        ], inputStreams: [StreamReference(name: "in")])
}
