import LandmarkGraph
import Testing

@Suite("Subgraphs")
struct SubgraphTests {
    private var registry = DeclaredCalculators.registry

    private mutating func register(_ name: String, _ text: String) throws {
        registry.register(name, subgraph: try GraphConfig(parsing: text))
    }

    private func expanded(_ text: String) throws -> GraphConfig {
        try ValidatedGraph(try GraphConfig(parsing: text), registry: registry).config
    }

    private func errors(_ text: String) throws -> [String] {
        try DeclaredCalculators.errors(text, registry)
    }

    @Test("ports are connected by tag and index, and inner names get a prefix")
    mutating func bindings() throws {
        try register(
            "Two",
            """
            input_stream: "IN:1:second" input_stream: "IN:0:first" input_side_packet: "SIDE:side"
            output_stream: "OUT:end" output_stream: "MORE:half" output_side_packet: "made"
            node { calculator: "Any" name: "one" input_stream: ["first", "second"]
              output_stream: "half" input_side_packet: "side" output_side_packet: "made" }
            node { calculator: "Any" input_stream: "half" output_stream: "end" }
            """)
        let graph = try expanded(
            """
            input_stream: ["a", "b"] input_side_packet: "s"
            node { calculator: "Any" input_stream: "a" output_stream: "x" }
            node { calculator: "Two" input_stream: "IN:0:a" input_stream: "IN:1:b"
              input_side_packet: "SIDE:s" output_stream: "OUT:c" output_side_packet: "m" }
            node { calculator: "Two" input_stream: "IN:0:b" input_stream: "IN:1:c"
              input_side_packet: "SIDE:s" output_stream: "MORE:d" }
            """)
        #expect(
            graph.nodes.map(\.name) == ["", "two_1__one", "two_1__Any", "two_2__one", "two_2__Any"])
        #expect(
            graph.nodes.map { $0.inputStreams.map(\.name) }
                == [["a"], ["a", "b"], ["two_1__half"], ["b", "c"], ["d"]])
        #expect(
            graph.nodes.map { $0.outputStreams.map(\.name) }
                == [["x"], ["two_1__half"], ["c"], ["d"], ["two_2__end"]])
        #expect(graph.nodes[1].inputSidePackets.map(\.name) == ["s"])
        #expect(graph.nodes[1].outputSidePackets.map(\.name) == ["m"])
        #expect(graph.nodes[3].outputSidePackets.map(\.name) == ["two_2__made"])
    }

    @Test("inputs left unconnected are removed inside")
    mutating func unconnected() throws {
        try register(
            "Sub",
            """
            input_stream: "IN:in" input_stream: "EXTRA:extra" output_stream: "OUT:out"
            input_side_packet: "MODEL:model" input_side_packet: "LEVEL:level"
            node { calculator: "Model" input_stream: "IN:in" input_stream: "EXTRA:extra"
              output_stream: "OUT:out"
              input_side_packet: "MODEL:model" input_side_packet: "LEVEL:level" }
            """)
        let graph = try expanded(
            """
            input_stream: "a"
            node { calculator: "Sub" input_stream: "IN:a" output_stream: "OUT:b"
              input_side_packet: "MODEL:m" }
            """)
        #expect(graph.nodes[0].inputStreams.map(\.tag) == ["IN"])
        #expect(graph.nodes[0].inputSidePackets.map(\.tag) == ["MODEL"])
    }

    @Test("subgraphs nest, and errors name the enclosing nodes")
    mutating func nested() throws {
        try register(
            "Inner",
            """
            input_stream: "in" output_stream: "out"
            node { calculator: "Same" input_stream: "in" output_stream: "middle" }

            node { calculator: "Nothing" input_stream: "middle" output_stream: "out" }
            """)
        try register(
            "Outer",
            """
            input_stream: "in" output_stream: "out"
            node { calculator: "Inner" name: "i" input_stream: "in" output_stream: "x" }
            node { calculator: "Inner" name: "I" input_stream: "x" output_stream: "out" }
            """)
        let text = "input_stream: 'a'\nnode { calculator: 'Outer' input_stream: 'a' }"
        #expect(
            try errors(text)[0]
                == "node \"outer__i__Nothing\" (Nothing, line 4 of the subgraph) in node \"outer__i\" (Inner, "
                + "line 2 of the subgraph) in node Outer (line 2): no calculator is registered as \"Nothing\""
        )
        registry.register("Nothing", AnythingCalculator.self)
        let graph = try expanded(text)
        #expect(
            graph.nodes.map { $0.outputStreams[0].name } == [
                "outer__i__middle", "outer__x", "outer__i_2__middle", "outer__out",
            ])
    }

    @Test("prefixes avoid existing names")
    mutating func prefixes() throws {
        try register(
            "Sub",
            "output_stream: 'o' node { calculator: 'Any' output_stream: 'x' } "
                + "node { calculator: 'Any' input_stream: 'x' output_stream: 'o' }")
        let graph = try expanded(
            """
            node { calculator: "Any" output_stream: "sub__x" }
            node { calculator: "Sub" output_stream: "a" }
            node { calculator: "Sub" name: "9.É b" output_stream: "b" }
            """)
        #expect(
            graph.nodes.flatMap { $0.outputStreams.map(\.name) }
                == ["sub__x", "sub_2__x", "a", "_9____b__x", "b"])
    }

    @Test("a subgraph that contains itself is an error")
    mutating func recursion() throws {
        try register("A", "node { calculator: 'B' }")
        try register("B", "node { calculator: 'C' }")
        try register("C", "\nnode { calculator: 'B' }")
        #expect(
            try errors("node { calculator: 'A' }") == [
                "node \"a__b__c__B\" (B, line 2 of the subgraph) in node \"a__b__C\" (C, line 1 of the "
                    + "subgraph) in node \"a__B\" (B, line 1 of the subgraph) in node A (line 1): "
                    + "subgraph contains itself: B in C in B"
            ])
    }

    @Test("the number of nodes and the nesting depth are limited")
    mutating func explosion() throws {
        let ten = { (name: String) in
            String(repeating: "node { calculator: '\(name)' }", count: 10)
        }
        try register("L0", ten("Any"))
        for level in 1...9 { try register("L\(level)", ten("L\(level - 1)")) }
        #expect(try errors("node { calculator: 'L9' }").last?.contains("more than 100000") == true)
        try register("D0", "node { calculator: 'Any' }")
        for level in 1...200 { try register("D\(level)", "node { calculator: 'D\(level - 1)' }") }
        #expect(try errors("node { calculator: 'D99' }").isEmpty)
        #expect(try errors("node { calculator: 'D200' }")[0].hasSuffix("deeper than 100"))
    }

    @Test(
        "invalid fields and ports of a subgraph node are errors",
        arguments: [
            ("input_stream: 'X:a'", "the subgraph has no input stream X"),
            (
                "input_stream: 'IN:0:a' input_stream: 'IN:1:a'",
                "the subgraph has no input stream IN:1"
            ),
            ("output_stream: 'b'", "the subgraph has no output stream 0 without a tag"),
            ("source_layer: 1", "source_layer is not allowed on a subgraph node"),
            ("buffer_size_hint: 1", "buffer_size_hint is not allowed on a subgraph node"),
            (
                "input_stream_info { tag_index: 'IN' }",
                "input_stream_info is not allowed on a subgraph node"
            ),
            (
                "output_stream_handler { }",
                "output_stream_handler is not allowed on a subgraph node"
            ),
        ])
    mutating func invalidFields(fields: String, expected: String) throws {
        try register("Sub", "input_stream: 'IN:in' node { calculator: 'Any' input_stream: 'in' }")
        let text = "input_stream: 'a' node { calculator: 'Sub' \(fields) }"
        #expect(try errors(text) == ["node Sub (line 1): \(expected)"])
    }

    @Test("a subgraph may be created from the node's options, or fail to be")
    mutating func functions() throws {
        struct Refusal: Error, CustomStringConvertible { let description = "count is too small" }
        registry.register("Many") { node in
            let count = try node.options.message("ManyOptions")?.int("count") ?? 0
            guard count > 0 else { throw Refusal() }
            return GraphConfig(
                nodes: (0..<count).map { NodeConfig(name: "n\($0)", calculator: "Any") },
                executors: [ExecutorConfig(name: "own")])
        }
        let graph = try expanded(
            "node { calculator: 'Many' options { [mediapipe.ManyOptions.ext] { count: 2 } } }")
        #expect(graph.nodes.map(\.name) == ["many__n0", "many__n1"])
        #expect(graph.executors == [ExecutorConfig(name: "own")])
        #expect(
            try errors("node { calculator: 'Many' }")
                == ["node Many (line 1): the subgraph could not be created: count is too small"])
    }

    @Test("errors inside a subgraph are reported")
    mutating func innerErrors() throws {
        try register("Twice", "input_stream: ['A:a', 'A:b']")
        #expect(
            try errors("node { calculator: 'Twice' }")
                == ["node Twice (line 1): duplicate input stream A"])
        try register("Through", "input_stream: 'IN:a' output_stream: 'OUT:a'")
        #expect(
            try errors(
                "input_stream: 'x' node { calculator: 'Through' input_stream: 'IN:x' "
                    + "output_stream: 'OUT:y' }")
                == [
                    "node Through (line 1): output stream \"a\" is already produced by the graph's inputs"
                ])
        try register("Old", "status_handler { status_handler: 'S' }")
        #expect(
            try errors("node { calculator: 'Old' }")
                == ["line 1, column 16: status_handler \"S\" is not supported"])
    }
}
