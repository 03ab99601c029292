extension PortableBuilder {
    /// Translates an operation on images. Returns false for any other.
    mutating func translateImage(_ node: NetworkGraph.Node) throws(InferenceError) -> Bool {
        switch node.operation {
        case .convolution(let window, let weights, let bias):
            if window.isPointwise, source.values[weights].shape.count == 2 {
                try translateFullyConnected(node, weights, bias)
            } else {
                let shape = source.values[weights].shape
                let order = [shape[0], shape[3], shape[1], shape[2]]
                let filters = graph.constant(
                    Self.channelsBeforePixels(try floats(weights), outputs: shape[0], shape),
                    shape: order)
                try translateConvolution(node, window, filters, bias, groups: 1)
            }
        case .depthwise(let window, let weights, let bias):
            let shape = source.values[weights].shape
            let filters = graph.constant(
                Self.channelsBeforePixels(try floats(weights), outputs: 1, shape),
                shape: [shape[3], 1, shape[1], shape[2]])
            try translateConvolution(node, window, filters, bias, groups: shape[3])
        case .pool(let window, let average):
            try translatePlanar(node, .pool(window, average: average))
        case .resize(let alignCorners, let halfPixelCenters):
            try translatePlanar(
                node, .resize(alignCorners: alignCorners, halfPixelCenters: halfPixelCenters))
        case .depthToSpace(let side):
            try translatePlanar(node, .depthToSpace(side))
        case .identity, .padChannels:
            let layout: Layout = source.values[node.output].isImage ? .planar : .rowMajor
            try finish(node, layout) { (builder) throws(InferenceError) in
                try builder.widened(node.inputs[0], like: node.output, layout)
            }
        case .padImage(let top, let left):
            let image = source.values[node.inputs[0]]
            let result = source.values[node.output]
            let bottom = result.height - image.height - top
            let right = result.width - image.width - left
            try translatePlanar(
                node, .pad(before: [0, 0, top, left], after: [0, 0, bottom, right]))
        case .spatialMean:
            let channels = source.values[node.inputs[0]].channels
            let mean = graph.append(
                .reduce(mean: true, axes: [2, 3]), [try planar(node.inputs[0])],
                shape: [1, channels])
            define(node.output, .rowMajor, as: reshaped(mean, shape(of: node.output)))
        default:
            return false
        }
        return true
    }

    /// Translates an operation on one planar image.
    private mutating func translatePlanar(
        _ node: NetworkGraph.Node, _ operation: PortableGraph.Operation
    ) throws(InferenceError) {
        try finish(node, .planar) { (builder) throws(InferenceError) in
            builder.graph.append(
                operation, [try builder.planar(node.inputs[0])],
                shape: builder.shape(of: node.output, .planar))
        }
    }

    private mutating func translateConvolution(
        _ node: NetworkGraph.Node, _ window: Window, _ filters: Int, _ bias: Int?, groups: Int
    ) throws(InferenceError) {
        let outputs = graph.tensors[filters].shape[0]
        let offsets = try bias.map { (bias) throws(InferenceError) in try floats(bias) }
        let bias = graph.constant(
            offsets ?? [Float](repeating: 0, count: outputs), shape: [outputs])
        try finish(node, .planar) { (builder) throws(InferenceError) in
            builder.graph.append(
                .convolution(window, groups: groups),
                [try builder.planar(node.inputs[0]), filters, bias],
                shape: builder.shape(of: node.output, .planar))
        }
    }

    /// Translates a fully connected layer: the product of rows with the transposed weights.
    private mutating func translateFullyConnected(
        _ node: NetworkGraph.Node, _ weights: Int, _ bias: Int?
    ) throws(InferenceError) {
        let shape = source.values[weights].shape
        let (outputs, inputs) = (shape[0], shape[1])
        let values = try floats(weights)
        let transposed = (0..<values.count).map { values[$0 % outputs * inputs + $0 / outputs] }
        let matrix = graph.constant(transposed, shape: [inputs, outputs])
        let rows = rows(try rowMajor(node.inputs[0]))
        var result = graph.append(
            .matrixProduct, [rows, matrix],
            shape: graph.tensors[rows].shape.dropLast() + [outputs])
        if let bias {
            let offsets = graph.constant(try floats(bias), shape: [outputs])
            result = graph.append(
                .binary(.add), [result, offsets], shape: graph.tensors[result].shape)
        }
        let product = reshaped(result, self.shape(of: node.output))
        try finish(node, .rowMajor) { (_) throws(InferenceError) in product }
    }

    /// Computes a node in a layout: the operation by `body`, then its epilogue.
    private mutating func finish(
        _ node: NetworkGraph.Node, _ layout: Layout,
        _ body: (inout PortableBuilder) throws(InferenceError) -> Int
    ) throws(InferenceError) {
        var result = try body(&self)
        let shape = graph.tensors[result].shape
        let epilogue = node.epilogue
        if let residual = epilogue.residual, !epilogue.residualLast {
            let other = try widened(residual, like: node.output, layout)
            result = graph.append(.binary(.add), [result, other], shape: shape)
        }
        switch epilogue.activation {
        case .none: break
        case .relu: result = graph.append(.unary(.relu), [result], shape: shape)
        case .relu6: result = graph.append(.unary(.clamp(0, 6)), [result], shape: shape)
        case .hardSwish: result = graph.append(.unary(.hardSwish), [result], shape: shape)
        case .prelu(let slopes): result = try prelu(result, slopes, layout)
        }
        if let residual = epilogue.residual, epilogue.residualLast {
            let other = try widened(residual, like: node.output, layout)
            result = graph.append(.binary(.add), [result, other], shape: shape)
        }
        define(node.output, layout, as: result)
    }

    private mutating func prelu(
        _ tensor: Int, _ slopes: Int, _ layout: Layout
    ) throws(InferenceError) -> Int {
        let shape = graph.tensors[tensor].shape
        let values = try floats(slopes)
        let slopes = graph.constant(values, shape: [values.count])
        if layout == .planar { return graph.append(.prelu, [tensor, slopes], shape: shape) }
        let zero = scalar(0)
        let positive = graph.append(.unary(.relu), [tensor], shape: shape)
        let negative = graph.append(.binary(.minimum), [tensor, zero], shape: shape)
        let scaled = graph.append(.binary(.multiply), [negative, slopes], shape: shape)
        return graph.append(.binary(.add), [positive, scaled], shape: shape)
    }

    /// Returns the tensor with a value, with channels of zeros appended to make it as wide as `other`.
    private mutating func widened(
        _ value: Int, like other: Int, _ layout: Layout
    ) throws(InferenceError) -> Int {
        let tensor = try tensor(value, layout)
        let missing = source.values[other].channels - source.values[value].channels
        guard missing > 0 else { return tensor }
        let shape = shape(of: other, layout)
        let none = [Int](repeating: 0, count: shape.count)
        var after = none
        after[layout == .planar ? 1 : shape.count - 1] = missing
        return graph.append(.pad(before: none, after: after), [tensor], shape: shape)
    }

    /// Moves the last dimension of weights [outputs, height, width, channels] before the pixels.
    private static func channelsBeforePixels(
        _ weights: [Float], outputs: Int, _ shape: [Int]
    ) -> [Float] {
        let (pixels, channels) = (shape[1] * shape[2], shape[3])
        return [Float](unsafeUninitializedCapacity: weights.count) { moved, used in
            for output in 0..<outputs {
                let start = output * pixels * channels
                for pixel in 0..<pixels {
                    for channel in 0..<channels {
                        moved.initializeElement(
                            at: start + channel * pixels + pixel,
                            to: weights[start + pixel * channels + channel])
                    }
                }
            }
            used = weights.count
        }
    }
}
