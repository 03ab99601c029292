internal import CLandmarkKernels

extension PlanBuilder {
    /// Plans what it takes to read an output in windows: the input of its last convolution, which
    /// stays until the next run, and weights in the order of channels.
    mutating func planDeferred(_ node: Node) throws(InferenceError) -> DeferredOutput {
        guard case .convolution(_, let weights, let bias) = node.operation else {
            throw notMade(node.output)
        }
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let input = try blocked(node.inputs[0])
        let rows = try packRows(weights, count: value.channels, length: source.channels)
        let biases = try padded(bias, blocks: blocks(value.channels))
        let epilogue = try epilogue(node).arguments
        var arguments = lk_f32_points()
        arguments.input_plane = Int64(plane(pixels: source.pixels))
        arguments.channels = Int32(source.channels)
        arguments.input_pixels = Int32(source.pixels)
        arguments.input_width = Int32(source.width)
        arguments.activation = epilogue.activation
        return DeferredOutput(
            buffer: input, kernel: kernels.points, arguments: arguments,
            weights: UnsafePointer(rows.memory.base), weightStep: rows.step,
            bias: UnsafePointer(biases.base), slopes: epilogue.slopes)
    }

    /// Weights row by row, each filled up with zeros to a multiple of eight.
    private mutating func packRows(
        _ value: Int, count: Int, length: Int
    ) throws(InferenceError) -> (memory: AlignedMemory, step: Int) {
        let step = (length + 7) / 8 * 8
        try budget.take(floats: count * step)
        let floats = try floats(of: value)
        let memory = AlignedMemory(count: count * step)
        for row in 0..<count {
            for column in 0..<length {
                memory.base[row * step + column] = floats[row * length + column]
            }
        }
        weights.append(memory)
        return (memory, step)
    }
}
