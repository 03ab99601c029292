internal import LandmarkModelFile

extension GraphBuilder {
    /// Translates an operator that works value by value. Returns false when it is not one.
    mutating func translateElementwise(
        _ op: Operator, _ code: BuiltinOperator
    ) throws(InferenceError) -> Bool {
        if let operation = Self.binary[code] {
            try translateBinary(op, operation)
        } else if let activation = Self.activations[code], images.contains(try input(op, 0)) {
            let source = try input(op, 0)
            try expect(op, op.outputs[0], shape: graph.values[source].shape)
            append(.identity, [source], op.outputs[0], Epilogue(activation: activation))
        } else if let operation = Self.unary[code] {
            try translateUnary(op, operation)
        } else if code == .leakyRelu, case .leakyRelu(let alpha) = op.options {
            try translateUnary(op, .leakyRelu(slope: alpha))
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

    private static let binary: [BuiltinOperator: NetworkGraph.BinaryFunction] = [
        .add: .add, .sub: .subtract, .mul: .multiply, .div: .divide, .maximum: .maximum,
        .minimum: .minimum, .squaredDifference: .squaredDifference,
    ]

    private static let unary: [BuiltinOperator: NetworkGraph.UnaryFunction] = [
        .neg: .negate, .abs: .absolute, .sqrt: .squareRoot, .rsqrt: .reciprocalSquareRoot,
        .square: .square, .exp: .exponential, .logistic: .logistic, .tanh: .tanh, .relu: .relu,
        .relu6: .relu6, .reluN1To1: .reluN1To1, .hardSwish: .hardSwish,
    ]

    private mutating func translateUnary(
        _ op: Operator, _ function: NetworkGraph.UnaryFunction
    ) throws(InferenceError) {
        let source = try input(op, 0)
        try expect(op, op.outputs[0], shape: graph.values[source].shape)
        append(.unary(function), [source], op.outputs[0])
    }

    private mutating func translateBinary(
        _ op: Operator, _ function: NetworkGraph.BinaryFunction
    ) throws(InferenceError) {
        let a = try input(op, 0)
        let b = try input(op, 1)
        guard let shape = Self.broadcast(graph.values[a].shape, graph.values[b].shape) else {
            throw mismatch(op, "\(describe(a)) and \(describe(b)) do not broadcast")
        }
        try expect(op, op.outputs[0], shape: shape)
        if function == .add, images.contains(a), images.contains(b),
            graph.values[a].shape == graph.values[b].shape
        {
            append(
                .identity, [a], op.outputs[0],
                Epilogue(residual: b, activation: try fusedActivation(op)))
            return
        }
        let activation: NetworkGraph.UnaryFunction?
        switch op.options.activation {
        case .none: activation = nil
        case .relu: activation = .relu
        case .relu6: activation = .relu6
        case .reluN1To1: activation = .reluN1To1
        case .tanh: activation = .tanh
        default: throw form(op, "its fused activation is \(op.options.activation)")
        }
        append(.binary(function, activation: activation), [a, b], op.outputs[0])
    }

    /// Returns the shape of two tensors that broadcast along dimensions of 1, or nil when they do not.
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
