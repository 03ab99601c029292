internal import CLandmarkKernels
internal import LandmarkModelFile

extension PlanBuilder {
    /// Weights in the order in which the convolution reads them.
    mutating func pack(
        _ value: Int, _ layout: lk_conv_layout, blocks: Int
    ) throws(InferenceError) -> AlignedMemory {
        let memory = weightMemory.take(count(of: layout, blocks: blocks))
        try order(value, layout, blocks: blocks, into: memory.base)
        weights.append(memory)
        return memory
    }

    /// The same in half precision, for weights that the model has so.
    mutating func packHalves(
        _ value: Int, _ layout: lk_conv_layout, blocks: Int
    ) throws(InferenceError) -> AlignedMemory {
        let count = count(of: layout, blocks: blocks)
        let floats = orderedWeights.take(count)
        try order(value, layout, blocks: blocks, into: floats)
        let memory = weightMemory.take((count + 1) / 2)
        lk_f32_to_f16(kernels.level, floats, memory.base, Int64(count))
        weights.append(memory)
        return memory
    }

    /// Whether the model has the weights in half precision.
    func isHalf(_ value: Int) -> Bool {
        graph.values[value].constant.map { model.tensors[$0.tensor].type == .float16 } ?? false
    }

    /// Floats that packed weights take.
    private func count(of layout: lk_conv_layout, blocks: Int) -> Int {
        let segments =
            (layout.row_length + layout.segment_length - 1) / layout.segment_length * layout.rows
        let depth = Int((segments - 1) * layout.segment_length + layout.last_length)
        return depth * blocks * block
    }

    private func order(
        _ value: Int, _ layout: lk_conv_layout, blocks: Int,
        into target: UnsafeMutablePointer<Float>
    ) throws(InferenceError) {
        guard let constant = graph.values[value].constant else { throw notMade(value) }
        let rows = weightRows.take(3 * block * Int(layout.row_length))
        try constants.withWeights(of: constant) { bytes, half in
            var layout = layout
            layout.weights = bytes
            layout.half = half
            layout.blocks = Int32(blocks)
            lk_conv_pack(kernels.level, &layout, target, rows)
        }
    }

    /// A depthwise kernel `[1, height, width, channels]` block by block.
    mutating func packDepthwise(
        _ value: Int, taps: Int, blocks: Int
    ) throws(InferenceError) -> AlignedMemory {
        let floats = try floats(of: value)
        let channels = graph.values[value].channels
        let memory = AlignedMemory(count: taps * blocks * block)
        for channel in 0..<channels {
            let place = channel / block * taps * block + channel % block
            for tap in 0..<taps {
                memory.base[place + tap * block] = floats[tap * channels + channel]
            }
        }
        weights.append(memory)
        return memory
    }

    /// A constant's values as they are.
    mutating func unpacked(_ value: Int) throws(InferenceError) -> AlignedMemory {
        let floats = try floats(of: value)
        let memory = AlignedMemory(uninitialized: floats.count)
        memory.base.initialize(from: floats, count: floats.count)
        weights.append(memory)
        return memory
    }

    /// A vector of one value a channel, filled up with zeros to whole blocks.
    mutating func padded(_ value: Int?, blocks: Int) throws(InferenceError) -> AlignedMemory {
        let memory = AlignedMemory(count: blocks * block)
        if let value {
            for (index, float) in try floats(of: value).enumerated() {
                memory.base[index] = float
            }
        }
        weights.append(memory)
        return memory
    }

    func floats(of value: Int) throws(InferenceError) -> [Float] {
        guard let constant = graph.values[value].constant else { throw notMade(value) }
        return try constants.floats(of: constant)
    }
}
