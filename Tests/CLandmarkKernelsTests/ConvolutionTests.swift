import CLandmarkKernels
import LandmarkTestSupport
import Testing

/// A convolution without padding, and the ways to compute it.
private struct Problem: CustomTestStringConvertible, Sendable {
    var height: Int
    var width: Int
    var inputs: Int
    var outputs: Int
    var size = 1
    var stride = 1
    var activation = LK_NONE
    var residualChannels = 0
    var residualLast = false
    var isHalf = false

    var testDescription: String {
        "\(height)×\(width)×\(inputs)→\(outputs) \(size)×\(size)/\(stride) "
            + "activation \(activation.rawValue) residual \(residualChannels) \(residualLast)"
    }

    var outputHeight: Int { (height - size) / stride + 1 }
    var outputWidth: Int { (width - size) / stride + 1 }
    var input: [Float] { numbers(height * width * inputs, seed: 1) }
    var weights: [Float] { numbers(outputs * size * size * inputs, seed: 2) }
    var bias: [Float] { noise(outputs, seed: 3) }
    var slopes: [Float] { noise(outputs, seed: 4) }
    var residual: [Float] { numbers(outputHeight * outputWidth * residualChannels, seed: 5) }

    private func numbers(_ count: Int, seed: UInt64) -> [Float] {
        KernelSet(name: "", isHalf: isHalf).noise(count, seed: seed)
    }

    /// The definition, in double precision.
    func reference() -> [Float] {
        let (input, weights, bias, slopes, residual) = (input, weights, bias, slopes, residual)
        var result: [Float] = []
        for y in 0..<outputHeight {
            for x in 0..<outputWidth {
                for o in 0..<outputs {
                    var sum = Double(bias[o])
                    for tap in 0..<size * size {
                        let row = y * stride + tap / size
                        let column = x * stride + tap % size
                        for i in 0..<inputs {
                            sum +=
                                Double(input[(row * width + column) * inputs + i])
                                * Double(weights[(o * size * size + tap) * inputs + i])
                        }
                    }
                    let pixel = y * outputWidth + x
                    let added =
                        o < residualChannels
                        ? Double(residual[pixel * residualChannels + o]) : 0
                    if !residualLast { sum += added }
                    switch activation {
                    case LK_RELU: sum = max(sum, 0)
                    case LK_RELU6: sum = min(max(sum, 0), 6)
                    case LK_PRELU: sum = max(sum, 0) + Double(slopes[o]) * min(sum, 0)
                    case LK_HARD_SWISH: sum *= min(max(sum + 3, 0), 6) / 6
                    default: break
                    }
                    if residualLast { sum += added }
                    result.append(Float(sum))
                }
            }
        }
        return result
    }

    /// Runs the kernel with its pixels in `chunks` and its units in
    /// `parts`.
    func run(
        _ kernels: KernelSet, chunks: Int = 1, chunkOuter: Bool = false, parts: Int = 1
    ) -> (rowMajor: [Float], clean: Bool) {
        let block = kernels.block
        let source = BlockedTensor(kernels, height, width, inputs, input)
        let added = BlockedTensor(
            kernels, outputHeight, outputWidth, max(residualChannels, 1),
            residualChannels > 0 ? residual : nil)
        let target = BlockedTensor(kernels, outputHeight, outputWidth, outputs)
        let rest = (inputs - 1) % block + 1
        var offsets: [Int32] = []
        for y in 0..<size {
            for x in 0..<size {
                offsets += (0..<source.blocks).map {
                    Int32($0 * source.plane + (y * width + x) * block)
                }
            }
        }
        let layout = lk_conv_layout(
            weights: nil, is_f16: false, outputs: Int32(outputs), blocks: Int32(target.blocks),
            rows: Int32(size * size), row_length: Int32(inputs), segment_length: Int32(block),
            last_length: Int32((rest + 3) / 4 * 4))
        let depth = (offsets.count - 1) * block + Int(layout.last_length)
        let packed = GuardedFloats(count: depth * target.blocks * block)
        let scratch = GuardedFloats(count: 3 * block * inputs)
        weights.withUnsafeBytes {
            var layout = layout
            layout.weights = $0.baseAddress
            lk_conv_pack(kernels.table, &layout, packed.base, scratch.base)
        }
        let laid = GuardedFloats(kernels.stored(packed.values))
        let flat = size == 1 && stride == 1
        let bias = vector(bias, kernels)
        let slopes = vector(slopes, kernels)
        offsets.withUnsafeBufferPointer { offsets in
            var arguments = lk_f32_conv(
                input: source.memory.base, weights: laid.base, bias: bias.base,
                output: target.memory.base, offsets: offsets.baseAddress,
                offset_count: Int32(offsets.count), segment_length: Int32(block),
                last_length: layout.last_length, pixel_step: Int32(stride * block),
                row_step: Int32(stride * width * block),
                rows: Int32(flat ? 1 : outputHeight),
                columns: Int32(flat ? outputHeight * outputWidth : outputWidth),
                blocks: Int32(target.blocks), output_plane: Int64(target.plane),
                chunks: Int32(chunks), chunk_outer: chunkOuter,
                epilogue: lk_epilogue(
                    activation, slopes: slopes, residual: residualChannels > 0 ? added : nil,
                    residualLast: residualLast))
            let units = Int32(chunks) * arguments.rows * lk_conv_groups(arguments.blocks)
            let table = kernels.table.pointee
            let kernel = kernels.isHalf ? table.f16_conv : table.f32_conv
            for part in 0..<Int32(parts) {
                kernel(
                    &arguments, units * part / Int32(parts), units * (part + 1) / Int32(parts))
            }
        }
        return target.values
    }
}

