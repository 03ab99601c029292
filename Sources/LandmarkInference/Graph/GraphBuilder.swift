internal import LandmarkModelFile

/// Translates a model's operators into a graph of the engine's own, one by one.
struct GraphBuilder {
    let model: TFLiteModel
    var graph = Graph()
    /// Values whose bytes a kernel will have laid out in channel blocks.
    var blocked: Set<Int> = []

    init(_ model: TFLiteModel) {
        self.model = model
        graph.values = model.tensors.map {
            Value(
                name: $0.name, shape: $0.shape,
                constant: $0.isConstant ? Constant(tensor: $0.index) : nil)
        }
        graph.inputs = model.inputs
    }

    /// The graph that computes the outputs at `positions`, or all.
    static func graph(
        of model: TFLiteModel, outputs positions: [Int]?
    ) throws(InferenceError) -> Graph {
        var builder = GraphBuilder(model)
        for op in model.operators {
            try builder.translate(op)
            try builder.checkTypes(op.inputs.compactMap { $0 } + op.outputs)
        }
        try builder.checkTypes(model.inputs + model.outputs)
        for position in positions ?? Array(model.outputs.indices) {
            guard model.outputs.indices.contains(position) else {
                throw .noOutput(
                    model: model.name, position: position, count: model.outputs.count)
            }
            builder.graph.outputs.append(
                GraphOutput(position: position, value: model.outputs[position]))
        }
        return builder.graph
    }

    /// All arithmetic is in floats: a tensor that is no constant must be of them.
    private func checkTypes(_ values: [Int]) throws(InferenceError) {
        for value in values where graph.values[value].constant == nil {
            let tensor = model.tensors[value]
            guard tensor.type == .float32 else {
                throw .elementType(
                    model: model.name, tensor: describe(value), expected: .float32,
                    got: tensor.type)
            }
        }
    }

    private mutating func translate(_ op: Operator) throws(InferenceError) {
        guard case .builtin(let code) = op.code else { throw unsupported(op) }
        guard !op.outputs.isEmpty else { throw mismatch(op, "it writes no tensor") }
        switch code {
        case .dequantize, .densify:
            try translateConstant(op)
        case .conv2D, .depthwiseConv2D, .fullyConnected:
            try translateConvolution(op, code)
        case .maxPool2D, .averagePool2D:
            try translatePool(op, average: code == .averagePool2D)
        case .resizeBilinear, .depthToSpace, .prelu, .pad, .padV2:
            try translateImage(op, code)
        case .mean, .sum:
            try translateReduction(op, mean: code == .mean)
        case .reshape, .squeeze, .expandDims, .transpose, .stridedSlice, .slice, .concatenation,
            .split:
            try translateShape(op, code)
        default:
            guard try translateElementwise(op, code) else { throw unsupported(op) }
        }
    }

    /// An operator over constants: its output stands for the constant itself.
    private mutating func translateConstant(_ op: Operator) throws(InferenceError) {
        let input = try input(op, 0)
        guard let constant = graph.values[input].constant else {
            throw form(op, "its input is not a constant")
        }
        guard graph.values[input].shape == graph.values[op.outputs[0]].shape else {
            throw mismatch(op, "\(describe(input)) becomes \(describe(op.outputs[0]))")
        }
        graph.values[op.outputs[0]].constant = constant
    }

    // MARK: Pieces that all translations use

    /// The operator's input at `position`.
    func input(_ op: Operator, _ position: Int) throws(InferenceError) -> Int {
        guard op.inputs.indices.contains(position), let value = op.inputs[position] else {
            throw mismatch(op, "input \(position) is missing")
        }
        return value
    }

    /// Appends a node that makes `output`.
    mutating func append(
        _ operation: Operation, _ inputs: [Int], _ output: Int, _ epilogue: Epilogue = Epilogue()
    ) {
        graph.nodes.append(
            Node(operation: operation, inputs: inputs, output: output, epilogue: epilogue))
        if operation.isBlocked { blocked.insert(output) }
    }

    /// The value as an image, or an error when it is none.
    func image(_ op: Operator, _ value: Int) throws(InferenceError) -> Value {
        let image = graph.values[value]
        guard image.isImage else {
            throw form(op, "\(describe(value)) is not an image of batch 1")
        }
        return image
    }

    /// Checks that an output has the shape that the operator's arithmetic gives.
    func expect(_ op: Operator, _ value: Int, shape: [Int]) throws(InferenceError) {
        guard graph.values[value].shape == shape else {
            throw mismatch(op, "\(describe(value)) should have shape \(shape)")
        }
    }

    func describe(_ value: Int) -> String {
        "\(graph.values[value].name)\(graph.values[value].shape)"
    }

    func unsupported(_ op: Operator) -> InferenceError {
        .unsupportedOperator(
            model: model.name, name: op.code.description, index: op.index,
            inputs: op.inputs.map { value in value.map { describe($0) } ?? "none" },
            outputs: op.outputs.map { describe($0) })
    }

    func form(_ op: Operator, _ reason: String) -> InferenceError {
        .unsupportedForm(
            model: model.name, name: op.code.description, index: op.index, reason: reason)
    }

    func mismatch(_ op: Operator, _ reason: String) -> InferenceError {
        .mismatch(model: model.name, name: op.code.description, index: op.index, reason: reason)
    }
}
