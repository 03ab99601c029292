internal import CLandmarkKernels

extension PlanBuilder {
    /// Returns whether a convolution computes one channel that is read only in row-major layout,
    /// and has rows long enough for pixels to fill vectors.
    func isConvC1(_ node: Node, _ window: Window) -> Bool {
        let value = graph.values[node.output]
        guard window.height == 3, window.width == 3, window.strideY == 1, window.strideX == 1,
            window.dilationY == 1, window.dilationX == 1, value.channels == 1,
            value.width >= 2 * block, node.epilogue.residual == nil,
            graph.values[node.inputs[0]].channels <= Int(LK_CONV_C1_CHANNELS)
        else { return false }
        if case .prelu = node.epilogue.activation { return false }
        return graph.nodes.allSatisfy {
            !$0.operation.isOnImages || !$0.reads.contains(node.output)
        }
    }

    /// Plans a 3×3 convolution to one channel, which needs no border, padded blocks or change of
    /// layout.
    mutating func planConvC1(
        _ node: Node, _ window: Window, weights: Int, bias: Int?
    ) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let input = try blocked(node.inputs[0])
        let weights = try unpacked(weights)
        let bias = try padded(bias, blocks: 1).base[0]
        let activation = try epilogue(node).arguments.activation
        let target = try newRowMajor(node.output)
        let plane = plane(pixels: source.pixels)
        let stretch = Int(LK_CONV_C1_VECTORS) * block
        let rowWork = min(value.width, stretch) * 9 * source.channels
        let kernel = kernels.pointee.f32_conv_c1
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [input], writes: [target],
                macs: graph.macs(of: node)
            ) { memory in
                let arguments = lk_f32_conv_c1(
                    input: UnsafePointer(memory[input]), weights: UnsafePointer(weights.base),
                    output: memory[target], input_plane: Int64(plane),
                    channels: Int32(source.channels), input_height: Int32(source.height),
                    input_width: Int32(source.width), height: Int32(value.height),
                    width: Int32(value.width), pad_top: Int32(window.top),
                    pad_left: Int32(window.left), bias: bias, activation: activation)
                return memory.step(
                    kernel, arguments,
                    units: value.height * ((value.width + stretch - 1) / stretch),
                    least: Self.macsWorthAThread / rowWork)
            })
    }
}
