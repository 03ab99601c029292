import CLandmarkKernels
import Testing

/// A depthwise convolution with its padding.
private struct Problem: CustomTestStringConvertible, Sendable {
    var height: Int
    var width: Int
    var channels: Int
    var size: Int
    var stride: Int
    /// Rows and columns of padding before and after.
    var before: Int
    var after: Int
    var activation = LK_RELU6
    var residual = false
    var dilation = 1
    var isHalf = false

    var testDescription: String {
        "\(height)×\(width)×\(channels) \(size)×\(size)/\(stride) pads \(before),\(after) "
            + "dilation \(dilation) activation \(activation.rawValue) residual \(residual)"
    }

    private var reach: Int { (size - 1) * dilation + 1 }
    var outputHeight: Int { (height + before + after - reach) / stride + 1 }
    var outputWidth: Int { (width + before + after - reach) / stride + 1 }
    var input: [Float] { numbers(height * width * channels, seed: 11) }
    var weights: [Float] { numbers(size * size * channels, seed: 12) }
    var bias: [Float] { numbers(channels, seed: 13) }
    var added: [Float] { numbers(outputHeight * outputWidth * channels, seed: 14) }

    private func numbers(_ count: Int, seed: UInt64) -> [Float] {
        KernelSet(name: "", isHalf: isHalf).noise(count, seed: seed)
    }

    func reference() -> [Float] {
        let (input, weights, bias, added) = (input, weights, bias, added)
        return (0..<outputHeight * outputWidth * channels).map { index in
            let (pixel, c) = (index / channels, index % channels)
            var sum = Double(bias[c])
            for tap in 0..<size * size {
                let row = pixel / outputWidth * stride - before + tap / size * dilation
                let column = pixel % outputWidth * stride - before + tap % size * dilation
                guard (0..<height).contains(row), (0..<width).contains(column) else { continue }
                sum +=
                    Double(input[(row * width + column) * channels + c])
                    * Double(weights[tap * channels + c])
            }
            if residual { sum += Double(added[index]) }
            return Float(activation == LK_RELU6 ? min(max(sum, 0), 6) : sum)
        }
    }

    func run(_ kernels: KernelSet, parts: Int = 1) -> (rowMajor: [Float], clean: Bool) {
        let block = kernels.block
        let source = BlockedTensor(kernels, height, width, channels, input)
        let added = BlockedTensor(kernels, outputHeight, outputWidth, channels, added)
        let target = BlockedTensor(kernels, outputHeight, outputWidth, channels)
        let taps = size * size
        var laid = Array(repeating: Float(0), count: taps * target.blocks * block)
        for (index, weight) in weights.enumerated() {
            let (tap, c) = (index / channels, index % channels)
            laid[(c / block * taps + tap) * block + c % block] = weight
        }
        let packed = GuardedFloats(kernels.stored(laid))
        let bias = vector(bias, kernels)
        var arguments = lk_f32_dwconv(
            input: source.memory.base, weights: packed.base, bias: bias.base,
            output: target.memory.base, input_plane: Int64(source.plane),
            output_plane: Int64(target.plane), input_height: Int32(height),
            input_width: Int32(width), height: Int32(outputHeight), width: Int32(outputWidth),
            kernel_height: Int32(size), kernel_width: Int32(size), stride_y: Int32(stride),
            stride_x: Int32(stride), dilation_y: Int32(dilation), dilation_x: Int32(dilation),
            pad_top: Int32(before), pad_left: Int32(before),
            epilogue: lk_epilogue(activation, residual: residual ? added : nil))
        let units = Int32(target.blocks * outputHeight)
        let table = kernels.table.pointee
        let kernel = kernels.isHalf ? table.f16_dwconv : table.f32_dwconv
        for part in 0..<Int32(parts) {
            kernel(
                &arguments, units * part / Int32(parts), units * (part + 1) / Int32(parts))
        }
        return target.values
    }
}

@Suite struct DepthwiseTests {
    private static let shapes: [Problem] = {
        var all: [Problem] = []
        // Every specialized window, at widths that every tile divides, that none does, and tiny.
        let windows = [
            (1, 1, 0, 0), (3, 1, 1, 1), (5, 1, 2, 2), (3, 2, 0, 1), (3, 2, 1, 0), (5, 2, 1, 2),
            (5, 2, 2, 1),
        ]
        for (size, stride, before, after) in windows {
            for output in [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 14, 16, 24] {
                let input = (output - 1) * stride + size - before - after
                guard input >= 1 else { continue }
                all.append(
                    Problem(
                        height: input, width: input, channels: 13, size: size, stride: stride,
                        before: before, after: after))
            }
        }
        all.append(
            Problem(height: 9, width: 7, channels: 20, size: 4, stride: 3, before: 1, after: 2))
        all.append(
            Problem(
                height: 9, width: 9, channels: 8, size: 3, stride: 1, before: 2, after: 2,
                dilation: 2))
        all.append(
            Problem(
                height: 8, width: 8, channels: 24, size: 3, stride: 1, before: 1, after: 1,
                activation: LK_NONE, residual: true))
        all.append(
            Problem(height: 6, width: 6, channels: 5, size: 3, stride: 1, before: 0, after: 0))
        // Pairs of rows for which few of a window's rows exist, with the epilogue.
        for height in 1...5 {
            all.append(
                Problem(
                    height: height, width: 14, channels: 20, size: 5, stride: 1, before: 2,
                    after: 2, activation: LK_NONE, residual: true))
        }
        return all
    }()

    @Test("equals its definition", arguments: KernelSet.all, shapes)
    private func definition(kernels: KernelSet, problem: Problem) {
        let (values, clean) = problem.run(kernels)
        #expect(clean, "padding lanes are not zero")
        for (got, expected) in zip(values, problem.reference()) {
            #expect(abs(got - expected) <= 1e-5)
        }
    }

    @Test("gives the scalar kernel's bytes, in any parts", arguments: KernelSet.all, shapes)
    private func scalar(kernels: KernelSet, problem: Problem) {
        let expected = problem.run(.scalar).rowMajor
        for parts in [1, 2, 5] {
            #expect(problem.run(kernels, parts: parts).rowMajor == expected)
        }
    }

    @Test("comes close to its definition with halves", arguments: KernelSet.halves, shapes)
    private func halfDefinition(kernels: KernelSet, problem: Problem) {
        var problem = problem
        problem.isHalf = true
        let (values, clean) = problem.run(kernels)
        #expect(clean, "padding lanes are not zero")
        for (got, expected) in zip(values, problem.reference()) {
            // A few roundings to halves of up to 8, which are 1/128 apart.
            #expect(abs(got - expected) <= 0.02)
        }
    }

    @Test("gives the scalar kernel's bytes with halves", arguments: KernelSet.halves, shapes)
    private func halfScalar(kernels: KernelSet, problem: Problem) {
        var problem = problem
        problem.isHalf = true
        let expected = problem.run(kernels.scalar).rowMajor
        for parts in [1, 5] {
            #expect(problem.run(kernels, parts: parts).rowMajor == expected)
        }
    }
}
