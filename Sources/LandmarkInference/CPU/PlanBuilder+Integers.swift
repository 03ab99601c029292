internal import CLandmarkKernels
import LandmarkCore

/// The minimum number of pixels for which quantizing pays off. With fewer, reading the weights is most
/// of the work, and the landmarks depend most on these layers.
private let leastPixels = 17

/// The maximum number of channels whose products of bytes add up to at most 32 bits.
private let mostChannels = 1 << 16

/// The maximum number of pixels for which `fast` uses bytes. Rounding larger maps to bytes moves landmarks
/// most: with them, those of hands move by 0.23 pixels in the median instead of 0.15, and those of poses by
/// 0.25 instead of 0.10.
private let mostPixelsOfBytes = 28 * 28

extension PlanBuilder {
    /// Plans a pointwise convolution of integers if the precision allows it and that takes less time than a
    /// convolution of floats. Returns whether it did so.
    ///
    /// - Throws: `InferenceError.modelFile`, `.mismatch`, `.tooLarge` or `.outOfMemory`.
    mutating func planIntegers(
        _ node: Node, _ window: Window, weights: Int, bias: Int?
    ) throws(InferenceError) -> Bool {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let blocks = (input: blocks(source.channels), output: blocks(value.channels))
        guard precision == .fine || precision == .fast, window.isPointwise,
            value.pixels >= leastPixels, source.channels <= mostChannels,
            Self.pays(inputs: source.channels, outputs: value.channels)
        else { return false }
        let isBytes = precision == .fast && value.pixels <= mostPixelsOfBytes
        let precision: Precision = isBytes ? .fast : .fine
        let floats = try floats(of: weights)
        guard floats.allSatisfy({ abs($0) < Self.largestWeight }) else { return false }
        let packed = try packIntegers(
            floats, outputs: value.channels, channels: source.channels, isBytes: isBytes)
        let input = try quantized(node.inputs[0], precision)
        let scales = scalesOffset(of: node.inputs[0], precision)
        let lows = scales + paddedPixels(value.pixels)
        let bias = try padded(bias, blocks: blocks.output)
        let epilogue = try epilogue(node)
        let target = try newBlocked(node)
        let plane = plane(pixels: value.pixels)
        let groups = Int(lk_conv_groups(Int32(blocks.output)))
        let (chunks, chunkOuter) = division(
            rows: 1, columns: value.pixels, depth: source.channels / (isBytes ? 4 : 2),
            blocks: blocks.output, pixelsAChunk: 96)
        let work = source.channels * blocks.output * block
        let unitWork = max(1, value.pixels / chunks * work / groups)
        let least = Self.integerMACsWorthAThread / unitWork
        let kernel = isBytes ? kernels.pointee.u8_pointwise : kernels.pointee.s16_pointwise
        steps.append(
            PlannedStep(
                name: "\(precision.rawValue) \(graph.describe(node))",
                reads: [input] + epilogue.reads, writes: [target], macs: graph.macs(of: node)
            ) { memory in
                let arguments = lk_integer_pointwise(
                    input: memory[input], weights: packed.weights.base,
                    factors: UnsafePointer(packed.factors.base),
                    totals: UnsafePointer(packed.totals.base), bias: UnsafePointer(bias.base),
                    scales: UnsafePointer(memory[input] + scales),
                    lows: UnsafePointer(memory[input] + lows), output: memory[target],
                    input_plane: Int64(plane), output_plane: Int64(plane),
                    channels: Int32(source.channels), pixels: Int32(value.pixels),
                    blocks: Int32(blocks.output), chunks: Int32(chunks),
                    chunk_outer: chunkOuter, epilogue: epilogue.make(memory))
                return memory.step(
                    kernel, arguments, units: chunks * groups, least: least)
            })
        return true
    }

    /// The number of integer multiply-adds worth handing to another thread.
    private static var integerMACsWorthAThread: Int { 2 * macsWorthAThread }

    /// Weights below this have finite totals over all channels. The comparison is false for weights that are
    /// not finite.
    private static var largestWeight: Float { .greatestFiniteMagnitude / Float(mostChannels) }

