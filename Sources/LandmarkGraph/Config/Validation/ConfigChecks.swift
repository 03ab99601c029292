/// Checks the settings of a graph and its nodes: numeric ranges, executors and unsupported fields.
enum SettingsCheck {
    /// The maximum number of executors.
    static let executorLimit = 1000

    static func errors(_ config: GraphConfig) -> [GraphValidationError] {
        var errors: [GraphValidationError] = []
        func number(_ field: String, _ value: Int, _ range: ClosedRange<Int>, _ node: NodeConfig?) {
            guard !(range ~= value) else { return }
            errors.append(
                GraphValidationError(.number(field: field, value, range), node: node?.label))
        }
        let maximum = Int(Int32.max)
        number("max_queue_size", config.maxQueueSize, -1...maximum, nil)
        number("num_threads", config.numThreads, -1...1024, nil)
        for node in config.nodes {
            number("max_in_flight", node.maxInFlight, 0...maximum, node)
            number("buffer_size_hint", node.bufferSizeHint, 0...maximum, node)
            number("source_layer", node.sourceLayer, -maximum - 1...maximum, node)
        }
        for part in config.legacy {
            let name = (try? part.message.string(part.field)) ?? ""
            errors.append(
                GraphValidationError(
                    .unsupported(field: part.field, "\"\(name)\""), at: part.position))
        }
        return errors + outputHandlers(config) + executors(config)
    }

    /// Only the in-order handler, which is MediaPipe's default, is supported.
    private static func outputHandlers(_ config: GraphConfig) -> [GraphValidationError] {
        let all =
            [(config.outputStreamHandler, nil)]
            + config.nodes.map { ($0.outputStreamHandler, $0.label) }
        return all.compactMap { handler, node in
            guard let handler, handler.type != "InOrderOutputStreamHandler" else { return nil }
            return GraphValidationError(
                .unsupported(field: "output_stream_handler", "\"\(handler.type)\""), node: node,
                at: handler.position)
        }
    }

    private static func executors(_ config: GraphConfig) -> [GraphValidationError] {
        var errors: [GraphValidationError] = []
        var names: Set<String> = []
        if config.executors.count > executorLimit {
            let position = config.executors[executorLimit].position
            errors.append(
                GraphValidationError(.tooManyExecutors(limit: executorLimit), at: position))
        }
        for executor in config.executors {
            if isReserved(executor.name) {
                errors.append(
                    GraphValidationError(.reservedExecutor(executor.name), at: executor.position))
            }
            if !names.insert(executor.name).inserted {
                errors.append(
                    GraphValidationError(.duplicateExecutor(executor.name), at: executor.position))
            }
            if executor.name.isEmpty, config.numThreads != 0 {
                errors.append(
                    GraphValidationError(.conflictingDefaultExecutor, at: executor.position))
            }
        }
        var suggestions = NameSuggestions(names.sorted())
        for node in config.nodes where !node.executor.isEmpty && !names.contains(node.executor) {
            let kind: GraphValidationError.Kind =
                isReserved(node.executor)
                ? .reservedExecutor(node.executor)
                : .unknownExecutor(
                    node.executor, nearest: suggestions.nearest(to: node.executor))
            errors.append(GraphValidationError(kind, node: node.label))
        }
        return errors
    }

    /// Names that MediaPipe reserves.
    private static func isReserved(_ name: String) -> Bool {
        name == "default" || name == "gpu" || name.hasPrefix("__")
    }
}

/// Checks the names, tags and indices of the streams or side packets of one kind by MediaPipe's
/// rules (mediapipe/framework/tool/tag_map.cc).
enum PortCheck {
    static func errors(
        _ references: [StreamReference], _ kind: PortKind, _ node: NodeLabel?
    ) -> [GraphValidationError] {
        var errors: [GraphValidationError] = []
        var seen: Set<Port> = []
        var last: [String: StreamReference] = [:]
        var counts: [String: Int] = [:]
        for reference in references {
            guard isValid(reference) else {
                errors.append(
                    GraphValidationError(
                        .reference(kind, reference.description), node: node,
                        at: reference.position))
                continue
            }
            let (tag, index) = (reference.tag, reference.index)
            guard seen.insert(Port(reference)).inserted else {
                errors.append(
                    GraphValidationError(
                        .duplicatePort(kind, tag: tag, index: index), node: node,
                        at: reference.position))
                continue
            }
            counts[tag, default: 0] += 1
            if index >= last[tag]?.index ?? 0 { last[tag] = reference }
        }
        for (tag, reference) in last.sorted(by: { $0.key < $1.key })
        where reference.index >= counts[tag, default: 0] {
            let gap = (0...reference.index).first { !seen.contains(Port(tag: tag, index: $0)) }
            errors.append(
                GraphValidationError(
                    .missingIndex(kind, tag: tag, index: gap ?? 0), node: node,
                    at: reference.position))
        }
        return errors
    }

    private static func isValid(_ reference: StreamReference) -> Bool {
        PortName.isName(reference.name)
            && (reference.tag.isEmpty
                || PortName.isTag(reference.tag)
                    && 0...PortName.maxIndex ~= reference.index)
    }
}
