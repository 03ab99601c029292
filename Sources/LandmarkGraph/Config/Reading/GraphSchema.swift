import LandmarkCore

/// The fields of MediaPipe's `CalculatorGraphConfig` and its nested messages, from
/// mediapipe/framework/calculator.proto and its imports.
enum GraphSchema {
    static let graph = MessageSchema(fields: [
        "node": .messages(node),
        "packet_factory": .messages(packetFactory),
        "packet_generator": .messages(packetGenerator),
        "num_threads": .int32,
        "status_handler": .messages(statusHandler),
        "input_stream": .strings,
        "output_stream": .strings,
        "input_side_packet": .strings,
        "output_side_packet": .strings,
        "max_queue_size": .int32,
        "report_deadlock": .bool,
        "runtime_info": .message(runtimeInfo),
        "input_stream_handler": .message(inputStreamHandler),
        "output_stream_handler": .message(outputStreamHandler),
        "executor": .messages(executor),
        "profiler_config": .message(profiler),
        "package": .string,
        "type": .string,
        "options": .options,
        "graph_options": .anys,
    ])

    static let node = MessageSchema(fields: [
        "name": .string,
        "calculator": .string,
        "input_stream": .strings,
        "output_stream": .strings,
        "input_side_packet": .strings,
        "output_side_packet": .strings,
        "options": .options,
        "node_options": .anys,
        "source_layer": .int32,
        "buffer_size_hint": .int32,
        "input_stream_handler": .message(inputStreamHandler),
        "output_stream_handler": .message(outputStreamHandler),
        "input_stream_info": .messages(inputStreamInfo),
        "executor": .string,
        "profiler_config": .message(profiler),
        "max_in_flight": .int32,
        "option_value": .strings,
        "external_input": .strings,
    ])

    static let executor = MessageSchema(fields: [
        "name": .string, "type": .string, "options": .options,
    ])

    static let inputStreamInfo = MessageSchema(fields: [
        "tag_index": .string, "back_edge": .bool,
    ])

    static let inputStreamHandler = MessageSchema(fields: [
        "input_stream_handler": .string, "options": .options,
    ])

    static let outputStreamHandler = MessageSchema(fields: [
        "output_stream_handler": .string, "input_side_packet": .strings, "options": .options,
    ])

    static let packetFactory = MessageSchema(fields: [
        "packet_factory": .string, "output_side_packet": .string, "external_output": .string,
        "options": .options,
    ])

    static let packetGenerator = MessageSchema(fields: [
        "packet_generator": .string, "input_side_packet": .strings, "external_input": .strings,
        "output_side_packet": .strings, "external_output": .strings, "options": .options,
    ])

    static let statusHandler = MessageSchema(fields: [
        "status_handler": .string, "input_side_packet": .strings, "external_input": .strings,
        "options": .options,
    ])

    static let runtimeInfo = MessageSchema(fields: [
        "enable_graph_runtime_info": .bool, "capture_period_msec": .uint32,
    ])

    static let profiler = MessageSchema(fields: [
        "histogram_interval_size_usec": .int64,
        "num_histogram_intervals": .int64,
        "enable_input_output_latency": .bool,
        "enable_profiler": .bool,
        "enable_stream_latency": .bool,
        "use_packet_timestamp_for_added_packet": .bool,
        "trace_log_capacity": .int64,
        "trace_event_types_disabled": .int32s,
        "trace_log_path": .string,
        "trace_log_count": .int32,
        "trace_log_interval_usec": .int64,
        "trace_log_margin_usec": .int64,
        "trace_log_duration_events": .bool,
        "trace_log_interval_count": .int32,
        "trace_log_disabled": .bool,
        "trace_enabled": .bool,
        "trace_log_instant_events": .bool,
        "calculator_filter": .string,
    ])
}

