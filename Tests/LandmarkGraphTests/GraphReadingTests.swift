import LandmarkGraph
import Testing

@Suite("Parsing of graph files")
struct GraphReadingTests {
    @Test("every field of a graph and its nodes is parsed")
    func everything() throws {
        let config = try GraphConfig(
            parsing: """
                type: "Eyes" package: "my.space"
                input_stream: "IMAGE:image" input_stream: ["first", "second"]
                output_stream: "OUT:1:b" output_stream: "OUT:0:a"
                input_side_packet: "MODEL:model" output_side_packet: "made"
                max_queue_size: -1 num_threads: 3 report_deadlock: true
                executor { name: "slow" type: "ThreadPoolExecutor"
                  options { [mediapipe.ThreadPoolExecutorOptions.ext] { num_threads: 2 } } }
                input_stream_handler { input_stream_handler: "ImmediateInputStreamHandler" }
                output_stream_handler { output_stream_handler: "InOrderOutputStreamHandler" }
                profiler_config { trace_enabled: true trace_event_types_disabled: [1, 2] }
                runtime_info { capture_period_msec: 5 }
                options { [mediapipe.A.ext] { a: 1 } }
                graph_options: { [type.googleapis.com/mediapipe.B] { b: 2 } }
                node {
                  name: "n" calculator: "C"
                  input_stream: "IMAGE:image" output_stream: "OUT:0:a" output_stream: "OUT:1:b"
                  input_side_packet: "model" external_input: "old" output_side_packet: "made"
                  options { merge_fields: true [mediapipe.X.ext] { x: 1 } }
                  node_options: { [type.googleapis.com/mediapipe.X] { x: 2 } }
                  node_options: { [type.googleapis.com/mediapipe.Y] { y: 3 } }
                  source_layer: 1 buffer_size_hint: 4 executor: "slow" max_in_flight: 2
                  input_stream_handler { }
                  output_stream_handler { input_side_packet: "p" }
                  input_stream_info: { tag_index: "IMAGE:0" back_edge: true }
                  input_stream_info: { tag_index: "" }
                  profiler_config { enable_profiler: false }
                  option_value: "x:options/a"
                }
                packet_factory { packet_factory: "F" output_side_packet: "o" }
                packet_generator { packet_generator: "G" options { merge_fields: true } }
                status_handler { status_handler: "S" }
                """)
        let x = NodeOptions.Entry(type: "mediapipe.X", message: message("x", 1))
        let y = NodeOptions.Entry(type: "mediapipe.Y", message: message("y", 3))
        let node = NodeConfig(
            name: "n", calculator: "C",
            inputStreams: [StreamReference(tag: "IMAGE", name: "image")],
            outputStreams: [
                StreamReference(tag: "OUT", name: "a"),
                StreamReference(tag: "OUT", index: 1, name: "b"),
            ],
            inputSidePackets: [StreamReference(name: "model"), StreamReference(name: "old")],
            outputSidePackets: [StreamReference(name: "made")], options: NodeOptions([x, y]),
            executor: "slow", inputStreamHandler: HandlerConfig(type: "DefaultInputStreamHandler"),
            inputStreamInfo: [
                InputStreamInfo(tag: "IMAGE", backEdge: true), InputStreamInfo(),
            ],
            maxInFlight: 2, sourceLayer: 1, bufferSizeHint: 4, optionValues: ["x:options/a"],
            outputStreamHandler: HandlerConfig(type: "InOrderOutputStreamHandler"))
        let expected = GraphConfig(
            nodes: [node],
            inputStreams: [
                StreamReference(tag: "IMAGE", name: "image"), StreamReference(name: "first"),
                StreamReference(name: "second"),
            ],
            outputStreams: [
                StreamReference(tag: "OUT", index: 1, name: "b"),
                StreamReference(tag: "OUT", name: "a"),
            ],
            inputSidePackets: [StreamReference(tag: "MODEL", name: "model")],
            outputSidePackets: [StreamReference(name: "made")],
            executors: [
                ExecutorConfig(
                    name: "slow", type: "ThreadPoolExecutor",
                    options: NodeOptions(
                        "mediapipe.ThreadPoolExecutorOptions",
                        TextField("num_threads", .integer(2))))
            ],
            inputStreamHandler: HandlerConfig(type: "ImmediateInputStreamHandler"),
            outputStreamHandler: HandlerConfig(type: "InOrderOutputStreamHandler"),
            maxQueueSize: -1, numThreads: 3, reportDeadlock: true, type: "Eyes",
            package: "my.space",
            options: NodeOptions([
                .init(type: "mediapipe.A", message: message("a", 1)),
                .init(type: "mediapipe.B", message: message("b", 2)),
            ]), legacy: config.legacy)
        #expect(config == expected)
        #expect(config.inputStreams.map(\.index) == [0, 0, 1])
        #expect(
            config.legacy.map(\.field) == ["packet_factory", "packet_generator", "status_handler"])
        #expect(config.nodes[0].position == TextPosition(line: 14, column: 6))
        #expect(config.nodes[0].inputStreams[0].position == TextPosition(line: 16, column: 17))
    }

    private func message(_ field: String, _ value: Int) -> TextMessage {
        TextMessage([TextField(field, .integer(value))])
    }

    @Test("missing fields have MediaPipe's defaults")
    func defaults() throws {
        #expect(try GraphConfig(parsing: "") == GraphConfig())
        #expect(try GraphConfig(parsing: "max_queue_size: 0").maxQueueSize == 100)
        #expect(try GraphConfig(parsing: "max_queue_size: 7").maxQueueSize == 7)
        #expect(GraphConfig().maxQueueSize == 100)
        let node = try GraphConfig(parsing: "node { calculator: 'A' }").nodes[0]
        #expect(node == NodeConfig(calculator: "A"))
    }

    @Test(
        "unknown, duplicate and mistyped fields are errors with a position",
        arguments: [
            (
                "node {\n  calculater: 'A'\n}",
                "line 2, column 3: unknown field \"calculater\"; did you mean \"calculator\"?"
            ),
            ("nodes {}", "line 1, column 1: unknown field \"nodes\"; did you mean \"node\"?"),
            ("zzzzzz: 1", "line 1, column 1: unknown field \"zzzzzz\""),
            ("[mediapipe.X.ext] {}", "line 1, column 1: unknown field \"[mediapipe.X.ext]\""),
            ("type: 'A' type: 'B'", "line 1, column 11: field \"type\" has more than one value"),
            ("type: ['A']", "line 1, column 1: field \"type\" is a list, expected one value"),
            ("type: 3", "line 1, column 7: field \"type\" is the integer 3, expected a string"),
            (
                "type: '\\377'",
                "line 1, column 7: field \"type\" is bytes, expected a UTF-8 string"
            ),
            ("node: 'A'", "line 1, column 7: field \"node\" is a string, expected a message"),
            (
                "num_threads: 2147483648",
                "line 1, column 14: field \"num_threads\" is the integer 2147483648, expected an "
                    + "integer from -2147483648 to 2147483647"
            ),
            (
                "report_deadlock: maybe",
                "line 1, column 18: field \"report_deadlock\" is \"maybe\", expected true or false"
            ),
            (
                "node { options { x: 1 } }",
                "line 1, column 18: unknown field \"x\""
            ),
            (
                "node { options { [a.B.ext] {} [a.B.ext] {} } }",
                "line 1, column 31: field \"[a.B.ext]\" has more than one value"
            ),
            (
                "node { options { [a.B.ext]: 3 } }",
                "line 1, column 29: field \"[a.B.ext]\" is the integer 3, expected a message"
            ),
            (
                "node { node_options { type_url: 'x' } }",
                "line 1, column 23: found \"type_url\", expected a type in brackets, such as "
                    + "[type.googleapis.com/mediapipe.X]"
            ),
            (
                "node { node_options { [x.com/a.B] {} [x.com/a.C] {} } }",
                "line 1, column 38: field \"node_options\" has more than one value"
            ),
            (
                "node { node_options { [x.com/a.B] {} } node_options { [x.com/a.B] {} } }",
                "line 1, column 55: field \"[x.com/a.B]\" has more than one value"
            ),
            (
                "profiler_config { trace_enable: 1 }",
                "line 1, column 19: unknown field \"trace_enable\"; did you mean \"trace_enabled\"?"
            ),
        ])
    func wrongFields(text: String, expected: String) throws {
        let error = #expect(throws: GraphError.self) { try GraphConfig(parsing: text) }
        #expect(error?.description == expected)
    }

    @Test(
        "stream references follow MediaPipe's syntax",
        arguments: [
            ("name", StreamReference(name: "name")),
            ("_a9", StreamReference(name: "_a9")),
            ("TAG:name", StreamReference(tag: "TAG", name: "name")),
            ("_T9:n", StreamReference(tag: "_T9", name: "n")),
            ("TAG:0:name", StreamReference(tag: "TAG", name: "name")),
            ("TAG:12:name", StreamReference(tag: "TAG", index: 12, name: "name")),
            ("TAG:10000:name", StreamReference(tag: "TAG", index: 10000, name: "name")),
            ("", nil), ("Name", nil), ("9name", nil), ("na me", nil), ("né", nil),
            ("tag:name", nil),
            ("TAG:", nil), (":name", nil), ("TAG:1:", nil), ("TAG::name", nil),
            ("TAG:01:name", nil),
            ("TAG:-1:name", nil), ("TAG:x:name", nil), ("TAG:10001:name", nil), ("1:name", nil),
            ("TAG:99999999999999999999:name", nil), ("A:1:2:name", nil), ("TAG:name ", nil),
        ] as [(String, StreamReference?)])
    func names(text: String, expected: StreamReference?) {
        #expect(StreamReference(text) == expected)
        if let expected { #expect(StreamReference(expected.description) == expected) }
    }

    @Test("malformed stream references are errors with line, node and text")
    func badNames() {
        let text = "node {\n  calculator: 'A'\n  input_stream: 'Image:x'\n}"
        let error = #expect(throws: GraphError.self) { try GraphConfig(parsing: text) }
        #expect(
            error?.description
                == "node A (line 1), line 3: \"Image:x\" is not a valid input stream; expected \"name\", "
                + "\"TAG:name\" or \"TAG:2:name\" with names in lower case and tags in upper case")
        let info = "node { name: 'n' calculator: 'A' input_stream_info { tag_index: 'A:x' } }"
        let other = #expect(throws: GraphError.self) { try GraphConfig(parsing: info) }
        #expect(
            other?.description
                == "node \"n\" (A, line 1): tag_index \"A:x\" is not valid; expected "
                + "\"TAG\", \"TAG:2\" or \":2\"")
    }
}
