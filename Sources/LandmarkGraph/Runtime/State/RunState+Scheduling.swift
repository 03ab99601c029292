extension RunState {
    /// Schedules a call of a node.
    mutating func schedule(_ node: Int, _ stage: CalculatorStage, at timestamp: GraphTimestamp) {
        guard phase == .running ? error == nil : stage == .close else { return }
        nodes[node].isInFlight = true
        nodes[node].stage = stage
        nodes[node].timestamp = timestamp
        let rank = nodes[node].rank
        let item: ReadyQueue.Item
        if stage == .open {
            item = .opening(node, rank: rank)
        } else if let layer = nodes[node].layer, phase == .running {
            item = .source(node, layer: layer, at: sourceOrder(node), rank: rank)
        } else {
            item = .processing(node, rank: rank)
        }
        ready[nodes[node].executor].insert(item)
        readyCount += 1
    }

    /// Sources with lower timestamps run first.
    private func sourceOrder(_ node: Int) -> GraphTimestamp {
        var least = GraphTimestamp.max
        for stream in nodes[node].outputs { least = min(least, streams[stream].bound) }
        return least
    }

    /// Takes the most urgent task of an executor; nil when there is none.
    mutating func take(_ executor: Int) -> NodeTask? {
        guard let node = ready[executor].popFirst() else { return nil }
        readyCount -= 1
        runningCount += 1
        // A stopping run closes sources instead of calling `process`.
        let isStopped = isStopping && nodes[node].isSource && nodes[node].stage == .process
        var task = NodeTask(
            node: node, stage: isStopped ? .close : nodes[node].stage,
            timestamp: isStopped ? .done : nodes[node].timestamp, ports: NodePorts())
        swap(&task.ports, &nodes[node].ports)
        for (port, stream) in nodes[node].outputs.enumerated() {
            task.ports.outputs[port].reset(
                bound: streams[stream].bound, isClosed: streams[stream].isClosed,
                hasPackets: streams[stream].hasPackets)
        }
        switch task.stage {
        case .open:
            task.sidePackets = plan.nodes[node].sideInputs.map { sidePackets[$0.slot] }
        case .close:
            // A node that was ready when the run failed still holds unprocessed packets.
            for port in task.ports.inputs.indices {
                deferredRelease.add(task.ports.inputs[port].packet)
                task.ports.inputs[port] = NodePorts.Input(isDone: true)
            }
            task.runError = error
        case .initialize, .process: break
        }
        return task
    }

    /// Evaluates whether a node can run; if not, propagates its input bound downstream.
    mutating func evaluate(_ node: Int) {
        guard phase == .running, error == nil, nodes[node].status == .open,
            !nodes[node].isInFlight, nodes[node].kind != .poller
        else { return }
        defer { nodes[node].release(into: &deferredRelease) }
        if nodes[node].queues.isEmpty { return evaluateSource(node) }
        switch nodes[node].readiness() {
        case .waiting(let bound):
            updateAllThrottling(node)
            propagateBound(bound, of: node)
        case .process(let timestamp):
            nodes[node].fill(at: timestamp)
            updateAllThrottling(node)
            schedule(node, .process, at: timestamp)
        case .close:
            if nodes[node].kind == .observer {
                nodes[node].status = .closed
            } else {
                schedule(node, .close, at: .done)
            }
        case .failed(let port, let kind):
            let name = plan.nodes[node].config.inputStreams[port].name
            fail(.stream(node: label(node), StreamError(stream: name, kind)))
        }
    }

    /// A source whose layer has started is ready unless one of the queues it feeds is full.
    private mutating func evaluateSource(_ node: Int) {
        guard nodes[node].isSource, nodes[node].isActive,
            !(plan.nodes[node].source.map(isThrottled) ?? false)
        else { return }
        schedule(node, .process, at: .microseconds(0))
    }

    /// Propagates the input bound of a node to its output streams.
    private mutating func propagateBound(_ bound: GraphTimestamp, of node: Int) {
        guard bound.isRange else { return }
        for index in nodes[node].outputs.indices {
            let stream = nodes[node].outputs[index]
            guard let offset = streams[stream].offset, !streams[stream].isClosed,
                bound + offset > streams[stream].bound
            else { continue }
            setBound(bound + offset, of: stream)
        }
    }
}

/// A priority queue of the nodes that are ready to run on one executor.
///
/// Uses MediaPipe's order (mediapipe/framework/scheduler_queue.h): opening comes before processing;
/// then nodes closer to the end of the graph, so that work in progress is finished first; sources
/// come last, by layer and timestamp.
struct ReadyQueue: Sendable {
    /// A node and its priority; lower values run first.
    struct Item: Sendable, Comparable {
        let node: Int
        let priority: (Int, Int64, Int)

        static func opening(_ node: Int, rank: Int) -> Item {
            Item(node: node, priority: (0, 0, rank))
        }

        static func processing(_ node: Int, rank: Int) -> Item {
            Item(node: node, priority: (1, 0, -rank))
        }

        static func source(_ node: Int, layer: Int, at order: GraphTimestamp, rank: Int) -> Item {
            Item(node: node, priority: (2 + max(0, layer), order.rawValue, rank))
        }

        static func == (a: Item, b: Item) -> Bool { a.priority == b.priority && a.node == b.node }

        static func < (a: Item, b: Item) -> Bool { a.priority < b.priority }
    }

    /// A binary heap: the item at `i` is not greater than those at `2i + 1` and `2i + 2`.
    private var items: [Item] = []

    var count: Int { items.count }
    var isEmpty: Bool { items.isEmpty }

    mutating func insert(_ item: Item) {
        items.append(item)
        var index = items.count - 1
        while index > 0, items[index] < items[(index - 1) / 2] {
            items.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes the node with the highest priority.
    mutating func popFirst() -> Int? {
        guard let first = items.first, let last = items.popLast() else { return nil }
        guard !items.isEmpty else { return first.node }
        items[0] = last
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < items.count && items[child] < items[least] { least = child }
            if least == index { return first.node }
            items.swapAt(index, least)
            index = least
        }
    }

    mutating func removeAll() { items.removeAll(keepingCapacity: true) }
}
