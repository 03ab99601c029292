import LandmarkGraph
import Testing

@Suite("Graph validation")
struct GraphCheckTests {
    private func errors(_ text: String) throws -> [String] {
        try DeclaredCalculators.errors(text)
    }

    @Test("a valid graph has no errors and is sorted topologically")
    func validGraph() throws {
        let text = """
            input_stream: "in" output_stream: "d"
            node { calculator: "Any" input_stream: "c" output_stream: "d" }
            node { calculator: "Any" input_stream: "a" input_stream: "b" output_stream: "c" }
            node { calculator: "Any" input_stream: "in" output_stream: "a" }
            node { calculator: "Any" input_stream: "a" output_stream: "b" }
            """
        let graph = try ValidatedGraph(
            try GraphConfig(parsing: text), registry: DeclaredCalculators.registry)
        #expect(graph.order == [2, 3, 1, 0])
        #expect(graph.contracts.count == 4)
        #expect(graph.neededSidePackets.isEmpty)
    }

    @Test(
        "calculators must be registered",
        arguments: [
            (
                "node { calculator: 'MakeInd' output_stream: 'a' }",
                "node MakeInd (line 1): no calculator is registered as \"MakeInd\"; did you mean \"MakeInt\"?"
            ),
            (
                "node { calculator: 'X' name: 'n' }",
                "node \"n\" (X, line 1): no calculator is registered as \"X\""
            ),
            (
                "node { name: 'n' }",
                "node \"n\" (without a calculator, line 1): the node does not name a calculator"
            ),
        ])
    func calculators(text: String, expected: String) throws {
        #expect(try errors(text) == [expected])
    }

