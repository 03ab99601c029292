internal import LandmarkModelFile

extension GraphBuilder {
    /// Translates an operator that only moves or reshapes values. Returns false for any other operator.
    mutating func translateShape(
        _ op: Operator, _ code: BuiltinOperator
    ) throws(InferenceError) -> Bool {
        switch code {
        case .transpose: try translateTranspose(op)
        case .stridedSlice: try translateStridedSlice(op)
        case .slice: try translateSlice(op)
        case .concatenation: try translateConcatenation(op)
        case .split: try translateSplit(op)
        case .reshape, .squeeze, .expandDims:
            let source = try input(op, 0)
            guard graph.values[source].count == graph.values[op.outputs[0]].count else {
                throw mismatch(
                    op, "\(describe(source)) and \(describe(op.outputs[0])) differ in size")
            }
            append(.reshape, [source], op.outputs[0])
        default:
            return false
        }
        return true
    }

    private mutating func translateTranspose(_ op: Operator) throws(InferenceError) {
        let source = try input(op, 0)
        let shape = graph.values[source].shape
        let order = try integers(op, try input(op, 1))
        guard order.sorted() == Array(shape.indices) else {
            throw mismatch(op, "its order is \(order)")
        }
        let steps = StridedCopy.steps(of: shape)
        let output = order.map { shape[$0] }
        try expect(op, op.outputs[0], shape: output)
        append(
            .copies(
                [
                    StridedCopy(
                        input: 0, shape: output, inputOffset: 0,
                        inputSteps: order.map { steps[$0] }, outputOffset: 0,
                        outputSteps: StridedCopy.steps(of: output))
                ], fill: nil), [source], op.outputs[0])
    }

    private mutating func translateStridedSlice(_ op: Operator) throws(InferenceError) {
        guard case .stridedSlice(let masks) = op.options else {
            throw mismatch(op, "its options are missing")
        }
        guard masks.ellipsisMask == 0, masks.newAxisMask == 0, !masks.endIsOffset else {
            throw form(op, "it has an ellipsis, a new axis, or ends that are offsets")
        }
        let source = try input(op, 0)
        let shape = graph.values[source].shape
        let begin = try integers(op, try input(op, 1))
        let end = try integers(op, try input(op, 2))
        let stride = try integers(op, try input(op, 3))
        guard begin.count == shape.count, end.count == shape.count, stride.count == shape.count,
            stride.allSatisfy({ $0 > 0 })
        else {
            throw form(op, "begin \(begin), end \(end) and strides \(stride) for \(shape)")
        }
        var starts: [Int] = []
        var sizes: [Int] = []
        for d in shape.indices {
            let (start, size) = Self.span(
                of: shape[d], stride: stride[d],
                begin: masks.beginMask & 1 << d != 0 ? nil : begin[d],
                end: masks.shrinkAxisMask & 1 << d != 0
                    ? (begin[d] == -1 ? nil : begin[d] + 1)
                    : masks.endMask & 1 << d != 0 ? nil : end[d])
            starts.append(start)
            sizes.append(size)
        }
        try appendSlice(op, source, starts: starts, sizes: sizes, strides: stride)
    }

    private static func span(
        of size: Int, stride: Int, begin: Int?, end: Int?
    ) -> (start: Int, count: Int) {
        func place(_ index: Int) -> Int { min(max(index < 0 ? index + size : index, 0), size) }
        let start = begin.map(place) ?? 0
        let stop = end.map(place) ?? size
        return (start, max(0, (stop - start + stride - 1) / stride))
    }

