import CLandmarkKernels
import Testing

/// One channel of a pointwise convolution in a rectangle, against its definition.
@Suite struct PointwiseWindowTests {
    struct Problem: CustomTestStringConvertible, Sendable {
        var height = 9
        var width = 20
        var channels = 24
        var rows = 0..<9
        var columns = 0..<20
        var step = 1
        var activation = LK_NONE

        var testDescription: String {
            "\(height)×\(width)×\(channels) rows \(rows) columns \(columns) step \(step) "
                + "activation \(activation.rawValue)"
        }

        var input: [Float] { noise(height * width * channels, seed: 51) }
        var weights: [Float] { noise(channels, seed: 52) }

        func reference() -> [Float] {
            let (input, weights) = (input, weights)
            return rows.flatMap { y in
                columns.map { x in
                    var sum = 0.25
                    for k in 0..<channels {
                        let value = input[(y * width + x) * channels + k]
                        sum += Double(value) * Double(weights[k])
                    }
                    switch activation {
                    case LK_RELU: return Float(max(sum, 0))
                    case LK_RELU6: return Float(min(max(sum, 0), 6))
                    case LK_PRELU: return Float(sum > 0 ? sum : -0.5 * sum)
                    case LK_HARD_SWISH: return Float(sum * min(max(sum + 3, 0), 6) / 6)
                    default: return Float(sum)
                    }
                }
            }
        }

        /// The rectangle's values, and whether nothing else was written.
        func run(_ kernels: KernelSet, parts: Int = 1) -> (values: [Float], clean: Bool) {
            let source = BlockedTensor(kernels, height, width, channels, input)
            let filling = (8 - channels % 8) % 8
            let packed = GuardedFloats(weights + Array(repeating: 0, count: filling))
            let count = rows.count * columns.count
            let target = GuardedFloats(count: max(0, (count - 1) * step + 1))
            var arguments = lk_f32_pointwise_window(
                input: source.memory.base, weights: packed.base, output: target.base,
                input_plane: Int64(source.plane), output_step: Int64(step),
                channels: Int32(channels), input_pixels: Int32(height * width),
                input_width: Int32(width), top: Int32(rows.lowerBound),
                left: Int32(columns.lowerBound), width: Int32(columns.count), bias: 0.25,
                activation: activation, slope: -0.5)
            for part in 0..<parts {
                kernels.table.pointee.f32_pointwise_window(
                    &arguments, Int32(rows.count * part / parts),
                    Int32(rows.count * (part + 1) / parts))
            }
            let places = Array(target.values.enumerated())
            return (
                places.filter { $0.offset % step == 0 }.map(\.element),
                places.allSatisfy { $0.offset % step == 0 || $0.element.isNaN }
            )
        }
    }

    static let problems: [Problem] = {
        var all: [Problem] = []
        for channels in [1, 7, 8, 9, 16, 17, 39, 48] { all.append(Problem(channels: channels)) }
        for rows in [0..<1, 0..<7, 5..<9, 8..<9, 3..<3] {
            for columns in [0..<1, 0..<4, 0..<7, 9..<17, 10..<20, 13..<20, 19..<20, 6..<6] {
                all.append(Problem(rows: rows, columns: columns))
            }
        }
        for (height, width) in [(1, 1), (1, 7), (7, 1), (2, 3), (1, 8), (8, 1), (3, 5)] {
            all.append(
                Problem(height: height, width: width, rows: 0..<height, columns: 0..<width))
        }
        for step in [2, 39] { all.append(Problem(channels: 11, rows: 6..<9, step: step)) }
        for activation in [LK_RELU, LK_RELU6, LK_PRELU, LK_HARD_SWISH] {
            all.append(Problem(activation: activation))
        }
        return all
    }()

    @Test("equals its definition", arguments: KernelSet.all, problems)
    func definition(kernels: KernelSet, problem: Problem) {
        let (values, clean) = problem.run(kernels)
        let expected = problem.reference()
        #expect(values.count == expected.count)
        #expect(clean)
        for (got, expected) in zip(values, expected) {
            #expect(abs(got - expected) <= 2e-5 + 2e-5 * abs(expected))
        }
    }

    @Test("gives the scalar kernel's bytes, in any parts", arguments: KernelSet.all, problems)
    func scalar(kernels: KernelSet, problem: Problem) {
        let expected = problem.run(.scalar).values
        for parts in [1, 2, 5] {
            #expect(problem.run(kernels, parts: parts).values == expected)
        }
    }
}
