import CLandmarkKernels
import LandmarkTestSupport
import Testing

/// A pointwise convolution of quantized tensors, with its quantization.
private struct IntegerProblem: CustomTestStringConvertible, Sendable {
    var pixels: Int
    var inputs: Int
    var outputs: Int
    var isBytes: Bool
    var activation = LK_NONE
    var residualChannels = 0
    /// The range of inputs that is known in advance; zero if none is.
    var range: Float = 0

    var testDescription: String {
        "\(isBytes ? "bytes" : "shorts") \(pixels)×\(inputs)→\(outputs) range \(range) "
            + "activation \(activation.rawValue) residual \(residualChannels)"
    }

    var input: [Float] {
        noise(pixels * inputs, seed: 1).map { range > 0 ? abs($0) * range : 3 * $0 }
    }
    var weights: [Float] { noise(outputs * inputs, seed: 2) }
    var bias: [Float] { noise(outputs, seed: 3) }
    var slopes: [Float] { noise(outputs, seed: 4) }
    var residual: [Float] { noise(pixels * residualChannels, seed: 5) }

    /// The convolution of floats, in double precision.
    func reference(_ input: [Float], _ weights: [Float]) -> [Float] {
        var result: [Float] = []
        for pixel in 0..<pixels {
            for o in 0..<outputs {
                var sum = Double(bias[o])
                for i in 0..<inputs {
                    sum += Double(input[pixel * inputs + i]) * Double(weights[o * inputs + i])
                }
                if o < residualChannels { sum += Double(residual[pixel * residualChannels + o]) }
                switch activation {
                case LK_RELU6: sum = min(max(sum, 0), 6)
                case LK_PRELU: sum = max(sum, 0) + Double(slopes[o]) * min(sum, 0)
                default: break
                }
                result.append(Float(sum))
            }
        }
        return result
    }

    /// The integers of a tensor, and the scale and the lowest float of each pixel.
    struct Quantized {
        let memory: GuardedFloats
        let scales: GuardedFloats
        let lows: GuardedFloats
        let plane: Int
        /// The floats that the integers stand for, row-major.
        let floats: [Float]
    }

    func quantize(_ kernels: KernelSet, _ input: [Float], parts: Int = 1) -> Quantized {
        let block = kernels.block
        let source = BlockedTensor(kernels, 1, pixels, inputs, input)
        let unit = Int(LK_QUANTIZED_PIXELS)
        let units = (pixels + unit - 1) / unit
        let count = source.memory.count / (isBytes ? 4 : 2)
        let memory = GuardedFloats(count: count)
        let scales = GuardedFloats(count: units * unit), lows = GuardedFloats(count: units * unit)
        var arguments = lk_quantize(
            input: source.memory.base, output: memory.base, scales: scales.base, lows: lows.base,
            plane: Int64(source.plane), blocks: Int32(source.blocks), pixels: Int32(pixels),
            range: range)
        let table = kernels.table.pointee
        let kernel = isBytes ? table.f32_to_u8 : table.f32_to_s16
        for part in 0..<parts {
            kernel(&arguments, Int32(units * part / parts), Int32(units * (part + 1) / parts))
        }
        let bytes = UnsafeRawBufferPointer(start: memory.base, count: 4 * count)
        var floats: [Float] = []
        for pixel in 0..<pixels {
            for i in 0..<inputs {
                let place = i / block * source.plane + pixel * block + i % block
                let integer =
                    isBytes
                    ? Float(bytes[place])
                    : Float(bytes.loadUnaligned(fromByteOffset: 2 * place, as: Int16.self))
                let low = isBytes ? lows.values[pixel] : 0
                floats.append(low + scales.values[pixel] * integer)
            }
        }
        return Quantized(
            memory: memory, scales: scales, lows: lows, plane: source.plane, floats: floats)
    }