    @Test("calculators are looked up in the graph's package and its enclosing namespaces")
    func namespaces() throws {
        var registry = CalculatorRegistry()
        for name in ["a.b.C", "a.D", "E", "mediapipe.F"] {
            registry.register(name, AnythingCalculator.self)
        }
        let text =
            "package: 'a.b' "
            + ["C", "D", "E", "F", "mediapipe.E", "a.D", ".a.D", "b.C"]
            .map { "node { calculator: '\($0)' }" }.joined()
        let graph = try ValidatedGraph(try GraphConfig(parsing: text), registry: registry)
        #expect(
            graph.config.nodes.map(\.calculator)
                == ["a.b.C", "a.D", "E", "mediapipe.F", "E", "a.D", "a.D", "a.b.C"])
        #expect(
            try DeclaredCalculators.errors("package: 'a' node { calculator: '.C' }", registry).count
                == 1)
    }

    @Test(
        "every consumed stream has exactly one producer",
        arguments: [
            (
                "input_stream: 'image' node { calculator: 'Any'\n input_stream: 'IMAGE:imag' }",
                "node Any (line 1), line 2: input stream \"imag\" has no producer; did you mean \"image\"?"
            ),
            (
                "node { calculator: 'MakeInt' output_stream: 'a' } output_stream: 'missing'",
                "line 1, column 66: output stream \"missing\" has no producer"
            ),
            (
                "node { calculator: 'MakeInt' output_stream: 'a' }\n"
                    + "node { calculator: 'MakeInt' output_stream: 'a' }",
                "node MakeInt (line 2): output stream \"a\" is already produced by node MakeInt (line 1)"
            ),
            (
                "input_stream: 'a' node { calculator: 'MakeInt' output_stream: 'a' }",
                "node MakeInt (line 1): output stream \"a\" is already produced by the graph's inputs"
            ),
            (
                "input_stream: 'A:a' input_stream: 'B:a'",
                "line 1, column 35: input stream \"a\" is already produced by the graph's inputs"
            ),
            (
                "node { calculator: 'MakeSide' output_side_packet: 'a' output_side_packet: 'a' }",
                "node MakeSide (line 1): output side packet \"a\" is already produced by node MakeSide "
                    + "(line 1)"
            ),
            (
                "output_side_packet: 'a'",
                "line 1, column 21: output side packet \"a\" has no producer"
            ),
        ])
    func streams(text: String, expected: String) throws {
        #expect(try errors(text) == [expected])
    }

    @Test(
        "indices of a tag are unique and contiguous",
        arguments: [
            (
                "input_stream: ['A:a', 'A:b']",
                "line 1, column 23: duplicate input stream A"
            ),
            (
                "input_stream: ['A:0:a', 'A:2:b', 'A:3:c']",
                "line 1, column 34: input stream A:1 is missing, but higher indices are present"
            ),
            (
                "input_stream: 'a' node { calculator: 'Any' input_stream: ['A:1:a', 'A:1:a'] }",
                "node Any (line 1): duplicate input stream A:1"
            ),
            (
                "node { calculator: 'Any' input_side_packet: 'A:1:a' }",
                "node Any (line 1): input side packet A is missing, but higher indices are present"
            ),
        ])
    func tags(text: String, expected: String) throws {
        #expect(try errors(text).first == expected)
    }

    @Test("names in graphs created in code are validated too")
    func codedNames() throws {
        let node = NodeConfig(
            calculator: "Any",
            inputStreams: [
                StreamReference(name: "A"), StreamReference(tag: "t", name: "a"),
                StreamReference(tag: "T", index: -1, name: "a"),
            ])
        let error = #expect(throws: GraphError.self) {
            try ValidatedGraph(GraphConfig(nodes: [node]), registry: DeclaredCalculators.registry)
        }
        guard case .invalid(let errors)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(
            errors.prefix(3).map(\.kind) == [
                .reference(.inputStream, "A"), .reference(.inputStream, "t:a"),
                .reference(.inputStream, "T:-1:a"),
            ])
        #expect(errors[0].description.hasPrefix("node Any: \"A\" is not a valid input stream"))
    }

    @Test("undeclared ports, missing ports and invalid options violate the contract")
    func contracts() throws {
        #expect(
            try errors("input_stream: 'a' node { calculator: 'Model'\n input_stream: 'INN:a' }")
                == [
                    "node Model (line 1), line 2: the calculator does not declare input stream INN for \"a\"",
                    "node Model (line 1): input stream IN is missing",
                    "node Model (line 1): output stream OUT is missing",
                    "node Model (line 1): input side packet MODEL is missing",
                ])
        #expect(
            try errors(
                "node { calculator: 'Model' options {\n [mediapipe.ModelOptions.ext] { levels: 1 } } }"
            )
                == [
                    "node Model (line 1), line 2: unknown field \"levels\"; did you mean \"level\"?"
                ])
    }

    @Test("required side packets must be produced or provided")
    func sidePackets() throws {
        let text = """
            input_stream: "a"
            node { calculator: "Model" input_stream: "IN:a" output_stream: "OUT:b"
              input_side_packet: "MODEL:model" input_side_packet: "LEVEL:level" }
            node { calculator: "Model" input_stream: "IN:b" output_stream: "OUT:c"
              input_side_packet: "MODEL:made" }
            node { calculator: "MakeSide" output_side_packet: "made" }
            """
        let graph = try ValidatedGraph(
            try GraphConfig(parsing: text), registry: DeclaredCalculators.registry)
        #expect(graph.neededSidePackets.map(\.name) == ["model"])
        #expect(graph.order == [0, 2, 1] || graph.order == [2, 0, 1])
        try graph.requireSidePackets(["model"])
        let error = #expect(throws: GraphError.self) { try graph.requireSidePackets(["level"]) }
        #expect(
            error?.description
                == "node Model (line 2), line 3: required side packet \"model\" was not provided")
    }

    @Test(
        "settings are validated",
        arguments: [
            ("max_queue_size: -2", "max_queue_size is -2, expected -1 to 2147483647"),
            ("num_threads: -2", "num_threads is -2, expected -1 to 1024"),
            (
                "node { calculator: 'Any' max_in_flight: -1 }",
                "node Any (line 1): max_in_flight is -1, expected 0 to 2147483647"
            ),
            (
                "packet_generator { packet_generator: 'G' }",
                "line 1, column 18: packet_generator \"G\" is not supported"
            ),
            (
                "output_stream_handler { output_stream_handler: 'Odd' }",
                "line 1, column 23: output_stream_handler \"Odd\" is not supported"
            ),
            (
                "node { calculator: 'Any' output_stream_handler { output_stream_handler: 'Odd' } }",
                "node Any (line 1): output_stream_handler \"Odd\" is not supported"
            ),
            (
                "executor { name: 'gpu' }",
                "line 1, column 10: executor name \"gpu\" is reserved"
            ),
            (
                "executor { name: 'a' } executor { name: 'a' }",
                "line 1, column 33: duplicate executor \"a\""
            ),
            (
                "executor { } num_threads: 2",
                "line 1, column 10: num_threads and an unnamed executor both configure the "
                    + "default executor"
            ),
            (
                "executor { name: 'slow' } node { calculator: 'Any' executor: 'slov' }",
                "node Any (line 1): no executor is named \"slov\"; did you mean \"slow\"?"
            ),
            (
                "node { calculator: 'Any' executor: '__x' }",
                "node Any (line 1): executor name \"__x\" is reserved"
            ),
        ])
    func settings(text: String, expected: String) throws {
        #expect(try errors(text) == [expected])
    }
}
