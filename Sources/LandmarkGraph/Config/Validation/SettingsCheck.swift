/// Checks what a graph and its nodes say besides their streams: numbers, executors, and what is not
/// supported.
enum SettingsCheck {
    /// A graph has no more executors than this.
    static let executorLimit = 1000

    static func faults(_ config: GraphConfig) -> [GraphFault] {
        var faults: [GraphFault] = []
        func number(_ field: String, _ value: Int, _ range: ClosedRange<Int>, _ node: NodeConfig?) {
            guard !(range ~= value) else { return }
            faults.append(GraphFault(.number(field: field, value, range), node: node?.label))
        }
        let greatest = Int(Int32.max)
        number("max_queue_size", config.maxQueueSize, -1...greatest, nil)
        number("num_threads", config.numThreads, -1...1024, nil)
        for node in config.nodes {
            number("max_in_flight", node.maxInFlight, 0...greatest, node)
            number("buffer_size_hint", node.bufferSizeHint, 0...greatest, node)
            number("source_layer", node.sourceLayer, -greatest - 1...greatest, node)
        }
        for part in config.legacy {
            let name = (try? part.message.string(part.field)) ?? ""
            faults.append(
                GraphFault(.unsupported(field: part.field, "\"\(name)\""), at: part.position))
        }
        return faults + outputHandlers(config) + executors(config)
    }

    /// Only the handler that hands packets on in order, which is MediaPipe's default, is supported.
    private static func outputHandlers(_ config: GraphConfig) -> [GraphFault] {
        let all =
            [(config.outputStreamHandler, nil)]
            + config.nodes.map { ($0.outputStreamHandler, $0.label) }
        return all.compactMap { handler, node in
            guard let handler, handler.type != "InOrderOutputStreamHandler" else { return nil }
            return GraphFault(
                .unsupported(field: "output_stream_handler", "\"\(handler.type)\""), node: node,
                at: handler.position)
        }
    }

    private static func executors(_ config: GraphConfig) -> [GraphFault] {
        var faults: [GraphFault] = []
        var names: Set<String> = []
        if config.executors.count > executorLimit {
            let position = config.executors[executorLimit].position
            faults.append(GraphFault(.tooManyExecutors(limit: executorLimit), at: position))
        }
        for executor in config.executors {
            if isReserved(executor.name) {
                faults.append(GraphFault(.reservedExecutor(executor.name), at: executor.position))
            }
            if !names.insert(executor.name).inserted {
                faults.append(GraphFault(.repeatedExecutor(executor.name), at: executor.position))
            }
            if executor.name.isEmpty, config.numThreads != 0 {
                faults.append(GraphFault(.defaultExecutorTwice, at: executor.position))
            }
        }
        var suggestions = NameSuggestions(names.sorted())
        for node in config.nodes where !node.executor.isEmpty && !names.contains(node.executor) {
            let kind: GraphFaultKind =
                isReserved(node.executor)
                ? .reservedExecutor(node.executor)
                : .unknownExecutor(
                    node.executor, nearest: suggestions.nearest(to: node.executor))
            faults.append(GraphFault(kind, node: node.label))
        }
        return faults
    }

    /// MediaPipe keeps these for itself.
    private static func isReserved(_ name: String) -> Bool {
        name == "default" || name == "gpu" || name.hasPrefix("__")
    }
}