/// The fields of a message type and their kinds.
struct MessageSchema: Sendable {
    /// The kind of value a field holds.
    indirect enum Kind: Sendable {
        case string
        case integer(ClosedRange<Int>)
        case bool
        case message(MessageSchema)
        /// Messages keyed by extension name.
        case options
        /// A message keyed by its type URL: `google.protobuf.Any`.
        case any
    }

    /// A field's kind and cardinality.
    struct Field: Sendable {
        let kind: Kind
        let isRepeated: Bool

        static let string = Field(kind: .string, isRepeated: false)
        static let strings = Field(kind: .string, isRepeated: true)
        static let bool = Field(kind: .bool, isRepeated: false)
        static let options = Field(kind: .options, isRepeated: false)
        static let int32 = Field(kind: int32Kind, isRepeated: false)
        static let int32s = Field(kind: int32Kind, isRepeated: true)
        static let int64 = Field(kind: .integer(.min ... .max), isRepeated: false)
        static let uint32 = Field(kind: .integer(0...Int(UInt32.max)), isRepeated: false)
        static let anys = Field(kind: .any, isRepeated: true)

        static func message(_ schema: MessageSchema) -> Field {
            Field(kind: .message(schema), isRepeated: false)
        }

        static func messages(_ schema: MessageSchema) -> Field {
            Field(kind: .message(schema), isRepeated: true)
        }

        private static let int32Kind = Kind.integer(Int(Int32.min)...Int(Int32.max))
    }

    let fields: [String: Field]

    /// Throws for the first unknown, duplicate or mistyped field.
    ///
    /// Recursion is bounded by the depth of the schema.
    func check(_ message: TextMessage) throws(TextFormatError) {
        var seen: Set<String> = []
        for field in message.fields {
            guard field.kind == .plain, let known = fields[field.name] else {
                let nearest = NearestName.of(field.name, among: fields.keys.sorted())
                throw TextFormatError(
                    .unknownField(field.label, nearest: nearest), at: field.position)
            }
            if !known.isRepeated {
                if !seen.insert(field.name).inserted {
                    throw TextFormatError(.repeatedField(field.name), at: field.position)
                }
                if field.isList {
                    let kind = TextFormatError.Kind.value(
                        field: field.name, found: "a list", expected: "one value")
                    throw TextFormatError(kind, at: field.position)
                }
            }
            for value in field.values { try Self.check(value, known.kind, field.name) }
        }
    }

    private static func check(
        _ value: TextValue, _ kind: Kind, _ name: String
    ) throws(TextFormatError) {
        switch kind {
        case .string: _ = try value.string(name)
        case .integer(let range): _ = try value.int(name, in: range)
        case .bool: _ = try value.bool(name)
        case .message(let schema): try schema.check(try value.message(name))
        case .options: try checkOptions(try value.message(name))
        case .any: try checkAny(try value.message(name), name)
        }
    }

    private static func checkOptions(_ message: TextMessage) throws(TextFormatError) {
        var seen: Set<String> = []
        for field in message.fields {
            if field.kind == .plain, field.name == "merge_fields" {
                _ = try message.bool(field.name)
                continue
            }
            guard field.kind == .extensionName else {
                throw TextFormatError(
                    .unknownField(field.label, nearest: nil), at: field.position)
            }
            guard !field.isList, seen.insert(field.name).inserted else {
                throw TextFormatError(.repeatedField(field.label), at: field.position)
            }
            for value in field.values { _ = try value.message(field.label) }
        }
    }

    private static func checkAny(
        _ message: TextMessage, _ name: String
    ) throws(TextFormatError) {
        for (index, field) in message.fields.enumerated() {
            guard field.kind == .typeURL else {
                let kind = TextFormatError.Kind.unexpected(
                    found: "\"\(field.label)\"",
                    expected: "a type in brackets, such as [type.googleapis.com/mediapipe.X]")
                throw TextFormatError(kind, at: field.position)
            }
            guard index == 0, !field.isList else {
                throw TextFormatError(.repeatedField(name), at: field.position)
            }
            for value in field.values { _ = try value.message(field.label) }
        }
    }
}