    private mutating func translateSlice(_ op: Operator) throws(InferenceError) {
        let source = try input(op, 0)
        let shape = graph.values[source].shape
        let begin = try integers(op, try input(op, 1))
        let size = try integers(op, try input(op, 2))
        guard begin.count == shape.count, size.count == shape.count else {
            throw mismatch(op, "begin \(begin) and size \(size) for \(shape)")
        }
        let sizes = shape.indices.map { size[$0] == -1 ? shape[$0] - begin[$0] : size[$0] }
        guard shape.indices.allSatisfy({ begin[$0] >= 0 && begin[$0] + sizes[$0] <= shape[$0] })
        else { throw mismatch(op, "begin \(begin) and size \(size) exceed \(shape)") }
        try appendSlice(
            op, source, starts: begin, sizes: sizes,
            strides: Array(repeating: 1, count: shape.count))
    }

    private mutating func appendSlice(
        _ op: Operator, _ source: Int, starts: [Int], sizes: [Int], strides: [Int]
    ) throws(InferenceError) {
        guard sizes.allSatisfy({ $0 > 0 }),
            sizes.reduce(1, *) == graph.values[op.outputs[0]].count
        else {
            throw mismatch(op, "a slice of \(sizes) for \(describe(op.outputs[0]))")
        }
        let steps = StridedCopy.steps(of: graph.values[source].shape)
        let copy = StridedCopy(
            input: 0, shape: sizes,
            inputOffset: steps.indices.reduce(0) { $0 + starts[$1] * steps[$1] },
            inputSteps: steps.indices.map { steps[$0] * strides[$0] }, outputOffset: 0,
            outputSteps: StridedCopy.steps(of: sizes))
        append(.copies([copy], fill: nil), [source], op.outputs[0])
    }

    private mutating func translateConcatenation(_ op: Operator) throws(InferenceError) {
        guard case .concatenation(let axis, let activation) = op.options, activation == .none
        else { throw form(op, "its axis is missing, or it has an activation") }
        let output = graph.values[op.outputs[0]].shape
        let place = axis < 0 ? axis + output.count : axis
        guard output.indices.contains(place) else { throw mismatch(op, "its axis is \(axis)") }
        let steps = StridedCopy.steps(of: output)
        var copies: [StridedCopy] = []
        var sources: [Int] = []
        var offset = 0
        for position in op.inputs.indices {
            let source = try input(op, position)
            let shape = graph.values[source].shape
            guard shape.count == output.count,
                shape.indices.allSatisfy({ $0 == place || shape[$0] == output[$0] })
            else { throw mismatch(op, "\(describe(source)) does not fit \(output)") }
            copies.append(
                StridedCopy(
                    input: position, shape: shape, inputOffset: 0,
                    inputSteps: StridedCopy.steps(of: shape), outputOffset: offset * steps[place],
                    outputSteps: steps))
            sources.append(source)
            offset += shape[place]
        }
        guard offset == output[place] else {
            throw mismatch(
                op, "its inputs add up to \(offset) along axis \(place), not \(output[place])")
        }
        append(.copies(copies, fill: nil), sources, op.outputs[0])
    }

    private mutating func translateSplit(_ op: Operator) throws(InferenceError) {
        let axes = try integers(op, try input(op, 0))
        let source = try input(op, 1)
        let shape = graph.values[source].shape
        guard axes.count == 1, (-shape.count..<shape.count).contains(axes[0]) else {
            throw mismatch(op, "its axis is \(axes)")
        }
        let axis = axes[0] < 0 ? axes[0] + shape.count : axes[0]
        guard !op.outputs.isEmpty, shape[axis] % op.outputs.count == 0 else {
            throw mismatch(op, "\(shape[axis]) is not divisible by \(op.outputs.count)")
        }
        var part = shape
        part[axis] = shape[axis] / op.outputs.count
        let steps = StridedCopy.steps(of: shape)
        for (index, output) in op.outputs.enumerated() {
            try expect(op, output, shape: part)
            let copy = StridedCopy(
                input: 0, shape: part, inputOffset: index * part[axis] * steps[axis],
                inputSteps: steps, outputOffset: 0, outputSteps: StridedCopy.steps(of: part))
            append(.copies([copy], fill: nil), [source], output)
        }
    }
}
