internal import CLandmarkKernels
import LandmarkCore

extension PlanBuilder {
    /// Packs weights in the order in which the convolution reads them.
    ///
    /// - Throws: `InferenceError.modelFile`, `.mismatch`, `.tooLarge` or `.outOfMemory`, like all
    ///   functions here.
    mutating func pack(
        _ value: Int, _ layout: lk_conv_layout, blocks: Int
    ) throws(InferenceError) -> AlignedMemory {
        let count = count(of: layout, blocks: blocks)
        try budget.take(floats: count)
        let memory = try weightMemory.take(count)
        try order(value, layout, blocks: blocks, into: memory.base)
        weights.append(memory)
        return memory
    }

    /// Packs weights as half-precision numbers: exactly, if that is how the model stores them.
    mutating func packF16(
        _ value: Int, _ layout: lk_conv_layout, blocks: Int
    ) throws(InferenceError) -> AlignedMemory {
        let count = count(of: layout, blocks: blocks)
        let floats = try take(count, of: orderedWeights)
        try order(value, layout, blocks: blocks, into: floats)
        try budget.take(floats: (count + 1) / 2)
        let memory = try weightMemory.take((count + 1) / 2)
        var narrowing = lk_f32_to_f16(floats: floats, halves: memory.base)
        kernels.pointee.f32_to_f16(&narrowing, 0, Int32(count))
        weights.append(memory)
        return memory
    }

    /// Returns whether the model stores the weights in half precision.
    func isHalfPrecision(_ value: Int) -> Bool {
        graph.values[value].constant.map(constants.isHalfPrecision) ?? false
    }

    /// Returns the precision of an operation with these weights that has kernels for all precisions:
    /// single where a weight would become infinite.
    func precision(for weights: Int) throws(InferenceError) -> Precision {
        guard precision == .half, !isHalfPrecision(weights) else { return floatPrecision }
        return try floats(of: weights).allSatisfy { abs($0) < 65520 } ? .half : .single
    }

    /// Returns the number of packed weights.
    private func count(of layout: lk_conv_layout, blocks: Int) -> Int {
        let segment = Int(layout.segment_length)
        let segments = (Int(layout.row_length) + segment - 1) / segment * Int(layout.rows)
        let depth = (segments - 1) * segment + Int(layout.last_length)
        return depth * blocks * block
    }

    /// Returns at least `count` floats of `scratch`.
    private func take(
        _ count: Int, of scratch: Scratch
    ) throws(InferenceError) -> UnsafeMutablePointer<Float> {
        try budget.take(floats: max(count - scratch.count, 0))
        return try scratch.take(count)
    }

    /// Writes weights in the order of use to `target`.
    private func order(
        _ value: Int, _ layout: lk_conv_layout, blocks: Int,
        into target: UnsafeMutablePointer<Float>
    ) throws(InferenceError) {
        guard let constant = graph.values[value].constant else { throw notComputed(value) }
        let rows = try take(3 * block * Int(layout.row_length), of: weightRows)
        try constants.withNumbers(of: constant) { bytes, isHalf in
            var layout = layout
            layout.weights = bytes
            layout.is_f16 = isHalf
            layout.blocks = Int32(blocks)
            lk_conv_pack(kernels, &layout, target, rows)
        }
    }

    /// Packs a depthwise kernel `[1, height, width, channels]` block by block.
    mutating func packDepthwise(
        _ value: Int, taps: Int, blocks: Int, _ precision: Precision
    ) throws(InferenceError) -> AlignedMemory {
        let floats = try floats(of: value)
        let channels = graph.values[value].channels
        let count = taps * blocks * block
        try budget.take(floats: count)
        let memory = try AlignedMemory(count: count)
        for channel in 0..<channels {
            let place = channel / block * taps * block + channel % block
            for tap in 0..<taps {
                memory.base[place + tap * block] = floats[tap * channels + channel]
            }
        }
        if precision == .half {
            // Numbers are narrowed in place: each is written before the place of those still to be read.
            var narrowing = lk_f32_to_f16(floats: memory.base, halves: memory.base)
            kernels.pointee.f32_to_f16(&narrowing, 0, Int32(count))
        }
        weights.append(memory)
        return memory
    }

    /// Returns the values of a constant in their original order.
    mutating func unpacked(_ value: Int) throws(InferenceError) -> AlignedMemory {
        let floats = try floats(of: value)
        try budget.take(floats: floats.count)
        let memory = try AlignedMemory(uninitialized: floats.count)
        memory.base.initialize(from: floats, count: floats.count)
        weights.append(memory)
        return memory
    }

    /// Returns a vector of one value per channel, padded with zeros to whole blocks; all zeros for nil.
    mutating func padded(_ value: Int?, blocks: Int) throws(InferenceError) -> AlignedMemory {
        try budget.take(floats: blocks * block)
        let memory = try AlignedMemory(count: blocks * block)
        if let value {
            for (index, float) in try floats(of: value).enumerated() {
                memory.base[index] = float
            }
        }
        weights.append(memory)
        return memory
    }

    /// Returns the values of a constant.
    func floats(of value: Int) throws(InferenceError) -> [Float] {
        guard let constant = graph.values[value].constant else { throw notComputed(value) }
        return try constants.floats(of: constant)
    }
}

extension NetworkGraph {
    /// Returns the number of packed weights of each convolution, as if all were dense and in single precision.
    func packedCounts(block: Int) -> [Int] {
        nodes.compactMap { node in
            guard case .convolution(let window, _, _) = node.operation else { return nil }
            let inputs = (values[node.inputs[0]].channels + 3) / 4 * 4
            let outputs = (values[node.output].channels + block - 1) / block * block
            return window.height * window.width * inputs * outputs
        }
    }
}