    func run(
        _ kernels: KernelSet, _ input: [Float], _ weights: [Float], chunks: Int = 1,
        chunkOuter: Bool = false, parts: Int = 1
    ) -> (rowMajor: [Float], clean: Bool) {
        let quantized = quantize(kernels, input, parts: parts)
        let target = BlockedTensor(kernels, 1, pixels, outputs)
        let added = BlockedTensor(
            kernels, 1, pixels, max(residualChannels, 1), residualChannels > 0 ? residual : nil)
        var layout = lk_integer_layout(
            weights: nil, outputs: Int32(outputs), channels: Int32(inputs),
            blocks: Int32(target.blocks), bytes: isBytes)
        let packed = GuardedFloats(
            count: Int(lk_integer_packed_bytes(kernels.table, &layout)) / 4, repeating: 0)
        let lanes = target.blocks * kernels.block
        let factors = GuardedFloats(count: lanes, repeating: 0)
        let totals = GuardedFloats(count: lanes, repeating: 0)
        weights.withUnsafeBufferPointer {
            layout.weights = $0.baseAddress
            lk_integer_pack(kernels.table, &layout, packed.base, factors.base, totals.base)
        }
        let bias = vector(bias, kernels), slopes = vector(slopes, kernels)
        var arguments = lk_integer_pointwise(
            input: quantized.memory.base, weights: packed.base, factors: factors.base,
            totals: totals.base, bias: bias.base, scales: quantized.scales.base,
            lows: quantized.lows.base, output: target.memory.base,
            input_plane: Int64(quantized.plane), output_plane: Int64(target.plane),
            channels: Int32(inputs), pixels: Int32(pixels), blocks: Int32(target.blocks),
            chunks: Int32(chunks), chunk_outer: chunkOuter,
            epilogue: lk_epilogue(
                activation, slopes: slopes, residual: residualChannels > 0 ? added : nil))
        let units = Int32(chunks) * lk_conv_groups(arguments.blocks)
        let table = kernels.table.pointee
        let kernel = isBytes ? table.u8_pointwise : table.s16_pointwise
        for part in 0..<Int32(parts) {
            kernel(&arguments, units * part / Int32(parts), units * (part + 1) / Int32(parts))
        }
        return target.values
    }
}

/// Quantization, and convolutions of integers.
@Suite struct IntegerTests {
    private static let problems: [IntegerProblem] = {
        var all: [IntegerProblem] = []
        for isBytes in [false, true] {
            func add(
                _ pixels: Int, _ inputs: Int, _ outputs: Int, _ activation: lk_activation = LK_NONE,
                residual: Int = 0, range: Float = 0
            ) {
                all.append(
                    IntegerProblem(
                        pixels: pixels, inputs: inputs, outputs: outputs, isBytes: isBytes,
                        activation: activation, residualChannels: residual, range: range))
            }
            for outputs in [1, 8, 16, 17, 24, 48, 88] {
                for pixels in [1, 7, 9, 14, 15, 16, 17, 31] { add(pixels, 21, outputs) }
            }
            for inputs in [1, 2, 3, 4, 15, 16, 17, 24, 40, 144] { add(19, inputs, 20) }
            add(25, 24, 40, LK_RELU6, range: 6)
            add(25, 24, 40, LK_PRELU, residual: 24)
            add(33, 40, 24, residual: 24)
        }
        return all
    }()

    @Test("a quantized float is at most half a step away", arguments: KernelSet.integers, problems)
    private func quantization(kernels: KernelSet, problem: IntegerProblem) {
        let input = problem.input
        let quantized = problem.quantize(kernels, input)
        for (index, pair) in zip(input, quantized.floats).enumerated() {
            let step = quantized.scales.values[index / problem.inputs]
            #expect(abs(pair.0 - pair.1) <= step * 0.501)
            #expect(step <= 6.001 / (problem.isBytes ? 255 : 4095))
        }
    }

    @Test("a pixel of zeros stays zero", arguments: KernelSet.integers, [false, true])
    func zeros(kernels: KernelSet, isBytes: Bool) {
        let problem = IntegerProblem(pixels: 18, inputs: 20, outputs: 3, isBytes: isBytes)
        var input = problem.input
        for index in 20..<40 { input[index] = 0 }
        #expect(problem.quantize(kernels, input).floats[20..<40].allSatisfy { $0 == 0 })
        let (values, _) = problem.run(kernels, input, problem.weights)
        #expect(Array(values[3..<6]) == problem.bias)
    }

