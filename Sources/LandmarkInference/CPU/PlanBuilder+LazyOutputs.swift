internal import CLandmarkKernels

/// An output that no step computes: its pointwise convolution runs only for the window that is
/// read.
struct LazyOutput {
    /// The input of the convolution, blocked.
    let buffer: Int
    let kernel: lk_kernel
    /// The arguments common to all channels; the pointers are null.
    let arguments: lk_f32_pointwise_window
    /// Per channel, a row of weights, a bias and possibly a slope; the executable keeps them alive.
    let weights: UnsafePointer<Float>
    let weightStep: Int
    let bias: UnsafePointer<Float>
    let slopes: UnsafePointer<Float>?

    /// Writes the values of a window inside the output, row by row, `step` floats apart.
    func evaluate(
        _ window: ChannelWindow, from memory: PlanMemory, to target: UnsafeMutablePointer<Float>,
        step: Int
    ) {
        var arguments = arguments
        arguments.input = UnsafePointer(memory[buffer])
        arguments.weights = weights + window.channel * weightStep
        arguments.bias = bias[window.channel]
        arguments.slope = slopes.map { $0[window.channel] } ?? 0
        arguments.output = target
        arguments.output_step = Int64(step)
        arguments.top = Int32(window.rows.lowerBound)
        arguments.left = Int32(window.columns.lowerBound)
        arguments.width = Int32(window.columns.count)
        kernel(&arguments, 0, Int32(window.rows.count))
    }
}

extension PlanBuilder {
    /// Plans a lazy output: the input of its convolution, which must last until the next run, and
    /// weights by channel.
    mutating func planLazyOutput(_ node: Node) throws(InferenceError) -> LazyOutput {
        guard case .convolution(_, let weights, let bias) = node.operation else {
            throw notComputed(node.output)
        }
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let input = try blocked(node.inputs[0])
        let rows = try packRows(weights, count: value.channels, length: source.channels)
        let biases = try padded(bias, blocks: blocks(value.channels))
        let epilogue = try epilogue(node).arguments
        var arguments = lk_f32_pointwise_window()
        arguments.input_plane = Int64(plane(pixels: source.pixels))
        arguments.channels = Int32(source.channels)
        arguments.input_pixels = Int32(source.pixels)
        arguments.input_width = Int32(source.width)
        arguments.activation = epilogue.activation
        return LazyOutput(
            buffer: input, kernel: kernels.pointee.f32_pointwise_window, arguments: arguments,
            weights: UnsafePointer(rows.memory.base), weightStep: rows.step,
            bias: UnsafePointer(biases.base), slopes: epilogue.slopes)
    }

    /// Packs weights row by row, each padded with zeros to a multiple of eight.
    private mutating func packRows(
        _ value: Int, count: Int, length: Int
    ) throws(InferenceError) -> (memory: AlignedMemory, step: Int) {
        let step = (length + 7) / 8 * 8
        try budget.take(floats: count * step)
        let floats = try floats(of: value)
        let memory = try AlignedMemory(count: count * step)
        for row in 0..<count {
            for column in 0..<length {
                memory.base[row * step + column] = floats[row * length + column]
            }
        }
        weights.append(memory)
        return (memory, step)
    }
}
