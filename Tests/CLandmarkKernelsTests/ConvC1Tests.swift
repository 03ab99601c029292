import CLandmarkKernels
import Testing

/// The convolution to one channel, against its definition and against the convolution to blocks.
@Suite struct ConvC1Tests {
    struct Problem: CustomTestStringConvertible, Sendable {
        var height: Int
        var width: Int
        var channels: Int
        var top = 1
        var left = 1
        var bottom = 1
        var right = 1
        var activation = LK_NONE

        var testDescription: String {
            "\(height)×\(width)×\(channels) pads \(top) \(left) \(bottom) \(right) "
                + "activation \(activation.rawValue)"
        }

        var outputHeight: Int { height + top + bottom - 2 }
        var outputWidth: Int { width + left + right - 2 }
        var input: [Float] { noise(height * width * channels, seed: 41) }
        var weights: [Float] { noise(9 * channels, seed: 42) }

        func reference() -> [Float] {
            let (input, weights) = (input, weights)
            return (0..<outputHeight * outputWidth).map { pixel in
                var sum = 0.25
                for tap in 0..<9 {
                    let row = pixel / outputWidth - top + tap / 3
                    let column = pixel % outputWidth - left + tap % 3
                    guard (0..<height).contains(row), (0..<width).contains(column) else { continue }
                    for k in 0..<channels {
                        sum +=
                            Double(input[(row * width + column) * channels + k])
                            * Double(weights[tap * channels + k])
                    }
                }
                switch activation {
                case LK_RELU: return Float(max(sum, 0))
                case LK_RELU6: return Float(min(max(sum, 0), 6))
                case LK_HARD_SWISH: return Float(sum * min(max(sum + 3, 0), 6) / 6)
                default: return Float(sum)
                }
            }
        }

        func run(_ kernels: KernelSet, parts: Int = 1) -> [Float] {
            let source = BlockedTensor(kernels, height, width, channels, input)
            let packed = GuardedFloats(weights)
            let target = GuardedFloats(count: outputHeight * outputWidth)
            var arguments = lk_f32_conv_c1(
                input: source.memory.base, weights: packed.base, output: target.base,
                input_plane: Int64(source.plane), channels: Int32(channels),
                input_height: Int32(height), input_width: Int32(width),
                height: Int32(outputHeight), width: Int32(outputWidth), pad_top: Int32(top),
                pad_left: Int32(left), bias: 0.25, activation: activation)
            let stretch = Int(LK_CONV_C1_VECTORS) * kernels.block
            let units = outputHeight * ((outputWidth + stretch - 1) / stretch)
            for part in 0..<parts {
                kernels.table.pointee.f32_conv_c1(
                    &arguments, Int32(units * part / parts), Int32(units * (part + 1) / parts))
            }
            return target.values
        }
    }

    static let problems: [Problem] = {
        var all: [Problem] = []
        for width in [3, 7, 8, 9, 16, 31, 33, 64, 255, 256, 257, 530] {
            all.append(Problem(height: 3, width: width, channels: 8))
        }
        for channels in [1, 3, 7, 9, 16] {
            all.append(Problem(height: 5, width: 20, channels: channels))
        }
        for activation in [LK_RELU, LK_RELU6, LK_HARD_SWISH] {
            all.append(Problem(height: 4, width: 35, channels: 8, activation: activation))
        }
        for (top, left, bottom, right) in [(0, 0, 0, 0), (0, 0, 1, 1), (2, 2, 0, 1), (0, 2, 3, 0)] {
            all.append(
                Problem(
                    height: 6, width: 19, channels: 8, top: top, left: left, bottom: bottom,
                    right: right))
        }
        return all
    }()

    @Test("equals its definition", arguments: KernelSet.all, problems)
    func definition(kernels: KernelSet, problem: Problem) {
        for (got, expected) in zip(problem.run(kernels), problem.reference()) {
            #expect(abs(got - expected) <= 2e-5 + 2e-5 * abs(expected))
        }
    }

    @Test("gives the scalar kernel's bytes, in any parts", arguments: KernelSet.all, problems)
    func scalar(kernels: KernelSet, problem: Problem) {
        let expected = problem.run(.scalar)
        for parts in [1, 2, 5] {
            #expect(problem.run(kernels, parts: parts) == expected)
        }
    }
}