    @Test("comes close to the convolution of floats", arguments: KernelSet.integers, problems)
    private func definition(kernels: KernelSet, problem: IntegerProblem) {
        let (values, clean) = problem.run(kernels, problem.input, problem.weights)
        #expect(clean, "padding lanes are not zero")
        // A random walk of half steps, of inputs up to 6 and weights up to 1.
        let step: Float = problem.isBytes ? 6 / 127 : 6 / 4095
        let tolerance = step * Float(problem.inputs).squareRoot() + 1e-5
        for (got, expected) in zip(values, problem.reference(problem.input, problem.weights)) {
            #expect(abs(got - expected) <= tolerance)
        }
    }

    @Test(
        "gives the scalar kernel's bytes in any chunks and parts",
        arguments: KernelSet.integers, problems)
    private func scalar(kernels: KernelSet, problem: IntegerProblem) {
        let (input, weights) = (problem.input, problem.weights)
        let expected = problem.run(.scalar, input, weights).rowMajor
        #expect(problem.run(kernels, input, weights).rowMajor == expected)
        for (chunks, outer, parts) in [
            (1, true, 2), (min(5, problem.pixels), true, 3), (1, false, 2),
        ] {
            let split = problem.run(
                kernels, input, weights, chunks: chunks, chunkOuter: outer, parts: parts)
            #expect(split.rowMajor == expected)
        }
    }

    @Test(
        "odd floats give the scalar kernel's bytes", arguments: KernelSet.integers, [false, true])
    func oddFloats(kernels: KernelSet, isBytes: Bool) {
        let problem = IntegerProblem(pixels: 20, inputs: 20, outputs: 18, isBytes: isBytes)
        var input = problem.input
        let odd: [Float] = [.nan, .infinity, -.infinity, 0x1p-133, -0x1p-133, 3e38, -3e38, -0.0]
        // One in each of eight pixels, and both ends of the range in another.
        for (pixel, float) in odd.enumerated() { input[pixel * 20 + 3] = float }
        input[10 * 20] = 3e38
        input[10 * 20 + 1] = -3e38
        for index in 12 * 20..<13 * 20 { input[index] = 0x1p-133 }
        var weights = problem.weights
        for index in 0..<20 { weights[index] = 0 }
        let expected = problem.run(.scalar, input, weights).rowMajor.map(\.bitPattern)
        let got = problem.run(kernels, input, weights).rowMajor
        for (index, bits) in expected.enumerated() {
            let isNaN = Float(bitPattern: bits).isNaN && got[index].isNaN
            #expect(got[index].bitPattern == bits || isNaN, "pixel \(index / 18)")
        }
        // The first output channel has no weights.
        for pixel in 13..<20 { #expect(got[pixel * 18] == problem.bias[0]) }
    }

    @Test(
        "the largest sums do not overflow", arguments: KernelSet.integers,
        [(24, false), (1024, false), (65536, false), (24, true), (65536, true)])
    func overflow(kernels: KernelSet, form: (inputs: Int, isBytes: Bool)) {
        let problem = IntegerProblem(
            pixels: 17, inputs: form.inputs, outputs: 2, isBytes: form.isBytes)
        // All products have the same sign for each output.
        let input = [Float](repeating: 2, count: problem.pixels * form.inputs)
        let weights = (0..<2 * form.inputs).map { Float($0 < form.inputs ? 1 : -1) }
        let (values, _) = problem.run(kernels, input, weights)
        let bias = problem.bias
        for pixel in 0..<problem.pixels {
            let sum = Float(2 * form.inputs)
            #expect(abs(values[2 * pixel] - bias[0] - sum) <= sum * 1e-3)
            #expect(abs(values[2 * pixel + 1] - bias[1] + sum) <= sum * 1e-3)
        }
    }
}
