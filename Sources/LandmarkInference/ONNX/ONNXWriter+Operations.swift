extension ONNXWriter {
    /// Writes a node of the graph.
    mutating func write(_ node: PortableGraph.Node) {
        let inputs = node.inputs.map(name)
        let output = name(node.output)
        let shape = source.tensors[node.output].shape
        switch node.operation {
        case .convolution(let window, let groups):
            self.node(
                "Conv", inputs, output,
                [
                    "dilations": .integers([window.dilationY, window.dilationX]),
                    "group": .integer(groups),
                    "kernel_shape": .integers([window.height, window.width]),
                    "pads": .integers([window.top, window.left, window.bottom, window.right]),
                    "strides": .integers([window.strideY, window.strideX]),
                ])
        case .pool(let window, let average):
            self.node(
                average ? "AveragePool" : "MaxPool", inputs, output,
                [
                    "kernel_shape": .integers([window.height, window.width]),
                    "pads": .integers([window.top, window.left, window.bottom, window.right]),
                    "strides": .integers([window.strideY, window.strideX]),
                ])
        case .resize(let alignCorners, let halfPixelCenters):
            let mode =
                alignCorners ? "align_corners" : halfPixelCenters ? "half_pixel" : "asymmetric"
            let size = resized(from: source.tensors[node.inputs[0]].shape, to: shape)
            self.node(
                "Resize", [inputs[0], ""] + size, output,
                ["coordinate_transformation_mode": .string(mode), "mode": .string("linear")])
        case .depthToSpace(let side):
            self.node("DepthToSpace", inputs, output, ["blocksize": .integer(side)])
        case .matrixProduct: self.node("MatMul", inputs, output)
        case .binary(let function): self.node(function.onnxName, inputs, output)
        case .unary(let function): write(function, inputs[0], output)
        case .prelu: self.node("PRelu", inputs, output)
        case .softmax: self.node("Softmax", inputs, output, ["axis": .integer(-1)])
        case .reduce(let mean, let axes):
            self.node(
                mean ? "ReduceMean" : "ReduceSum", inputs + [integers(axes)], output,
                ["keepdims": .integer(0)])
        case .pad(let before, let after):
            self.node("Pad", inputs + [integers(before + after)], output)
        case .transpose(let order):
            self.node("Transpose", inputs, output, ["perm": .integers(order)])
        case .reshape:
            // Zero keeps the size of the batch.
            self.node("Reshape", inputs + [integers([0] + shape.dropFirst())], output)
        case .slice(let starts, let ends, let steps):
            let axes = starts.indices.filter {
                starts[$0] != 0 || steps[$0] != 1
                    || ends[$0] != source.tensors[node.inputs[0]].shape[$0]
            }
            let lists = [starts, ends].map { list in integers(axes.map { list[$0] }) }
            self.node(
                "Slice", inputs + lists + [integers(axes), integers(axes.map { steps[$0] })],
                output)
        case .concatenate(let axis):
            self.node("Concat", inputs, output, ["axis": .integer(axis)])
        case .identity: self.node("Identity", inputs, output)
        }
    }

    /// The scales and sizes of a resize. With a free batch only scales can be given, which ONNX multiplies
    /// with the sizes and rounds down.
    private mutating func resized(from input: [Int], to output: [Int]) -> [String] {
        if case .fixed(let count) = options.batch {
            return ["", integers([count] + output.dropFirst())]
        }
        let factors = zip(input, output).map { from, to -> Float in
            let factor = Float(to) / Float(from)
            return Int(Float(from) * factor) < to ? factor.nextUp : factor
        }
        return [scales(factors)]
    }

    private mutating func write(
        _ function: PortableGraph.Unary, _ input: String, _ output: String
    ) {
        switch function {
        case .negate: node("Neg", [input], output)
        case .absolute: node("Abs", [input], output)
        case .squareRoot: node("Sqrt", [input], output)
        case .exponential: node("Exp", [input], output)
        case .sigmoid: node("Sigmoid", [input], output)
        case .tanh: node("Tanh", [input], output)
        case .relu: node("Relu", [input], output)
        case .hardSwish: node("HardSwish", [input], output)
        case .clamp(let low, let high):
            let bounds = [("low", low), ("high", high)].map { name, bound in
                constant([bound], shape: [], like: "\(output)_\(name)")
            }
            node("Clip", [input] + bounds, output)
        case .leakyRelu(let slope):
            node("LeakyRelu", [input], output, ["alpha": .float(slope)])
        }
    }
}

extension PortableGraph.Binary {
    fileprivate var onnxName: String {
        switch self {
        case .add: "Add"
        case .subtract: "Sub"
        case .multiply: "Mul"
        case .divide: "Div"
        case .maximum: "Max"
        case .minimum: "Min"
        }
    }
}
