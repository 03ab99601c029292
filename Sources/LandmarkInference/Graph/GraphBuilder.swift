internal import LandmarkModelFile

/// Translates the operators of a model into a `NetworkGraph`, one by one, and checks every shape.
struct GraphBuilder {
    typealias Epilogue = NetworkGraph.Epilogue
    typealias StridedCopy = NetworkGraph.StridedCopy
    typealias Value = NetworkGraph.Value
    typealias Window = NetworkGraph.Window

    let model: TFLiteModel
    /// The memory that the graph's own lists may use.
    let budget: MemoryBudget
    var graph = NetworkGraph()
    /// Values computed by operations on images. Additions and activations that follow those become
    /// epilogues.
    var images: Set<Int> = []

    private init(_ model: TFLiteModel, budget: MemoryBudget) {
        self.model = model
        self.budget = budget
        graph.values = model.tensors.map {
            Value(
                name: $0.name, shape: $0.shape,
                constant: $0.isConstant ? NetworkGraph.Constant(tensor: $0.index) : nil)
        }
        graph.inputs = model.inputs
    }

    /// Translates `model` into a graph that computes the outputs at `positions`, or all.
    ///
    /// - Throws: `InferenceError.unsupportedOperator`, `.unsupportedForm`, `.mismatch`,
    ///   `.elementType`, `.noOutput`, `.tooLarge`, `.tooComplex` or `.modelFile`.
    static func graph(
        of model: TFLiteModel, outputs positions: [Int]?, budget: MemoryBudget
    ) throws(InferenceError) -> NetworkGraph {
        for (part, count, limit) in [
            ("operators", model.operators.count, NetworkLimits.mostOperators),
            ("tensors", model.tensors.count, NetworkLimits.mostTensors),
        ] where count > limit {
            throw .tooComplex(model: model.name, part: part, count: count, limit: limit)
        }
        var builder = GraphBuilder(model, budget: budget)
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
                NetworkGraph.Output(position: position, value: model.outputs[position]))
        }
        return builder.graph
    }

    /// Checks that tensors that are not constant hold floats, because all arithmetic uses floats.
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

    /// Translates one operator; each family of operators has its own file.
    private mutating func translate(_ op: Operator) throws(InferenceError) {
        guard !op.outputs.isEmpty else { throw mismatch(op, "it writes no tensor") }
        let code: BuiltinOperator
        switch op.code {
        case .builtin(let builtin): code = builtin
        case .custom(let name):
            guard try translateCustom(op, name) else { throw unsupported(op) }
            return
        }
        if try translateConstant(op, code) { return }
        if try translateConvolution(op, code) { return }
        if try translateImage(op, code) { return }
        if try translateShape(op, code) { return }
        guard try translateElementwise(op, code) else { throw unsupported(op) }
    }

    /// Translates an operator on a constant: its output becomes an alias of that constant. Returns
    /// false for any other operator.
    private mutating func translateConstant(
        _ op: Operator, _ code: BuiltinOperator
    ) throws(InferenceError) -> Bool {
        guard code == .dequantize || code == .densify else { return false }
        let input = try input(op, 0)
        guard let constant = graph.values[input].constant else {
            throw form(op, "its input is not a constant")
        }
        guard graph.values[input].shape == graph.values[op.outputs[0]].shape else {
            throw mismatch(op, "\(describe(input)) becomes \(describe(op.outputs[0]))")
        }
        graph.values[op.outputs[0]].constant = constant
        return true
    }

    // MARK: Operands and errors

    /// Returns the operator's input at `position`.
    func input(_ op: Operator, _ position: Int) throws(InferenceError) -> Int {
        guard op.inputs.indices.contains(position), let value = op.inputs[position] else {
            throw mismatch(op, "input \(position) is missing")
        }
        return value
    }

    /// Appends a node that computes `output`.
    mutating func append(
        _ operation: NetworkGraph.Operation, _ inputs: [Int], _ output: Int,
        _ epilogue: Epilogue = Epilogue()
    ) {
        graph.nodes.append(
            NetworkGraph.Node(
                operation: operation, inputs: inputs, output: output, epilogue: epilogue))
        if operation.isOnImages { images.insert(output) }
    }

    /// Returns the integers of a constant, such as axes or paddings.
    func integers(_ op: Operator, _ value: Int) throws(InferenceError) -> [Int] {
        guard let tensor = graph.values[value].constant?.tensor else {
            throw form(op, "\(describe(value)) is not a constant")
        }
        // No operator takes more than two per dimension.
        guard model.tensors[tensor].elementCount <= 2 * Tensor.maximumRank else {
            throw form(
                op, "\(describe(value)) contains more than \(2 * Tensor.maximumRank) integers")
        }
        let bytes = try model.bytes(ofConstant: tensor)
        let type = model.tensors[tensor].type
        guard type == .int32 || type == .int64 else {
            throw form(op, "\(describe(value)) is \(type), not int32 or int64")
        }
        let values = bytes.withUnsafeBytes { raw in
            if type == .int32 {
                return (0..<raw.count / 4).map {
                    Int(raw.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self).littleEndian)
                }
            }
            return (0..<raw.count / 8).map {
                Int(raw.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self).littleEndian)
            }
        }
        // In this range no arithmetic on shapes overflows.
        let allowed = -(1 << 31)..<1 << 31
        if let outside = values.first(where: { !allowed.contains($0) }) {
            throw form(op, "\(describe(value)) contains \(outside)")
        }
        return values
    }

    /// Returns the value as an image, or throws when it is not one.
    func image(_ op: Operator, _ value: Int) throws(InferenceError) -> Value {
        let image = graph.values[value]
        guard image.isImage else {
            throw form(op, "\(describe(value)) is not an image of batch 1")
        }
        return image
    }

    /// Checks that an output has the shape that the operator computes.
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

extension TFLiteModel {
    /// Returns the bytes of a constant.
    ///
    /// - Throws: `InferenceError.modelFile` when the file is invalid, `.mismatch` when the tensor
    ///   is not a constant.
    func bytes(ofConstant tensor: Int) throws(InferenceError) -> FileBytes {
        let bytes: FileBytes?
        do {
            bytes = try constantBytes(of: tensor)
        } catch {
            throw .modelFile(error)
        }
        guard let bytes else {
            throw .mismatch(
                model: name, name: tensors[tensor].name, index: tensor,
                reason: "the tensor is not a constant")
        }
        return bytes
    }
}
