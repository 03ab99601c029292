internal import CLandmarkKernels

/// Floats above which a tensor leaves the second cache before it is read again.
private let farFloats = 48 << 10

/// Floats that the strips of a chain may take together.
private let stripFloats = 64 << 10

/// Rows below which computing a strip's border twice costs more than it saves.
private let leastRows = 8

extension PlanBuilder {
    /// How many nodes from `index` on are worth running strip by strip: a depthwise convolution,
    /// the convolution after it, and the one before it where its rows are short.
    ///
    /// Large tensors between them would travel to the outer caches and back; a strip stays near.
    func chainLength(at index: Int, readers: [Int]) -> Int {
        let nodes = graph.nodes
        func follows(_ next: Int) -> Bool {
            guard next < nodes.count else { return false }
            let value = nodes[next - 1].output
            return nodes[next].inputs == [value] && readers[value] == 1
                && nodes[next].epilogue.residual != value
                && graph.values[value].count >= farFloats
        }
        if isDepthwise(nodes[index]), follows(index + 1), isPointwise(nodes[index + 1]) {
            return 2
        }
        guard isPointwise(nodes[index]) || isStem(nodes[index]), follows(index + 1),
            isDepthwise(nodes[index + 1]), follows(index + 2), isPointwise(nodes[index + 2]),
            stripRows(Array(nodes[index..<index + 3])) >= leastRows
        else { return 1 }
        return 3
    }

    private func isPointwise(_ node: Node) -> Bool {
        guard case .convolution(let window, _, _) = node.operation else { return false }
        return window.isPointwise && images[node.inputs[0]] == nil
    }

    private func isStem(_ node: Node) -> Bool {
        guard case .convolution(let window, _, _) = node.operation else { return false }
        return images[node.inputs[0]] != nil && stemWindow(of: node.inputs[0]) == window
    }

    private func isDepthwise(_ node: Node) -> Bool {
        if case .depthwise = node.operation { return true }
        return false
    }

    /// Rows of the last node's output in a strip, so that all strips between stay near.
    private func stripRows(_ nodes: [Node]) -> Int {
        // Each tensor's rows for one row of the output, as strides multiply going back.
        var scale = 1
        var floats = 0
        for (node, before) in zip(nodes.dropFirst(), nodes).reversed() {
            if case .depthwise(let window, _, _) = node.operation { scale *= window.strideY }
            let value = graph.values[before.output]
            floats += scale * value.width * blocks(value.channels) * block
        }
        return max(stripFloats / max(floats, 1), 1)
    }

    /// The operator of a convolution or depthwise convolution.
    private mutating func rowOperator(_ node: Node) throws(InferenceError) -> RowOperator {
        switch node.operation {
        case .convolution(let window, let weights, let bias):
            try convolution(node, window, weights: weights, bias: bias)
        case .depthwise(let window, let weights, let bias):
            try depthwise(node, window, weights: weights, bias: bias)
        default:
            throw notMade(node.output)
        }
    }

    /// The buffer that an operator reads: its own, or its node's input in blocks.
    private mutating func source(
        of op: RowOperator, _ node: Node
    ) throws(InferenceError) -> Int {
        if let input = op.input { return input }
        return try blocked(node.inputs[0])
    }

    /// Plans one convolution over all its rows.
    mutating func planRows(_ node: Node) throws(InferenceError) {
        let op = try rowOperator(node)
        let input = try source(of: op, node)
        let target = try newBlocked(node.output)
        let value = graph.values[node.output]
        let planes = (
            plane(pixels: graph.values[node.inputs[0]].pixels), plane(pixels: value.pixels)
        )
        steps.append(
            PlannedStep(name: op.name, reads: [input] + op.epilogue.reads, writes: [target]) {
                memory in
                op.make(
                    memory, 0..<value.height,
                    RowView(base: memory[input], firstRow: 0, plane: planes.0),
                    RowView(base: memory[target], firstRow: 0, plane: planes.1))
            })
    }

    /// Plans a chain as one step whose units are strips, each run by one thread in strips of its
    /// own.
    mutating func planChain(_ nodes: [Node]) throws(InferenceError) {
        var operators: [RowOperator] = []
        for node in nodes { operators.append(try rowOperator(node)) }
        let input = try source(of: operators[0], nodes[0])
        let last = graph.values[nodes[nodes.count - 1].output]
        let strips = self.strips(height: last.height, rows: stripRows(nodes))
        let chain = strips.map { rows(of: nodes, in: $0) }
        let parts = min(threads, strips.count)
        var between: [[Strip]] = []
        for _ in 0..<parts { between.append(try stripBuffers(nodes, chain)) }
        let target = try newBlocked(nodes[nodes.count - 1].output)
        let planes = (
            plane(pixels: graph.values[nodes[0].inputs[0]].pixels), plane(pixels: last.pixels)
        )
        steps.append(
            PlannedStep(
                name: "strips of " + operators.map(\.name).joined(separator: ", "),
                reads: [input] + operators.flatMap(\.epilogue.reads),
                writes: [target] + between.joined().map(\.buffer)
            ) { memory in
                var steps: [lk_step] = []
                for (unit, rows) in chain.enumerated() {
                    // The same split as the pool's, so that no two threads share a strip's memory.
                    let part = (0..<parts).last { strips.count * $0 / parts <= unit } ?? 0
                    var view = RowView(base: memory[input], firstRow: 0, plane: planes.0)
                    for (index, op) in operators.enumerated() {
                        let isLast = index == operators.count - 1
                        let output =
                            isLast
                            ? RowView(base: memory[target], firstRow: 0, plane: planes.1)
                            : RowView(
                                base: memory[between[part][index].buffer],
                                firstRow: rows[index].lowerBound,
                                plane: between[part][index].plane)
                        steps.append(op.make(memory, rows[index], view, output))
                        view = output
                    }
                }
                let sequence = lk_sequence(
                    steps: UnsafePointer(memory.arguments.store(steps)),
                    length: Int32(operators.count))
                return memory.step(lk_sequence_run, sequence, units: strips.count, least: 1)
            })
    }

    /// Even strips of at most `rows`, as many for each thread.
    private func strips(height: Int, rows: Int) -> [Range<Int>] {
        let wanted = (height + rows - 1) / rows
        let count = min((wanted + threads - 1) / threads * threads, height)
        return (0..<count).map { height * $0 / count..<height * ($0 + 1) / count }
    }

    /// The rows that each node of a chain computes for `rows` of the last one.
    private func rows(of nodes: [Node], in rows: Range<Int>) -> [Range<Int>] {
        var result = [rows]
        for node in nodes.dropFirst().reversed() {
            guard let needed = result.first else { break }
            if case .depthwise(let window, _, _) = node.operation {
                let height = graph.values[node.inputs[0]].height
                result.insert(window.inputRows(needed, height: height), at: 0)
            } else {
                result.insert(needed, at: 0)
            }
        }
        return result
    }

    /// A buffer that holds the rows between two nodes of a chain.
    private struct Strip {
        var buffer: Int
        var plane: Int
    }

    private mutating func stripBuffers(
        _ nodes: [Node], _ chain: [[Range<Int>]]
    ) throws(InferenceError) -> [Strip] {
        var strips: [Strip] = []
        for index in nodes.indices.dropLast() {
            let value = graph.values[nodes[index].output]
            let most = chain.map { $0[index].count }.max() ?? 0
            let plane = plane(pixels: max(most * value.width, 2))
            let buffer = try buffer(plane * blocks(value.channels))
            strips.append(Strip(buffer: buffer, plane: plane))
        }
        return strips
    }
}
