internal import LandmarkModelFile

extension GraphBuilder {
    /// Translates max or average pooling.
    private mutating func translatePool(_ op: Operator, average: Bool) throws(InferenceError) {
        guard case .pool2D(let options) = op.options else {
            throw mismatch(op, "its options are missing")
        }
        let source = try input(op, 0)
        let image = try image(op, source)
        var window = Window(options)
        try fit(op, &window, options.padding, over: image, channels: image.channels)
        append(
            .pool(window, average: average), [source], op.outputs[0],
            Epilogue(activation: try fusedActivation(op)))
    }

    /// Applies the operator's padding to a window and checks the shape of its output for `image`.
    ///
    /// With its border, the image may have no more pixels than a tensor may have elements, so that
    /// arithmetic on the window cannot overflow.
    func fit(
        _ op: Operator, _ window: inout Window, _ padding: Padding, over image: Value,
        channels: Int
    ) throws(InferenceError) {
        if padding == .same {
            window.padSame(inputHeight: image.height, inputWidth: image.width)
        }
        let height = image.height + window.top + window.bottom
        let width = image.width + window.left + window.right
        let limit = Tensor.maximumElementCount
        guard height <= limit, width <= limit, height * width <= limit else {
            throw form(
                op,
                "its window pads \(image.name)\(image.shape) to \(height)×\(width) pixels, "
                    + "more than \(limit)")
        }
        guard let size = window.output(height: image.height, width: image.width) else {
            throw mismatch(op, "its window does not fit \(image.name)\(image.shape)")
        }
        try expect(op, op.outputs[0], shape: [1, size.height, size.width, channels])
    }

    /// Translates a reduction, or an operator on images that is not a convolution. Returns false
    /// for any other operator.
    mutating func translateImage(
        _ op: Operator, _ code: BuiltinOperator
    ) throws(InferenceError) -> Bool {
        switch code {
        case .maxPool2D, .averagePool2D: try translatePool(op, average: code == .averagePool2D)
        case .resizeBilinear: try translateResize(op)
        case .depthToSpace: try translateDepthToSpace(op)
        case .prelu: try translatePrelu(op)
        case .pad, .padV2: try translatePad(op)
        case .mean, .sum: try translateReduction(op, mean: code == .mean)
        default: return false
        }
        return true
    }

    private mutating func translateResize(_ op: Operator) throws(InferenceError) {
        guard case .resizeBilinear(let corners, let centers) = op.options else {
            throw mismatch(op, "its options are missing")
        }
        let source = try input(op, 0)
        let image = try image(op, source)
        let size = try integers(op, try input(op, 1))
        guard size.count == 2, size.allSatisfy({ $0 > 0 }) else {
            throw mismatch(op, "its size is \(size)")
        }
        try expect(op, op.outputs[0], shape: [1, size[0], size[1], image.channels])
        append(
            .resize(alignCorners: corners, halfPixelCenters: centers), [source], op.outputs[0])
    }

    private mutating func translateDepthToSpace(_ op: Operator) throws(InferenceError) {
        guard case .depthToSpace(let square) = op.options, square > 0 else {
            throw mismatch(op, "its block size is missing")
        }
        let source = try input(op, 0)
        let image = try image(op, source)
        guard image.channels % (square * square) == 0 else {
            throw mismatch(op, "\(describe(source)) cannot be divided into \(square)×\(square)")
        }
        let channels = image.channels / (square * square)
        let shape = [1, image.height * square, image.width * square, channels]
        try expect(op, op.outputs[0], shape: shape)
        append(.depthToSpace(square), [source], op.outputs[0])
    }

    private mutating func translatePrelu(_ op: Operator) throws(InferenceError) {
        let source = try input(op, 0)
        let slopes = try input(op, 1)
        let value = graph.values[source]
        guard graph.values[slopes].constant != nil,
            graph.values[slopes].count == value.channels,
            graph.values[slopes].channels == value.channels
        else {
            throw form(op, "slopes \(describe(slopes)) for \(describe(source))")
        }
        try expect(op, op.outputs[0], shape: value.shape)
        append(
            .identity, [source], op.outputs[0], Epilogue(activation: .prelu(slopes: slopes)))
    }

    private mutating func translatePad(_ op: Operator) throws(InferenceError) {
        let source = try input(op, 0)
        let value = graph.values[source]
        let pads = try integers(op, try input(op, 1))
        let rank = value.shape.count
        guard pads.count == 2 * rank, pads.allSatisfy({ $0 >= 0 }) else {
            throw mismatch(op, "its paddings are \(pads)")
        }
        guard op.inputs.count < 3 else { throw form(op, "it pads with a value other than zero") }
        let shape = (0..<rank).map { d -> Int in value.shape[d] + pads[2 * d] + pads[2 * d + 1] }
        try expect(op, op.outputs[0], shape: shape)
        if value.isImage, pads[0] == 0, pads[1] == 0, pads[6] == 0 {
            let onlyChannels = pads[2] == 0 && pads[3] == 0 && pads[4] == 0 && pads[5] == 0
            if onlyChannels {
                append(.padChannels, [source], op.outputs[0])
                return
            }
            if pads[7] == 0 {
                append(.padImage(top: pads[2], left: pads[4]), [source], op.outputs[0])
                return
            }
        }
        let copy = StridedCopy.inset(
            value.shape, into: shape, at: (0..<rank).map { pads[2 * $0] })
        append(.copies([copy], fill: 0), [source], op.outputs[0])
    }

    /// Translates a mean or sum over any dimensions.
    private mutating func translateReduction(_ op: Operator, mean: Bool) throws(InferenceError) {
        let source = try input(op, 0)
        let value = graph.values[source]
        let rank = value.shape.count
        var axes: Set<Int> = []
        for axis in try integers(op, try input(op, 1)) {
            guard (-rank..<rank).contains(axis) else { throw mismatch(op, "its axis is \(axis)") }
            axes.insert(axis < 0 ? axis + rank : axis)
        }
        let kept = value.shape.indices.filter { !axes.contains($0) }.map { value.shape[$0] }
        guard graph.values[op.outputs[0]].count == kept.reduce(1, *) else {
            throw mismatch(op, "\(describe(op.outputs[0])) for axes \(axes.sorted())")
        }
        if mean, value.isImage, axes == [1, 2], images.contains(source),
            graph.values[op.outputs[0]].channels == value.channels
        {
            append(.spatialMean, [source], op.outputs[0])
        } else {
            append(.reduce(axes: axes, mean: mean), [source], op.outputs[0])
        }
    }
}

extension NetworkGraph.Window {
    fileprivate init(_ options: OperatorOptions.Pool2D) {
        self = .pointwise
        height = options.filterHeight
        width = options.filterWidth
        strideY = options.strideHeight
        strideX = options.strideWidth
    }
}