    /// Returns whether integers take less time than floats: an instruction multiplies at least two
    /// channels of a block instead of one, quantizing a block of the input takes about seven, and
    /// converting the sums of a block about two.
    /// Blocks are counted as those of AVX-512, so that all instruction sets give the same bytes.
    private static func pays(inputs: Int, outputs: Int) -> Bool {
        let blocks = (input: (inputs + 15) / 16, output: (outputs + 15) / 16)
        return inputs * blocks.output / 2 > 7 * blocks.input + 2 * blocks.output + 4
    }

    // MARK: Quantization

    /// Returns the quantized form of a value: integers in the places of its blocked form, a scale for
    /// each pixel and, for bytes, the lowest float of each pixel. Plans the quantization if needed.
    private mutating func quantized(
        _ value: Int, _ precision: Precision
    ) throws(InferenceError) -> Int {
        let form = Blocked(value: value, precision: precision)
        if let buffer = blockedBuffers[form] { return buffer }
        let source = try blocked(value)
        let description = graph.values[value]
        let scales = scalesOffset(of: value, precision)
        let pixels = paddedPixels(description.pixels)
        let target = try buffer(scales + 2 * pixels)
        blockedBuffers[form] = target
        let plane = plane(pixels: description.pixels), blocks = blocks(description.channels)
        let kernel =
            precision == .fast ? kernels.pointee.f32_to_u8 : kernels.pointee.f32_to_s16
        let unit = Int(LK_QUANTIZED_PIXELS)
        let least = Self.floatsWorthAThread / (unit * blocks * block)
        let range = knownRange(of: value)
        steps.append(
            PlannedStep(
                name: "quantize \(description.shape)", reads: [source], writes: [target]
            ) { memory in
                let arguments = lk_quantize(
                    input: UnsafePointer(memory[source]), output: memory[target],
                    scales: memory[target] + scales, lows: memory[target] + scales + pixels,
                    plane: Int64(plane), blocks: Int32(blocks),
                    pixels: Int32(description.pixels), range: range)
                return memory.step(
                    kernel, arguments, units: pixels / unit, least: least)
            })
        return target
    }

    /// Returns the largest float of a value whose last operation limits it to zero and more; zero for any
    /// other.
    private func knownRange(of value: Int) -> Float {
        guard let epilogue = producers[value].map({ graph.nodes[$0].epilogue }),
            epilogue.activation == .relu6, epilogue.residual == nil || !epilogue.residualLast
        else { return 0 }
        return 6
    }

    /// Returns the place of the scales in a quantized form, after the integers.
    private func scalesOffset(of value: Int, _ precision: Precision) -> Int {
        let description = graph.values[value]
        let integers = plane(pixels: description.pixels) * blocks(description.channels)
        return (integers / (precision == .fast ? 4 : 2) / AlignedMemory.line + 1)
            * AlignedMemory.line
    }

    /// Returns the number of scales: whole units of the quantization.
    private func paddedPixels(_ pixels: Int) -> Int {
        let unit = Int(LK_QUANTIZED_PIXELS)
        return (pixels + unit - 1) / unit * unit
    }

    // MARK: Weights

    /// Quantized weights with the factor and the total of each output channel.
    private struct IntegerWeights {
        let weights: AlignedMemory
        let factors: AlignedMemory
        let totals: AlignedMemory
    }

    private mutating func packIntegers(
        _ floats: [Float], outputs: Int, channels: Int, isBytes: Bool
    ) throws(InferenceError) -> IntegerWeights {
        let blocks = blocks(outputs)
        var layout = lk_integer_layout(
            weights: nil, outputs: Int32(outputs), channels: Int32(channels),
            blocks: Int32(blocks), bytes: isBytes)
        let bytes = Int(lk_integer_packed_bytes(kernels, &layout))
        try budget.take(bytes: bytes)
        let packed = IntegerWeights(
            weights: try AlignedMemory(count: bytes / MemoryLayout<Float>.stride),
            factors: try padded(nil, blocks: blocks), totals: try padded(nil, blocks: blocks))
        floats.withUnsafeBufferPointer { floats in
            layout.weights = floats.baseAddress
            lk_integer_pack(
                kernels, &layout, packed.weights.base, packed.factors.base, packed.totals.base)
        }
        weights.append(packed.weights)
        return packed
    }
}
