extension MILWriter {
    /// Writes a node of the graph.
    mutating func write(_ node: PortableGraph.Node) {
        let inputs = node.inputs.map(name)
        let output = name(node.output)
        let shape = source.tensors[node.output].shape
        switch node.operation {
        case .convolution(let window, let groups):
            let place = placement(of: window)
            let dilations = constant(.integers([window.dilationY, window.dilationX]))
            let groups = constant(.integer(groups))
            operation(
                "conv",
                [
                    "x": [inputs[0]], "weight": [inputs[1]], "bias": [inputs[2]],
                    "strides": [place.strides], "pad_type": [place.kind], "pad": [place.pad],
                    "dilations": [dilations], "groups": [groups],
                ], output, shape)
        case .pool(let window, let average):
            writePool(window, average: average, inputs[0], output, shape)
        case .resize(let alignCorners, let halfPixelCenters):
            let mode =
                alignCorners
                ? "STRICT_ALIGN_CORNERS" : halfPixelCenters ? "UNALIGN_CORNERS" : "DEFAULT"
            let height = constant(.integer(shape[2]))
            let width = constant(.integer(shape[3]))
            let sampling = constant(.string(mode))
            operation(
                "resize_bilinear",
                [
                    "x": [inputs[0]], "target_size_height": [height],
                    "target_size_width": [width], "sampling_mode": [sampling],
                ], output, shape)
        case .depthToSpace(let side):
            writeDepthToSpace(side, node, inputs[0], output)
        case .matrixProduct:
            let no = constant(.boolean(false))
            operation(
                "matmul",
                [
                    "x": [inputs[0]], "y": [inputs[1]], "transpose_x": [no], "transpose_y": [no],
                ], output, shape)
        case .binary(let function):
            operation(function.milName, ["x": [inputs[0]], "y": [inputs[1]]], output, shape)
        case .unary(let function): write(function, inputs[0], output, shape)
        case .prelu:
            operation("prelu", ["x": [inputs[0]], "alpha": [inputs[1]]], output, shape)
        case .softmax:
            let axis = constant(.integer(-1))
            operation("softmax", ["x": inputs, "axis": [axis]], output, shape)
        case .reduce(let mean, let axes):
            let axes = constant(.integers(axes))
            let keeps = constant(.boolean(false))
            operation(
                mean ? "reduce_mean" : "reduce_sum",
                ["x": inputs, "axes": [axes], "keep_dims": [keeps]], output, shape)
        case .pad(let before, let after):
            let pad = constant(.integers(zip(before, after).flatMap { [$0, $1] }))
            let mode = constant(.string("constant"))
            let zero = constant(0)
            operation(
                "pad", ["x": inputs, "pad": [pad], "mode": [mode], "constant_val": [zero]],
                output, shape)
        case .transpose(let order): writeTranspose(inputs[0], order, output, shape)
        case .reshape: writeReshape(inputs[0], output, shape)
        case .slice(let starts, let ends, let steps):
            let lists = [starts, ends, steps].map { constant(.integers($0)) }
            operation(
                "slice_by_index",
                ["x": inputs, "begin": [lists[0]], "end": [lists[1]], "stride": [lists[2]]],
                output, shape)
        case .concatenate(let axis):
            let axis = constant(.integer(axis))
            let no = constant(.boolean(false))
            operation(
                "concat", ["values": inputs, "axis": [axis], "interleave": [no]], output, shape)
        case .identity: operation("identity", ["x": inputs], output, shape)
        }
    }

    /// The constants for the placement of a window.
    private mutating func placement(
        of window: NetworkGraph.Window
    ) -> (strides: String, kind: String, pad: String) {
        (
            constant(.integers([window.strideY, window.strideX])), constant(.string("custom")),
            constant(.integers([window.top, window.bottom, window.left, window.right]))
        )
    }

    private mutating func writePool(
        _ window: NetworkGraph.Window, average: Bool, _ input: String, _ output: String,
        _ shape: [Int]
    ) {
        let place = placement(of: window)
        let sizes = constant(.integers([window.height, window.width]))
        let ceiling = constant(.boolean(false))
        guard average else {
            operation(
                "max_pool",
                [
                    "x": [input], "kernel_sizes": [sizes], "strides": [place.strides],
                    "pad_type": [place.kind], "pad": [place.pad], "ceil_mode": [ceiling],
                ], output, shape)
            return
        }
        let excluded = constant(.boolean(true))
        operation(
            "avg_pool",
            [
                "x": [input], "kernel_sizes": [sizes], "strides": [place.strides],
                "pad_type": [place.kind], "pad": [place.pad],
                "exclude_padding_from_average": [excluded], "ceil_mode": [ceiling],
            ], output, shape)
    }

    private mutating func writeTranspose(
        _ input: String, _ order: [Int], _ output: String, _ shape: [Int]
    ) {
        let order = constant(.integers(order))
        operation("transpose", ["x": [input], "perm": [order]], output, shape)
    }

    private mutating func writeReshape(_ input: String, _ output: String, _ shape: [Int]) {
        let sizes = constant(.integers(shape))
        operation("reshape", ["x": [input], "shape": [sizes]], output, shape)
    }

    /// Splits channels into rows and columns of squares, and moves those next to the pixels. Tensors have at
    /// most five dimensions, so the batch, which has one sample, is left out.
    private mutating func writeDepthToSpace(
        _ side: Int, _ node: PortableGraph.Node, _ input: String, _ output: String
    ) {
        let image = source.tensors[node.inputs[0]].shape
        let shape = source.tensors[node.output].shape
        let split = [side, side, shape[1], image[2], image[3]]
        let order = [2, 3, 0, 4, 1]
        let (first, second) = (free.take(output + "_split"), free.take(output + "_moved"))
        writeReshape(input, first, split)
        writeTranspose(first, order, second, order.map { split[$0] })
        writeReshape(second, output, shape)
    }

    private mutating func write(
        _ function: PortableGraph.Unary, _ input: String, _ output: String, _ shape: [Int]
    ) {
        switch function {
        case .negate:
            let minus = constant(-1)
            operation("mul", ["x": [input], "y": [minus]], output, shape)
        case .absolute: operation("abs", ["x": [input]], output, shape)
        case .squareRoot: operation("sqrt", ["x": [input]], output, shape)
        case .exponential: operation("exp", ["x": [input]], output, shape)
        case .sigmoid: operation("sigmoid", ["x": [input]], output, shape)
        case .tanh: operation("tanh", ["x": [input]], output, shape)
        case .relu: operation("relu", ["x": [input]], output, shape)
        case .clamp(0, 6): operation("relu6", ["x": [input]], output, shape)
        case .clamp(let low, let high):
            let (low, high) = (constant(low), constant(high))
            operation("clip", ["x": [input], "alpha": [low], "beta": [high]], output, shape)
        case .hardSwish:
            // x · min(max(x / 6 + 1/2, 0), 1)
            let (slope, offset) = (constant(1 / 6), constant(0.5))
            let gate = free.take(output + "_gate")
            operation(
                "sigmoid_hard", ["x": [input], "alpha": [slope], "beta": [offset]], gate, shape)
            operation("mul", ["x": [input], "y": [gate]], output, shape)
        case .leakyRelu(let slope):
            let slope = constant(slope)
            operation("leaky_relu", ["x": [input], "alpha": [slope]], output, shape)
        }
    }
}

extension PortableGraph.Binary {
    fileprivate var milName: String {
        switch self {
        case .add: "add"
        case .subtract: "sub"
        case .multiply: "mul"
        case .divide: "real_div"
        case .maximum: "maximum"
        case .minimum: "minimum"
        }
    }
}