@Suite struct ConvolutionTests {
    private static let shapes: [Problem] = {
        var all: [Problem] = []
        for outputs in [1, 3, 8, 9, 16, 24, 33, 40, 88] {
            for pixels in [1, 2, 5, 6, 7, 12, 13, 25] {
                all.append(Problem(height: 1, width: pixels, inputs: 11, outputs: outputs))
            }
        }
        for inputs in [1, 4, 8, 12, 16, 17, 40] {
            all.append(Problem(height: 3, width: 5, inputs: inputs, outputs: 20))
        }
        for stride in 1...4 {
            for size in 1...3 {
                all.append(
                    Problem(
                        height: 9, width: 11, inputs: 10, outputs: 18, size: size,
                        stride: stride))
            }
        }
        for activation in [LK_RELU, LK_RELU6, LK_PRELU, LK_HARD_SWISH] {
            for residual in [0, 8, 26] {
                for last in [false, true] {
                    all.append(
                        Problem(
                            height: 4, width: 5, inputs: 9, outputs: 26, activation: activation,
                            residualChannels: residual, residualLast: last))
                }
            }
        }
        return all
    }()

    @Test("equals its definition", arguments: KernelSet.all, shapes)
    private func definition(kernels: KernelSet, problem: Problem) {
        let (values, clean) = problem.run(kernels)
        #expect(clean, "padding lanes are not zero")
        for (got, expected) in zip(values, problem.reference()) {
            #expect(abs(got - expected) <= 2e-5 + 2e-5 * abs(expected))
        }
    }

    @Test("gives the scalar kernel's bytes", arguments: KernelSet.all, shapes)
    private func scalar(kernels: KernelSet, problem: Problem) {
        #expect(problem.run(kernels).rowMajor == problem.run(.scalar).rowMajor)
    }

    @Test("comes close to its definition with halves", arguments: KernelSet.halves, shapes)
    private func halfDefinition(kernels: KernelSet, problem: Problem) {
        var problem = problem
        problem.isHalf = true
        let (values, clean) = problem.run(kernels)
        #expect(clean, "padding lanes are not zero")
        let products = Float(problem.inputs * problem.size * problem.size)
        for (got, expected) in zip(values, problem.reference()) {
            // A unit in the last place of a half for the result, and a random walk of the sum.
            let tolerance = (abs(expected) + 2 * products.squareRoot() + 1) / 1024
            #expect(abs(got - expected) <= tolerance)
        }
    }

    @Test("gives the scalar kernel's bytes with halves", arguments: KernelSet.halves, shapes)
    private func halfScalar(kernels: KernelSet, problem: Problem) {
        var problem = problem
        problem.isHalf = true
        let expected = problem.run(kernels.scalar).rowMajor
        #expect(problem.run(kernels, chunks: 2, chunkOuter: true, parts: 3).rowMajor == expected)
    }

