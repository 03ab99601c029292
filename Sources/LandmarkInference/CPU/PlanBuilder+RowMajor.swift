internal import CLandmarkKernels

/// Returns `values` padded in front with `filler` to the number of dimensions that kernels take.
private func fullRank(_ values: [Int], with filler: Int) -> [Int] {
    Array(repeating: filler, count: Int(LK_RANK) - values.count) + values
}

/// Stores `values` in a C array, which Swift imports as a tuple.
private func fill<T: FixedWidthInteger, Tuple>(_ tuple: inout Tuple, _ values: [Int], _: T.Type) {
    withUnsafeMutableBytes(of: &tuple) { raw in
        for (index, value) in values.enumerated() {
            raw.storeBytes(of: T(value), toByteOffset: index * MemoryLayout<T>.stride, as: T.self)
        }
    }
}

extension PlanBuilder {
    /// Plans a function of two tensors.
    mutating func planBinary(
        _ node: Node, _ function: NetworkGraph.BinaryFunction,
        _ activation: NetworkGraph.UnaryFunction?
    ) throws(InferenceError) {
        let shape = graph.values[node.output].shape
        try checkRank(node, shape)
        let a = try rowMajor(node.inputs[0])
        let b = try rowMajor(node.inputs[1])
        let target = try newRowMajor(node.output)
        var arguments = lk_row_major_binary()
        arguments.operation = function.code
        arguments.activation = activation?.code ?? LK_UNARY_COPY
        fill(&arguments.shape, fullRank(shape, with: 1), Int32.self)
        fill(&arguments.a_steps, broadcastSteps(node.inputs[0], shape), Int64.self)
        fill(&arguments.b_steps, broadcastSteps(node.inputs[1], shape), Int64.self)
        let length = shape.last ?? 1
        let rows = shape.dropLast().reduce(1, *)
        let kernel = kernels.pointee.row_major_binary
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [a, b], writes: [target]
            ) { [arguments] memory in
                var arguments = arguments
                arguments.a = UnsafePointer(memory[a])
                arguments.b = UnsafePointer(memory[b])
                arguments.output = memory[target]
                return memory.step(
                    kernel, arguments, units: rows, least: Self.floatsWorthAThread / length)
            })
    }

    /// Returns the steps through a tensor along a larger shape: zero where the tensor broadcasts.
    private func broadcastSteps(_ value: Int, _ shape: [Int]) -> [Int] {
        let own = graph.values[value].shape
        let steps = zip(own, StridedCopy.steps(of: own)).map { $0 == 1 ? 0 : $1 }
        return fullRank(steps, with: 0)
    }

    /// Plans a function of one tensor.
    mutating func planUnary(
        _ node: Node, _ function: NetworkGraph.UnaryFunction
    ) throws(InferenceError) {
        let source = try rowMajor(node.inputs[0])
        let target = try newRowMajor(node.output)
        let count = graph.values[node.output].count
        let kernel = kernels.pointee.row_major_unary
        let unit = Int(LK_UNARY_UNIT)
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [source], writes: [target]
            ) { memory in
                let arguments = lk_row_major_unary(
                    input: UnsafePointer(memory[source]), output: memory[target],
                    operation: function.code, parameter: function.parameter, count: Int64(count))
                return memory.step(
                    kernel, arguments, units: (count + unit - 1) / unit, least: 16)
            })
    }

    /// Plans strided copies.
    mutating func planCopies(
        _ node: Node, _ copies: [StridedCopy], fill value: Float?
    ) throws(InferenceError) {
        var sources: [Int] = []
        for input in node.inputs { sources.append(try rowMajor(input)) }
        let target = try newRowMajor(node.output)
        if let value { planFill(target, graph.values[node.output].count, value) }
        for copy in copies.map(\.merged) {
            try checkRank(node, copy.shape)
            let source = sources[copy.input]
            var arguments = lk_row_major_copy()
            fill(&arguments.shape, fullRank(copy.shape, with: 1), Int32.self)
            fill(&arguments.input_steps, fullRank(copy.inputSteps, with: 0), Int64.self)
            fill(&arguments.output_steps, fullRank(copy.outputSteps, with: 0), Int64.self)
            let length = copy.shape.last ?? 1
            let rows = copy.shape.dropLast().reduce(1, *)
            let kernel = kernels.pointee.row_major_copy
            steps.append(
                PlannedStep(
                    name: graph.describe(node), reads: [source], writes: [target]
                ) { [arguments] memory in
                    var arguments = arguments
                    arguments.input = UnsafePointer(memory[source] + copy.inputOffset)
                    arguments.output = memory[target] + copy.outputOffset
                    return memory.step(
                        kernel, arguments, units: rows, least: Self.floatsWorthAThread / length)
                })
        }
    }

    private mutating func planFill(_ target: Int, _ count: Int, _ value: Float) {
        let kernel = kernels.pointee.row_major_fill
        let unit = Int(LK_FILL_UNIT)
        steps.append(
            PlannedStep(
                name: "fill \(count)", reads: [], writes: [target]
            ) { memory in
                let arguments = lk_row_major_fill(
                    output: memory[target], value: value, count: Int64(count))
                return memory.step(
                    kernel, arguments, units: (count + unit - 1) / unit, least: 16)
            })
    }

    /// Plans a sum or mean over some dimensions.
    mutating func planReduce(
        _ node: Node, axes: Set<Int>, mean: Bool
    ) throws(InferenceError) {
        let shape = graph.values[node.inputs[0]].shape
        try checkRank(node, shape)
        let source = try rowMajor(node.inputs[0])
        let target = try newRowMajor(node.output)
        let all = StridedCopy.steps(of: shape)
        let kept = shape.indices.filter { !axes.contains($0) }
        let summed = shape.indices.filter { axes.contains($0) }
        let count = summed.map { shape[$0] }.reduce(1, *)
        var arguments = lk_row_major_reduce()
        fill(&arguments.outer, fullRank(kept.map { shape[$0] }, with: 1), Int32.self)
        fill(&arguments.outer_steps, fullRank(kept.map { all[$0] }, with: 0), Int64.self)
        fill(&arguments.inner, fullRank(summed.map { shape[$0] }, with: 1), Int32.self)
        fill(&arguments.inner_steps, fullRank(summed.map { all[$0] }, with: 0), Int64.self)
        arguments.scale = mean ? 1 / Float(count) : 1
        let units = kept.map { shape[$0] }.reduce(1, *)
        let kernel = kernels.pointee.row_major_reduce
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [source], writes: [target]
            ) { [arguments] memory in
                var arguments = arguments
                arguments.input = UnsafePointer(memory[source])
                arguments.output = memory[target]
                return memory.step(
                    kernel, arguments, units: units, least: Self.floatsWorthAThread / count)
            })
    }

    /// Plans a softmax along the last dimension.
    mutating func planSoftmax(_ node: Node, beta: Float) throws(InferenceError) {
        let value = graph.values[node.output]
        let source = try rowMajor(node.inputs[0])
        let target = try newRowMajor(node.output)
        let kernel = kernels.pointee.row_major_softmax
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [source], writes: [target]
            ) { memory in
                let arguments = lk_row_major_softmax(
                    input: UnsafePointer(memory[source]), output: memory[target],
                    length: Int32(value.channels), beta: beta)
                return memory.step(
                    kernel, arguments, units: value.pixels,
                    least: Self.floatsWorthAThread / value.channels)
            })
    }

    /// Makes the output an alias of the input's row-major values.
    mutating func planReshape(_ node: Node) throws(InferenceError) {
        rowMajorBuffers[node.output] = try rowMajor(node.inputs[0])
    }

    private func checkRank(_ node: Node, _ shape: [Int]) throws(InferenceError) {
        guard shape.count <= Int(LK_RANK) else {
            throw .tooManyDimensions(
                model: constants.modelName, tensor: graph.values[node.output].name,
                count: shape.count,
                limit: Int(LK_RANK))
        }
    }
}

