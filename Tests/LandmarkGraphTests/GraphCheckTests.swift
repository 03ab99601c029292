import LandmarkGraph
import Testing

@Suite("What is checked before a run")
struct GraphCheckTests {
    private func faults(_ text: String) throws -> [String] {
        try DeclaredCalculators.faults(text)
    }

    @Test("a graph that fits has no faults, and an order")
    func fits() throws {
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
        "calculators must be known",
        arguments: [
            (
                "node { calculator: 'MakeInd' output_stream: 'a' }",
                "node MakeInd (line 1): no calculator is named \"MakeInd\"; did you mean \"MakeInt\""
            ),
            (
                "node { calculator: 'X' name: 'n' }",
                "node \"n\" (X, line 1): no calculator is named \"X\""
            ),
            (
                "node { name: 'n' }",
                "node \"n\" (without a calculator, line 1): the node names no calculator"
            ),
        ])
    func calculators(text: String, expected: String) throws {
        #expect(try faults(text) == [expected])
    }

    @Test("calculators are looked up in the graph's namespace and those around it")
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
            try DeclaredCalculators.faults("package: 'a' node { calculator: '.C' }", registry).count
                == 1)
    }

    @Test(
        "every stream that is read is made once",
        arguments: [
            (
                "input_stream: 'image' node { calculator: 'Any'\n input_stream: 'IMAGE:imag' }",
                "node Any (line 1), line 2: nothing makes input stream \"imag\"; did you mean \"image\""
            ),
            (
                "node { calculator: 'MakeInt' output_stream: 'a' } output_stream: 'missing'",
                "line 1, column 66: nothing makes output stream \"missing\""
            ),
            (
                "node { calculator: 'MakeInt' output_stream: 'a' }\n"
                    + "node { calculator: 'MakeInt' output_stream: 'a' }",
                "node MakeInt (line 2): output stream \"a\" is already made by node MakeInt (line 1)"
            ),
            (
                "input_stream: 'a' node { calculator: 'MakeInt' output_stream: 'a' }",
                "node MakeInt (line 1): output stream \"a\" is already made by the graph's inputs"
            ),
            (
                "input_stream: 'A:a' input_stream: 'B:a'",
                "line 1, column 35: input stream \"a\" is already made by the graph's inputs"
            ),
            (
                "node { calculator: 'MakeSide' output_side_packet: 'a' output_side_packet: 'a' }",
                "node MakeSide (line 1): output side packet \"a\" is already made by node MakeSide "
                    + "(line 1)"
            ),
            (
                "output_side_packet: 'a'",
                "line 1, column 21: nothing makes output side packet \"a\""
            ),
        ])
    func streams(text: String, expected: String) throws {
        #expect(try faults(text) == [expected])
    }

    @Test(
        "tags and indices are whole and not repeated",
        arguments: [
            (
                "input_stream: ['A:a', 'A:b']",
                "line 1, column 23: two are input stream A"
            ),
            (
                "input_stream: ['A:0:a', 'A:2:b', 'A:3:c']",
                "line 1, column 34: input stream A:1 is missing, though there are greater indices"
            ),
            (
                "input_stream: 'a' node { calculator: 'Any' input_stream: ['A:1:a', 'A:1:a'] }",
                "node Any (line 1): two are input stream A:1"
            ),
            (
                "node { calculator: 'Any' input_side_packet: 'A:1:a' }",
                "node Any (line 1): input side packet A is missing, though there are greater indices"
            ),
        ])
    func tags(text: String, expected: String) throws {
        #expect(try faults(text).first == expected)
    }

    @Test("names of graphs made in code are checked as well")
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
        guard case .invalid(let faults)? = error else { return }
        #expect(
            faults.prefix(3).map(\.kind) == [
                .reference(.inputStream, "A"), .reference(.inputStream, "t:a"),
                .reference(.inputStream, "T:-1:a"),
            ])
        #expect(faults[0].description.hasPrefix("node Any: \"A\" names no input stream"))
    }

    @Test("contracts: undeclared and missing streams, and options that a calculator refuses")
    func contracts() throws {
        #expect(
            try faults("input_stream: 'a' node { calculator: 'Model'\n input_stream: 'INN:a' }")
                == [
                    "node Model (line 1), line 2: the calculator has no input stream INN for \"a\"",
                    "node Model (line 1): input stream IN is missing",
                    "node Model (line 1): output stream OUT is missing",
                    "node Model (line 1): input side packet MODEL is missing",
                ])
        #expect(
            try faults(
                "node { calculator: 'Model' options {\n [mediapipe.ModelOptions.ext] { levels: 1 } } }"
            )
                == [
                    "node Model (line 1), line 2: unknown field \"levels\"; did you mean \"level\""
                ])
    }

    @Test("side packets must be made or given, unless they are optional")
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
                == "node Model (line 2), line 3: side packet \"model\" is needed but not given")
    }

    @Test(
        "settings",
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
                "line 1, column 10: the executor's name \"gpu\" is reserved"
            ),
            (
                "executor { name: 'a' } executor { name: 'a' }",
                "line 1, column 33: two executors are named \"a\""
            ),
            (
                "executor { } num_threads: 2",
                "line 1, column 10: both num_threads and an executor without a name describe the "
                    + "default executor"
            ),
            (
                "executor { name: 'slow' } node { calculator: 'Any' executor: 'slov' }",
                "node Any (line 1): no executor is named \"slov\"; did you mean \"slow\""
            ),
            (
                "node { calculator: 'Any' executor: '__x' }",
                "node Any (line 1): the executor's name \"__x\" is reserved"
            ),
        ])
    func settings(text: String, expected: String) throws {
        #expect(try faults(text) == [expected])
    }
}
