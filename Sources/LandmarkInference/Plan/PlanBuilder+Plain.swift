internal import CLandmarkKernels
internal import LandmarkModelFile

/// Floats that are worth handing to another thread.
private let worthAThread = 16384

/// Dimensions of a row-major tensor, filled up in front with ones.
private func fullRank(_ values: [Int], with filler: Int) -> [Int] {
    Array(repeating: filler, count: Int(LK_RANK) - values.count) + values
}

private func fill<T: FixedWidthInteger, Tuple>(_ tuple: inout Tuple, _ values: [Int], _: T.Type) {
    withUnsafeMutableBytes(of: &tuple) { raw in
        for (index, value) in values.enumerated() {
            raw.storeBytes(of: T(value), toByteOffset: index * MemoryLayout<T>.stride, as: T.self)
        }
    }
}

extension PlanBuilder {
    mutating func planBinary(
        _ node: Node, _ operation: lk_binary, _ activation: lk_unary
    ) throws(InferenceError) {
        let shape = graph.values[node.output].shape
        try checkRank(node, shape)
        let a = try plain(node.inputs[0])
        let b = try plain(node.inputs[1])
        let target = try newPlain(node.output)
        var arguments = lk_plain_binary()
        arguments.operation = operation
        arguments.activation = activation
        fill(&arguments.shape, fullRank(shape, with: 1), Int32.self)
        fill(&arguments.a_steps, broadcastSteps(node.inputs[0], shape), Int64.self)
        fill(&arguments.b_steps, broadcastSteps(node.inputs[1], shape), Int64.self)
        let length = shape.last ?? 1
        let rows = shape.dropLast().reduce(1, *)
        steps.append(
            PlannedStep(
                name: "binary \(describe(node))", reads: [a, b], writes: [target]
            ) { [arguments] memory in
                var arguments = arguments
                arguments.a = UnsafePointer(memory[a])
                arguments.b = UnsafePointer(memory[b])
                arguments.output = memory[target]
                return memory.step(
                    lk_plain_binary_run, arguments, units: rows, least: worthAThread / length)
            })
    }

    /// Steps through a tensor along a larger shape: zero where it repeats.
    private func broadcastSteps(_ value: Int, _ shape: [Int]) -> [Int] {
        let own = graph.values[value].shape
        let steps = zip(own, StridedCopy.steps(of: own)).map { $0 == 1 ? 0 : $1 }
        return fullRank(steps, with: 0)
    }

    mutating func planUnary(
        _ node: Node, _ operation: lk_unary, parameter: Float
    ) throws(InferenceError) {
        let source = try plain(node.inputs[0])
        let target = try newPlain(node.output)
        let count = graph.values[node.output].count
        steps.append(
            PlannedStep(
                name: "unary \(describe(node))", reads: [source], writes: [target]
            ) { memory in
                let arguments = lk_plain_unary(
                    input: UnsafePointer(memory[source]), output: memory[target],
                    operation: operation, parameter: parameter, count: Int64(count))
                return memory.step(
                    lk_plain_unary_run, arguments, units: (count + 63) / 64, least: 16)
            })
    }

    mutating func planCopies(
        _ node: Node, _ copies: [StridedCopy], fill value: Float?
    ) throws(InferenceError) {
        var sources: [Int] = []
        for input in node.inputs { sources.append(try plain(input)) }
        let target = try newPlain(node.output)
        if let value { planFill(target, graph.values[node.output].count, value) }
        for copy in copies.map(\.merged) {
            try checkRank(node, copy.shape)
            let source = sources[copy.input]
            var arguments = lk_plain_copy()
            fill(&arguments.shape, fullRank(copy.shape, with: 1), Int32.self)
            fill(&arguments.input_steps, fullRank(copy.inputSteps, with: 0), Int64.self)
            fill(&arguments.output_steps, fullRank(copy.outputSteps, with: 0), Int64.self)
            let length = copy.shape.last ?? 1
            let rows = copy.shape.dropLast().reduce(1, *)
            steps.append(
                PlannedStep(
                    name: "copy \(describe(node))", reads: [source], writes: [target]
                ) { [arguments] memory in
                    var arguments = arguments
                    arguments.input = UnsafePointer(memory[source] + copy.inputOffset)
                    arguments.output = memory[target] + copy.outputOffset
                    return memory.step(
                        lk_plain_copy_run, arguments, units: rows, least: worthAThread / length)
                })
        }
    }

    private mutating func planFill(_ target: Int, _ count: Int, _ value: Float) {
        steps.append(
            PlannedStep(
                name: "fill \(count)", reads: [], writes: [target]
            ) { memory in
                let arguments = lk_plain_fill(
                    output: memory[target], value: value, count: Int64(count))
                return memory.step(
                    lk_plain_fill_run, arguments, units: (count + 1023) / 1024, least: 16)
            })
    }

    mutating func planReduce(
        _ node: Node, axes: Set<Int>, mean: Bool
    ) throws(InferenceError) {
        let shape = graph.values[node.inputs[0]].shape
        try checkRank(node, shape)
        let source = try plain(node.inputs[0])
        let target = try newPlain(node.output)
        let all = StridedCopy.steps(of: shape)
        let kept = shape.indices.filter { !axes.contains($0) }
        let summed = shape.indices.filter { axes.contains($0) }
        let count = summed.map { shape[$0] }.reduce(1, *)
        var arguments = lk_plain_reduce()
        fill(&arguments.outer, fullRank(kept.map { shape[$0] }, with: 1), Int32.self)
        fill(&arguments.outer_steps, fullRank(kept.map { all[$0] }, with: 0), Int64.self)
        fill(&arguments.inner, fullRank(summed.map { shape[$0] }, with: 1), Int32.self)
        fill(&arguments.inner_steps, fullRank(summed.map { all[$0] }, with: 0), Int64.self)
        arguments.scale = mean ? 1 / Float(count) : 1
        let units = kept.map { shape[$0] }.reduce(1, *)
        steps.append(
            PlannedStep(
                name: "reduction \(describe(node))", reads: [source], writes: [target]
            ) { [arguments] memory in
                var arguments = arguments
                arguments.input = UnsafePointer(memory[source])
                arguments.output = memory[target]
                return memory.step(
                    lk_plain_reduce_run, arguments, units: units, least: worthAThread / count)
            })
    }

    mutating func planSoftmax(_ node: Node, beta: Float) throws(InferenceError) {
        let value = graph.values[node.output]
        let source = try plain(node.inputs[0])
        let target = try newPlain(node.output)
        steps.append(
            PlannedStep(
                name: "softmax \(describe(node))", reads: [source], writes: [target]
            ) { memory in
                let arguments = lk_plain_softmax(
                    input: UnsafePointer(memory[source]), output: memory[target],
                    length: Int32(value.channels), beta: beta)
                return memory.step(
                    lk_plain_softmax_run, arguments, units: value.pixels,
                    least: worthAThread / value.channels)
            })
    }

    /// The same row-major values under another name.
    mutating func planReshape(_ node: Node) throws(InferenceError) {
        plainBuffers[node.output] = try plain(node.inputs[0])
    }

    private func checkRank(_ node: Node, _ shape: [Int]) throws(InferenceError) {
        guard shape.count <= Int(LK_RANK) else {
            throw .tooManyDimensions(
                model: model.name, tensor: graph.values[node.output].name, count: shape.count,
                limit: Int(LK_RANK))
        }
    }
}