extension NetworkGraph.BinaryFunction {
    fileprivate var code: lk_binary {
        switch self {
        case .add: LK_BINARY_ADD
        case .subtract: LK_BINARY_SUB
        case .multiply: LK_BINARY_MUL
        case .divide: LK_BINARY_DIV
        case .maximum: LK_BINARY_MAX
        case .minimum: LK_BINARY_MIN
        case .squaredDifference: LK_BINARY_SQUARED_DIFFERENCE
        }
    }
}

extension NetworkGraph.UnaryFunction {
    fileprivate var code: lk_unary {
        switch self {
        case .negate: LK_UNARY_NEG
        case .absolute: LK_UNARY_ABS
        case .squareRoot: LK_UNARY_SQRT
        case .reciprocalSquareRoot: LK_UNARY_RSQRT
        case .square: LK_UNARY_SQUARE
        case .exponential: LK_UNARY_EXP
        case .logistic: LK_UNARY_LOGISTIC
        case .tanh: LK_UNARY_TANH
        case .relu: LK_UNARY_RELU
        case .relu6: LK_UNARY_RELU6
        case .reluN1To1: LK_UNARY_RELU_N1_TO_1
        case .hardSwish: LK_UNARY_HARD_SWISH
        case .leakyRelu: LK_UNARY_LEAKY_RELU
        }
    }

    fileprivate var parameter: Float {
        if case .leakyRelu(let slope) = self { slope } else { 0 }
    }
}
