internal import CLandmarkKernels

extension PlanBuilder {
    /// Whether the convolution makes one channel that is wanted row-major, of rows long enough to
    /// put pixels where blocks have channels.
    func isSingle(_ node: Node, _ window: Window) -> Bool {
        let value = graph.values[node.output]
        guard window.height == 3, window.width == 3, window.strideY == 1, window.strideX == 1,
            window.dilationY == 1, window.dilationX == 1, value.channels == 1,
            value.width >= 2 * block, node.epilogue.residual == nil,
            graph.values[node.inputs[0]].channels <= Int(LK_SINGLE_CHANNELS)
        else { return false }
        if case .prelu = node.epilogue.activation { return false }
        return graph.nodes.allSatisfy {
            !$0.operation.isBlocked || !$0.reads.contains(node.output)
        }
    }

    /// A convolution to one channel: neither a border, nor filled blocks, nor a change of layout.
    mutating func planSingle(
        _ node: Node, _ window: Window, weights: Int, bias: Int?
    ) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let input = try blocked(node.inputs[0])
        let weights = try unpacked(weights)
        let bias = try padded(bias, blocks: 1).base[0]
        let activation = try epilogue(node).arguments.activation
        let target = try newPlain(node.output)
        let plane = plane(pixels: source.pixels)
        let stretch = Int(LK_SINGLE_VECTORS) * block
        let rowWork = min(value.width, stretch) * 9 * source.channels
        let kernel = kernels.single
        steps.append(
            PlannedStep(
                name: "convolution \(describe(node))", reads: [input], writes: [target],
                multiplyAdds: value.count * 9 * source.channels
            ) { memory in
                let arguments = lk_f32_single(
                    input: UnsafePointer(memory[input]), weights: UnsafePointer(weights.base),
                    output: memory[target], input_plane: Int64(plane),
                    channels: Int32(source.channels), input_height: Int32(source.height),
                    input_width: Int32(source.width), height: Int32(value.height),
                    width: Int32(value.width), pad_top: Int32(window.top),
                    pad_left: Int32(window.left), bias: bias, activation: activation)
                return memory.step(
                    kernel, arguments,
                    units: value.height * ((value.width + stretch - 1) / stretch),
                    least: Self.productsWorthAThread / rowWork)
            })
    }
}
