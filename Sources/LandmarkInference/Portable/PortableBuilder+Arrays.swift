extension PortableBuilder {
    /// Translates an operation on row-major arrays. Returns false for any other.
    mutating func translateArray(_ node: NetworkGraph.Node) throws(InferenceError) -> Bool {
        switch node.operation {
        case .binary(let function, let activation):
            try translateBinary(node, function, activation)
        case .unary(let function):
            let layout: Layout = isOnlyPlanar(node.inputs[0]) ? .planar : .rowMajor
            define(
                node.output, layout, as: unary(function, try tensor(node.inputs[0], layout)))
        case .copies(let copies, let fill):
            try translateCopies(node, copies, fill: fill)
        case .reduce(let axes, let mean): try translateReduction(node, axes, mean: mean)
        case .softmax(let beta):
            var input = rows(try rowMajor(node.inputs[0]))
            let shape = graph.tensors[input].shape
            if beta != 1 {
                input = graph.append(.binary(.multiply), [input, scalar(beta)], shape: shape)
            }
            let shares = graph.append(.softmax, [input], shape: shape)
            define(node.output, .rowMajor, as: reshaped(shares, self.shape(of: node.output)))
        case .reshape:
            define(
                node.output, .rowMajor,
                as: reshaped(try rowMajor(node.inputs[0]), shape(of: node.output)))
        default:
            return false
        }
        return true
    }

    /// Applies a function to a tensor.
    mutating func unary(_ function: NetworkGraph.UnaryFunction, _ tensor: Int) -> Int {
        let shape = graph.tensors[tensor].shape
        let simple: PortableGraph.Unary
        switch function {
        case .square: return graph.append(.binary(.multiply), [tensor, tensor], shape: shape)
        case .reciprocalSquareRoot:
            let root = graph.append(.unary(.squareRoot), [tensor], shape: shape)
            return graph.append(.binary(.divide), [scalar(1), root], shape: shape)
        case .negate: simple = .negate
        case .absolute: simple = .absolute
        case .squareRoot: simple = .squareRoot
        case .exponential: simple = .exponential
        case .logistic: simple = .sigmoid
        case .tanh: simple = .tanh
        case .relu: simple = .relu
        case .relu6: simple = .clamp(0, 6)
        case .reluN1To1: simple = .clamp(-1, 1)
        case .hardSwish: simple = .hardSwish
        case .leakyRelu(let slope): simple = .leakyRelu(slope: slope)
        }
        return graph.append(.unary(simple), [tensor], shape: shape)
    }

    private mutating func translateBinary(
        _ node: NetworkGraph.Node, _ function: NetworkGraph.BinaryFunction,
        _ activation: NetworkGraph.UnaryFunction?
    ) throws(InferenceError) {
        let values = node.inputs.prefix(2).map { source.values[$0] }
        let arePlanar =
            values[0].shape == values[1].shape && node.inputs.prefix(2).allSatisfy(isOnlyPlanar)
        let layout: Layout = arePlanar ? .planar : .rowMajor
        let shape = shape(of: node.output, layout)
        var operands: [Int] = []
        for input in node.inputs.prefix(2) {
            operands.append(try operand(input, layout, rank: shape.count))
        }
        let simple: PortableGraph.Binary
        switch function {
        case .subtract, .squaredDifference: simple = .subtract
        case .add: simple = .add
        case .multiply: simple = .multiply
        case .divide: simple = .divide
        case .maximum: simple = .maximum
        case .minimum: simple = .minimum
        }
        var result = graph.append(.binary(simple), operands, shape: shape)
        if case .squaredDifference = function { result = unary(.square, result) }
        if let activation { result = unary(activation, result) }
        define(node.output, layout, as: result)
    }

    /// Returns an operand that broadcasts to a tensor of `rank` dimensions with the batch first.
    private mutating func operand(
        _ value: Int, _ layout: Layout, rank: Int
    ) throws(InferenceError) -> Int {
        if isConstant(value) {
            let shape = source.values[value].shape
            return graph.constant(try floats(value), shape: shape.isEmpty ? [1] : shape)
        }
        let tensor = try tensor(value, layout)
        let shape = graph.tensors[tensor].shape
        guard shape.count < rank else { return tensor }
        let ones = [Int](repeating: 1, count: rank - shape.count)
        return reshaped(tensor, [1] + ones + shape.dropFirst())
    }

    private mutating func translateReduction(
        _ node: NetworkGraph.Node, _ axes: Set<Int>, mean: Bool
    ) throws(InferenceError) {
        var result = try rowMajor(node.inputs[0])
        let shape = graph.tensors[result].shape
        let offset = shape.count - source.values[node.inputs[0]].shape.count
        // The batch of the model has one sample, so reducing it changes nothing.
        let reduced = axes.map { $0 + offset }.filter { $0 > 0 }.sorted()
        if !reduced.isEmpty {
            result = graph.append(
                .reduce(mean: mean, axes: reduced), [result],
                shape: shape.indices.filter { !reduced.contains($0) }.map { shape[$0] })
        }
        define(node.output, .rowMajor, as: reshaped(result, self.shape(of: node.output)))
    }

    // MARK: Copies

    private mutating func translateCopies(
        _ node: NetworkGraph.Node, _ copies: [NetworkGraph.StridedCopy], fill: Float?
    ) throws(InferenceError) {
        let shape = shape(of: node.output)
        let whole = source.values[node.output].shape
        if copies.count == 1, fill == nil, copies[0].outputOffset == 0 {
            define(node.output, .rowMajor, as: reshaped(try view(node, copies[0]), shape))
            return
        }
        let steps = NetworkGraph.StridedCopy.steps(of: whole)
        guard fill ?? 0 == 0, copies.allSatisfy({ $0.outputSteps == steps }) else {
            throw unsupported(node, "it neither joins its inputs nor adds a border of zeros")
        }
        let corners = copies.map { Self.corner(of: $0, in: whole) }
        let axis = whole.indices.first { d in corners.contains { $0[d] != 0 } } ?? 0
        let areJoined = fill == nil && !node.inputs.contains(where: isConstant)
        guard areJoined, axis + shape.count - whole.count > 0 else {
            define(
                node.output, .rowMajor,
                as: try sum(of: copies, at: corners, for: node, shape: shape))
            return
        }
        var parts: [Int] = []
        for copy in copies {
            parts.append(reshaped(try view(node, copy), batched(copy.shape, shape)))
        }
        define(
            node.output, .rowMajor,
            as: graph.append(
                .concatenate(axis: axis + shape.count - whole.count), parts, shape: shape))
    }

    /// `part` with the batch first, where `shape` has it in addition to the model's dimensions.
    private func batched(_ part: [Int], _ shape: [Int]) -> [Int] {
        [Int](repeating: 1, count: shape.count - part.count) + part
    }

    /// Returns the sum of copies that do not overlap, each with a border of zeros around it; constants
    /// among them are added as one.
    private mutating func sum(
        of copies: [NetworkGraph.StridedCopy], at corners: [[Int]], for node: NetworkGraph.Node,
        shape: [Int]
    ) throws(InferenceError) -> Int {
        var terms: [Int] = []
        var fixed: [Float] = []
        for (copy, corner) in zip(copies, corners) {
            let input = node.inputs[copy.input]
            if isConstant(input) {
                let values = try floats(input)
                if fixed.isEmpty {
                    let count = source.values[node.output].count
                    try constants.budget.take(floats: count)
                    fixed = [Float](repeating: 0, count: count)
                }
                copy.apply(to: &fixed, from: values)
                continue
            }
            let before = [Int](repeating: 0, count: shape.count - corner.count) + corner
            let size = batched(copy.shape, shape)
            let after = shape.indices.map { shape[$0] - before[$0] - size[$0] }
            guard before[0] == 0, after[0] == 0 else {
                throw unsupported(node, "it pads the batch")
            }
            let part = reshaped(try view(node, copy), size)
            terms.append(graph.append(.pad(before: before, after: after), [part], shape: shape))
        }
        guard var result = terms.first else {
            throw unsupported(node, "all of its inputs are constants")
        }
        if !fixed.isEmpty { terms.append(graph.constant(fixed, shape: shape)) }
        for term in terms.dropFirst() {
            result = graph.append(.binary(.add), [result, term], shape: shape)
        }
        return result
    }

    /// The place of a copy's first number in an array of this shape.
    private static func corner(
        of copy: NetworkGraph.StridedCopy, in shape: [Int]
    ) -> [Int] {
        var rest = copy.outputOffset
        return NetworkGraph.StridedCopy.steps(of: shape).map { step in
            defer { rest %= step }
            return rest / step
        }
    }

    /// Returns the part that a copy reads, in the copy's order: a slice of the source, transposed.
    private mutating func view(
        _ node: NetworkGraph.Node, _ copy: NetworkGraph.StridedCopy
    ) throws(InferenceError) -> Int {
        let input = try rowMajor(node.inputs[copy.input])
        let shape = graph.tensors[input].shape
        let steps = NetworkGraph.StridedCopy.steps(of: shape)
        var rest = copy.inputOffset
        let starts = steps.map { step in
            defer { rest %= step }
            return rest / step
        }
        // The source dimension that each dimension of the copy traverses.
        var counts = [Int](repeating: 1, count: shape.count)
        var strides = [Int](repeating: 1, count: shape.count)
        var order: [Int] = []
        for d in copy.shape.indices where copy.shape[d] != 1 {
            guard
                let place = shape.indices.first(where: { s in
                    !order.contains(s) && shape[s] > 1 && copy.inputSteps[d] % steps[s] == 0
                        && starts[s] + (copy.shape[d] - 1) * (copy.inputSteps[d] / steps[s])
                            < shape[s]
                })
            else { throw unsupported(node, "it is not a slice of its input") }
            order.append(place)
            counts[place] = copy.shape[d]
            strides[place] = copy.inputSteps[d] / steps[place]
        }
        guard !order.contains(0), starts[0] == 0 else {
            throw unsupported(node, "it takes a part of the batch")
        }
        var part = input
        if counts != shape {
            let ends = shape.indices.map { starts[$0] + (counts[$0] - 1) * strides[$0] + 1 }
            part = graph.append(
                .slice(starts: starts, ends: ends, steps: strides), [input], shape: counts)
        }
        if order != order.sorted() {
            let permutation = [0] + shape.indices.filter { $0 > 0 && !order.contains($0) } + order
            part = graph.append(
                .transpose(permutation), [part], shape: permutation.map { counts[$0] })
        }
        return part
    }
}

extension NetworkGraph.StridedCopy {
    /// Copies from one array to another.
    fileprivate func apply(to target: inout [Float], from source: [Float]) {
        for number in 0..<shape.reduce(1, *) {
            var rest = number
            var (from, to) = (inputOffset, outputOffset)
            for d in shape.indices.reversed() {
                from += rest % shape[d] * inputSteps[d]
                to += rest % shape[d] * outputSteps[d]
                rest /= shape[d]
            }
            target[to] = source[from]
        }
    }
}
