internal import CLandmarkKernels
internal import LandmarkModelFile

extension GraphBuilder {
    /// Translates an operator that works value by value; false when it is none.
    mutating func translateElementwise(
        _ op: Operator, _ code: BuiltinOperator
    ) throws(InferenceError) -> Bool {
        if let operation = Self.binary[code] {
            try translateBinary(op, operation)
        } else if let activation = Self.activations[code], blocked.contains(try input(op, 0)) {
            let source = try input(op, 0)
            try expect(op, op.outputs[0], shape: graph.values[source].shape)
            append(.identity, [source], op.outputs[0], Epilogue(activation: activation))
        } else if let operation = Self.unary[code] {
            try translateUnary(op, operation, parameter: 0)
        } else if code == .leakyRelu, case .leakyRelu(let alpha) = op.options {
            try translateUnary(op, LK_UNARY_LEAKY_RELU, parameter: alpha)
        } else if code == .softmax, case .softmax(let beta) = op.options {
            let source = try input(op, 0)
            try expect(op, op.outputs[0], shape: graph.values[source].shape)
            append(.softmax(beta: beta), [source], op.outputs[0])
        } else {
            return false
        }
        return true
    }

    private static let activations: [BuiltinOperator: Epilogue.Activation] = [
        .relu: .relu, .relu6: .relu6, .hardSwish: .hardSwish,
    ]

    private static let binary: [BuiltinOperator: lk_binary] = [
        .add: LK_BINARY_ADD, .sub: LK_BINARY_SUB, .mul: LK_BINARY_MUL, .div: LK_BINARY_DIV,
        .maximum: LK_BINARY_MAX, .minimum: LK_BINARY_MIN,
        .squaredDifference: LK_BINARY_SQUARED_DIFFERENCE,
    ]

    private static let unary: [BuiltinOperator: lk_unary] = [
        .neg: LK_UNARY_NEG, .abs: LK_UNARY_ABS, .sqrt: LK_UNARY_SQRT, .rsqrt: LK_UNARY_RSQRT,
        .square: LK_UNARY_SQUARE, .exp: LK_UNARY_EXP, .logistic: LK_UNARY_LOGISTIC,
        .tanh: LK_UNARY_TANH, .relu: LK_UNARY_RELU, .relu6: LK_UNARY_RELU6,
        .reluN1To1: LK_UNARY_RELU_N1_TO_1, .hardSwish: LK_UNARY_HARD_SWISH,
    ]

    private mutating func translateUnary(
        _ op: Operator, _ operation: lk_unary, parameter: Float
    ) throws(InferenceError) {
        let source = try input(op, 0)
        try expect(op, op.outputs[0], shape: graph.values[source].shape)
        append(.unary(operation, parameter: parameter), [source], op.outputs[0])
    }

    private mutating func translateBinary(
        _ op: Operator, _ operation: lk_binary
    ) throws(InferenceError) {
        let a = try input(op, 0)
        let b = try input(op, 1)
        guard let shape = Self.broadcast(graph.values[a].shape, graph.values[b].shape) else {
            throw mismatch(op, "\(describe(a)) and \(describe(b)) do not broadcast")
        }
        try expect(op, op.outputs[0], shape: shape)
        if operation == LK_BINARY_ADD, blocked.contains(a), blocked.contains(b),
            graph.values[a].shape == graph.values[b].shape
        {
            append(
                .identity, [a], op.outputs[0],
                Epilogue(residual: b, activation: try fusedActivation(op)))
            return
        }
        let activation: lk_unary
        switch op.options.activation {
        case .none: activation = LK_UNARY_COPY
        case .relu: activation = LK_UNARY_RELU
        case .relu6: activation = LK_UNARY_RELU6
        case .reluN1To1: activation = LK_UNARY_RELU_N1_TO_1
        case .tanh: activation = LK_UNARY_TANH
        default: throw form(op, "its fused activation is \(op.options.activation)")
        }
        append(.binary(operation, activation: activation), [a, b], op.outputs[0])
    }

    /// The shape of two tensors that repeat along each other's dimensions of 1.
    static func broadcast(_ a: [Int], _ b: [Int]) -> [Int]? {
        let rank = max(a.count, b.count)
        var shape: [Int] = []
        for d in 0..<rank {
            let sizeA = d < rank - a.count ? 1 : a[d - (rank - a.count)]
            let sizeB = d < rank - b.count ? 1 : b[d - (rank - b.count)]
            guard sizeA == sizeB || sizeA == 1 || sizeB == 1 else { return nil }
            shape.append(max(sizeA, sizeB))
        }
        return shape
    }
}
