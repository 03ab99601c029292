/// Converts `CalculatorGraphConfig` messages, checked against `GraphSchema`, to configs.
enum GraphReader {
    static func graph(_ message: TextMessage) throws(GraphError) -> GraphConfig {
        do { return try read(message) } catch let error as TextFormatError {
            throw .text(error)
        } catch let error as GraphValidationError {
            throw .invalid([error])
        } catch {
            // No other error type is thrown.
            throw .invalid([GraphValidationError(.unreadable("\(error)"))])
        }
    }

    private static func read(_ message: TextMessage) throws -> GraphConfig {
        try GraphSchema.graph.check(message)
        var config = GraphConfig(
            nodes: try message.messages("node").map { try node($0) },
            inputStreams: try references(message, .inputStream, "input_stream"),
            outputStreams: try references(message, .outputStream, "output_stream"),
            inputSidePackets: try references(message, .inputSidePacket, "input_side_packet"),
            outputSidePackets: try references(message, .outputSidePacket, "output_side_packet"))
        config.executors = try message.messages("executor").map { message in
            ExecutorConfig(
                name: try message.string("name") ?? "", type: try message.string("type") ?? "",
                options: try options(message), position: message.position)
        }
        config.inputStreamHandler = try inputHandler(message)
        config.outputStreamHandler = try outputHandler(message)
        let size = try message.int("max_queue_size") ?? 0
        config.maxQueueSize = size == 0 ? 100 : size
        config.numThreads = try message.int("num_threads") ?? 0
        config.reportDeadlock = try message.bool("report_deadlock") ?? false
        config.type = try message.string("type") ?? ""
        config.package = try message.string("package") ?? ""
        config.options = try options(message, any: "graph_options")
        for name in ["packet_factory", "packet_generator", "status_handler"] {
            config.legacy += try message.messages(name).map {
                LegacyConfig(field: name, message: $0)
            }
        }
        return config
    }

    /// Reads a `CalculatorGraphConfig.Node` that is contained in another message.
    ///
    /// - Throws: `TextFormatError` or `GraphValidationError`.
    static func contained(_ message: TextMessage) throws -> NodeConfig {
        try GraphSchema.node.check(message)
        return try node(message)
    }

    private static func node(_ message: TextMessage) throws -> NodeConfig {
        let name = try message.string("name") ?? ""
        let calculator = try message.string("calculator") ?? ""
        let label = NodeLabel(name: name, calculator: calculator, position: message.position)
        var sidePackets = try references(message, .inputSidePacket, "input_side_packet", label)
        sidePackets += try references(message, .inputSidePacket, "external_input", label)
        var node = NodeConfig(
            name: name, calculator: calculator,
            inputStreams: try references(message, .inputStream, "input_stream", label),
            outputStreams: try references(message, .outputStream, "output_stream", label),
            inputSidePackets: sidePackets,
            outputSidePackets: try references(
                message, .outputSidePacket, "output_side_packet", label),
            options: try options(message, any: "node_options"), position: message.position)
        node.executor = try message.string("executor") ?? ""
        node.inputStreamHandler = try inputHandler(message)
        node.outputStreamHandler = try outputHandler(message)
        node.inputStreamInfo = try message.messages("input_stream_info").map { message in
            let text = try message.string("tag_index") ?? ""
            guard let (tag, index) = PortName.tagIndex(text) else {
                throw GraphValidationError(.tagIndex(text), node: label, at: message.position)
            }
            return InputStreamInfo(
                tag: tag, index: index, backEdge: try message.bool("back_edge") ?? false,
                position: message.position)
        }
        node.maxInFlight = try message.int("max_in_flight") ?? 0
        node.sourceLayer = try message.int("source_layer") ?? 0
        node.bufferSizeHint = try message.int("buffer_size_hint") ?? 0
        node.optionValues = try message.strings("option_value")
        return node
    }

    private static func references(
        _ message: TextMessage, _ kind: PortKind, _ field: String, _ node: NodeLabel? = nil
    ) throws -> [StreamReference] {
        try message.values(of: field).map { value in
            let text = try value.string(field)
            guard let reference = StreamReference(text, position: value.position) else {
                throw GraphValidationError(.reference(kind, text), node: node, at: value.position)
            }
            return reference
        }
    }

    private static func inputHandler(_ message: TextMessage) throws -> HandlerConfig? {
        guard let handler = try message.message("input_stream_handler") else { return nil }
        return HandlerConfig(
            type: try handler.string("input_stream_handler") ?? "DefaultInputStreamHandler",
            options: try options(handler), position: handler.position)
    }

    private static func outputHandler(_ message: TextMessage) throws -> HandlerConfig? {
        guard let handler = try message.message("output_stream_handler") else { return nil }
        return HandlerConfig(
            type: try handler.string("output_stream_handler") ?? "InOrderOutputStreamHandler",
            options: try options(handler), position: handler.position)
    }

    /// The messages in `options`, and those in the `any` field whose types are not in `options`.
    private static func options(_ message: TextMessage, any: String? = nil) throws -> NodeOptions {
        var entries: [NodeOptions.Entry] = []
        for field in try message.message("options")?.fields ?? []
        where field.kind == .extensionName {
            entries += try entry(field, PortName.messageType(ofExtension: field.name))
        }
        guard let any else { return NodeOptions(entries) }
        let known = Set(entries.map(\.type))
        var seen: Set<String> = []
        for field in try message.messages(any).flatMap(\.fields) {
            let type = String(
                field.name[(field.name.lastIndex(of: "/") ?? field.name.startIndex)...]
                    .drop { $0 == "/" })
            guard seen.insert(type).inserted else {
                throw TextFormatError(.repeatedField(field.label), at: field.position)
            }
            if !known.contains(type) { entries += try entry(field, type) }
        }
        return NodeOptions(entries)
    }

    private static func entry(_ field: TextField, _ type: String) throws -> [NodeOptions.Entry] {
        try field.values.map {
            NodeOptions.Entry(type: type, message: try $0.message(field.label))
        }
    }
}
