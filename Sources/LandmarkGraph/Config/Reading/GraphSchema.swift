/// The fields of MediaPipe's `CalculatorGraphConfig` and of the messages in it, as
/// mediapipe/framework/calculator.proto and the files that it imports have them.
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