    @Test("gives the same bytes in any chunks and parts", arguments: KernelSet.all)
    func splits(kernels: KernelSet) {
        let problem = Problem(height: 6, width: 9, inputs: 24, outputs: 56, activation: LK_RELU6)
        let whole = problem.run(kernels).rowMajor
        for (chunks, outer, parts) in [(2, false, 1), (7, true, 2), (5, true, 3), (9, false, 4)] {
            let split = problem.run(kernels, chunks: chunks, chunkOuter: outer, parts: parts)
            #expect(split.rowMajor == whole)
        }
    }

    @Test("reads an RGB image in place", arguments: KernelSet.all)
    func image(kernels: KernelSet) {
        let (height, width, outputs) = (9, 11, 19)
        let pixels = noise(height * width * 3, seed: 7)
        let weights = noise(outputs * 27, seed: 8)
        let source = GuardedFloats(pixels)
        let target = BlockedTensor(kernels, 4, 5, outputs)
        let layout = lk_conv_layout(
            weights: nil, is_f16: false, outputs: Int32(outputs), blocks: Int32(target.blocks),
            rows: 3, row_length: 9, segment_length: 9, last_length: 9)
        let packed = GuardedFloats(count: 27 * target.blocks * kernels.block)
        let scratch = GuardedFloats(count: 3 * kernels.block * 9)
        weights.withUnsafeBytes {
            var layout = layout
            layout.weights = $0.baseAddress
            lk_conv_pack(kernels.table, &layout, packed.base, scratch.base)
        }
        let bias = vector(Array(repeating: 0, count: outputs), kernels)
        let offsets: [Int32] = [0, 33, 66]
        offsets.withUnsafeBufferPointer { offsets in
            var arguments = lk_f32_conv(
                input: source.base, weights: packed.base, bias: bias.base,
                output: target.memory.base, offsets: offsets.baseAddress, offset_count: 3,
                segment_length: 9, last_length: 9, pixel_step: 6, row_step: 66, rows: 4,
                columns: 5, blocks: Int32(target.blocks), output_plane: Int64(target.plane),
                chunks: 1, chunk_outer: true, epilogue: lk_epilogue())
            kernels.table.pointee.f32_conv(&arguments, 0, 4 * lk_conv_groups(Int32(target.blocks)))
        }
        let values = target.values.rowMajor
        for index in values.indices {
            let (pixel, o) = (index / outputs, index % outputs)
            let (y, x) = (pixel / 5 * 2, pixel % 5 * 2)
            var expected: Float = 0
            for k in 0..<27 {
                let place = (y + k / 9) * 33 + x * 3 + k % 9
                expected += pixels[place] * weights[o * 27 + k]
            }
            #expect(abs(values[index] - expected) < 1e-5)
        }
    }

    @Test("halves are packed as the floats they stand for", arguments: KernelSet.all)
    func halves(kernels: KernelSet) {
        let floats = noise(20 * 12, seed: 9).map { Float(Float16($0)) }
        let halves = floats.map { Float16($0) }
        let blocks = (20 + kernels.block - 1) / kernels.block
        var layout = lk_conv_layout(
            weights: nil, is_f16: false, outputs: 20, blocks: Int32(blocks), rows: 1,
            row_length: 12, segment_length: Int32(kernels.block), last_length: 4)
        if kernels.block == 16 { layout.last_length = 12 }
        let depth = kernels.block == 16 ? 12 : 12
        let scratch = GuardedFloats(count: 3 * kernels.block * 12)
        var packed: [[Float]] = []
        for half in [false, true] {
            let target = GuardedFloats(count: depth * blocks * kernels.block)
            layout.is_f16 = half
            if half {
                halves.withUnsafeBytes {
                    layout.weights = $0.baseAddress
                    lk_conv_pack(kernels.table, &layout, target.base, scratch.base)
                }
            } else {
                floats.withUnsafeBytes {
                    layout.weights = $0.baseAddress
                    lk_conv_pack(kernels.table, &layout, target.base, scratch.base)
                }
            }
            packed.append(target.values)
        }
        #expect(packed[0] == packed[1])
    }
}
