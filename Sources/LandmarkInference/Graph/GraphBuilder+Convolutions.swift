internal import LandmarkModelFile

extension GraphBuilder {
    /// Translates a convolution, a depthwise convolution or a fully connected layer. Returns false for
    /// any other operator.
    mutating func translateConvolution(
        _ op: Operator, _ code: BuiltinOperator
    ) throws(InferenceError) -> Bool {
        guard code == .conv2D || code == .depthwiseConv2D || code == .fullyConnected else {
            return false
        }
        switch op.options {
        case .conv2D(let options):
            var window = Window(options)
            try translate(op, &window, options.padding, depthwise: false)
        case .depthwiseConv2D(let options):
            var window = Window(options)
            try translate(op, &window, options.padding, depthwise: true)
        case .fullyConnected(let options):
            guard !options.shuffledWeights else { throw form(op, "its weights are shuffled") }
            try translateFullyConnected(op)
        default:
            throw mismatch(op, "its options are missing")
        }
        return true
    }

    private mutating func translate(
        _ op: Operator, _ window: inout Window, _ padding: Padding, depthwise: Bool
    ) throws(InferenceError) {
        let source = try input(op, 0)
        let image = try image(op, source)
        let weights = try weights(op, rank: 4)
        let shape = graph.values[weights].shape
        window.height = shape[1]
        window.width = shape[2]
        let channels = depthwise ? shape[3] : shape[0]
        guard shape[3] == image.channels, !depthwise || shape[0] == 1 else {
            throw form(
                op, "weights \(describe(weights)) for an input of \(image.channels) channels")
        }
        try fit(op, &window, padding, over: image, channels: channels)
        let bias = try bias(op, count: channels)
        append(
            depthwise
                ? .depthwise(window, weights: weights, bias: bias)
                : .convolution(window, weights: weights, bias: bias),
            [source], op.outputs[0],
            Epilogue(activation: try fusedActivation(op)))
    }

    /// Translates a fully connected layer to a pointwise convolution with one pixel per row.
    private mutating func translateFullyConnected(_ op: Operator) throws(InferenceError) {
        var source = try input(op, 0)
        let weights = try weights(op, rank: 2)
        let shape = graph.values[weights].shape
        let count = graph.values[source].count
        guard shape[1] > 0, count % shape[1] == 0 else {
            throw mismatch(op, "\(describe(source)) cannot be divided into rows of \(shape[1])")
        }
        if graph.values[source].channels != shape[1] {
            let flat = Value(
                name: graph.values[source].name, shape: [count / shape[1], shape[1]])
            let reshaped = graph.add(flat)
            append(.reshape, [source], reshaped)
            source = reshaped
        }
        guard graph.values[op.outputs[0]].count == count / shape[1] * shape[0],
            graph.values[op.outputs[0]].channels == shape[0]
        else {
            throw mismatch(op, "\(describe(op.outputs[0])) for weights \(describe(weights))")
        }
        append(
            .convolution(.pointwise, weights: weights, bias: try bias(op, count: shape[0])),
            [source], op.outputs[0], Epilogue(activation: try fusedActivation(op)))
    }

    private func weights(_ op: Operator, rank: Int) throws(InferenceError) -> Int {
        let weights = try input(op, 1)
        guard graph.values[weights].constant != nil else {
            throw form(op, "its weights \(describe(weights)) are not constant")
        }
        guard graph.values[weights].shape.count == rank else {
            throw mismatch(op, "its weights \(describe(weights)) should have \(rank) dimensions")
        }
        return weights
    }

    private func bias(_ op: Operator, count: Int) throws(InferenceError) -> Int? {
        guard op.inputs.count > 2, let bias = op.inputs[2] else { return nil }
        guard graph.values[bias].constant != nil, graph.values[bias].count == count else {
            throw mismatch(op, "its bias \(describe(bias)) should be \(count) constants")
        }
        return bias
    }

    /// Returns the activation in the operator's options, if an epilogue supports it.
    func fusedActivation(_ op: Operator) throws(InferenceError) -> Epilogue.Activation {
        switch op.options.activation {
        case .none: return .none
        case .relu: return .relu
        case .relu6: return .relu6
        default: throw form(op, "its fused activation is \(op.options.activation)")
        }
    }
}

extension NetworkGraph.Window {
    fileprivate init(_ options: OperatorOptions.Conv2D) {
        self = .pointwise
        strideY = options.strideHeight
        strideX = options.strideWidth
        dilationY = options.dilationHeight
        dilationX = options.dilationWidth
    }

    fileprivate init(_ options: OperatorOptions.DepthwiseConv2D) {
        self = .pointwise
        strideY = options.strideHeight
        strideX = options.strideWidth
        dilationY = options.dilationHeight
        dilationX = options.dilationWidth
    }
}
