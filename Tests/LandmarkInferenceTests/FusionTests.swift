import Foundation
import LandmarkCore
import LandmarkTestSupport
import Testing

/// Chains of operators from the supported networks, which rewrites fuse.
@Suite(.serialized)
struct FusionTests {
    /// A 1 × 1 convolution.
    private func pointwise(
        _ tiny: inout TinyNetwork, _ source: Int, _ image: Naive.Image, outputs: Int,
        activation: Int = 0
    ) -> (Int, Naive.Image) {
        let weights = tiny.numbers(outputs * image.channels, scale: 0.25)
        let bias = tiny.numbers(outputs)
        let rows = Naive.Span(image.height, kernel: 1, stride: 1, isSame: true)
        let columns = Naive.Span(image.width, kernel: 1, stride: 1, isSame: true)
        let expected = Naive.convolve(image, weights, bias, outputs: outputs, rows, columns)
            .map(WindowTests.activate(activation))
        let operands = [
            source, tiny.constant([outputs, 1, 1, image.channels], weights),
            tiny.constant([outputs], bias),
        ]
        let slots: [Int: FlatField] = [1: .int(1), 2: .int(1), 3: .byte(activation)]
        return (
            tiny.writer.step(3, operands, shape: expected.shape, options: (1, slots)), expected
        )
    }

    @Test(
        "a convolution with PReLU, a residual and an activation in any order",
        arguments: TestedBackend.withLower)
    func epilogues(backend: TestedBackend) throws {
        for seed in 0..<60 {
            var tiny = TinyNetwork(seed: 4000 + UInt64(seed))
            let channels = WindowTests.channels[seed % 8]
            let side = WindowTests.sides[seed % 9]
            let (source, image) = tiny.input(side, side + seed % 4, channels)
            var (step, value) = pointwise(&tiny, source, image, outputs: channels)
            for kind in [[0, 1], [1, 0], [1, 2], [0], [2]][seed % 5] {
                switch kind {
                case 0:
                    let slopes = tiny.numbers(channels)
                    let constant = tiny.constant([1, 1, channels], slopes)
                    value = value.mapChannels { $0 < 0 ? $0 * slopes[$1] : $0 }
                    step = tiny.writer.step(54, [step, constant], shape: value.shape)
                case 1:
                    let activation = [0, 1, 3][seed % 3]
                    value = value.zip(image, +).map(WindowTests.activate(activation))
                    let operands = seed % 2 == 0 ? [step, source] : [source, step]
                    step = tiny.writer.step(
                        0, operands, shape: value.shape,
                        options: (11, [0: .byte(activation)]))
                default:
                    value = value.map { min(max($0, 0), 6) }
                    step = tiny.writer.step(21, [step], shape: value.shape)
                }
            }
            tiny.writer.outputs = [step]
            try tiny.check([value.values], backend, "seed \(seed), \(channels) channels")
        }
    }

    /// A further reader of a residual, after its addition.
    enum LaterReader: CaseIterable {
        case nothing
        case addition
        case rowMajorOperator
        case reshape
        case caller
    }

    @Test(
        "an addition does not overwrite a residual that is read later",
        arguments: TestedBackend.withLower, LaterReader.allCases)
    func residualReadAgain(backend: TestedBackend, reader: LaterReader) throws {
        for (side, channels) in [(1, 8), (1, 24), (6, 3), (8, 16), (13, 40), (48, 16)] {
            var tiny = TinyNetwork(seed: UInt64(6000 + side + channels))
            let (source, image) = tiny.input(side, side, 5)
            let first = pointwise(&tiny, source, image, outputs: channels)
            let wide = pointwise(&tiny, first.0, first.1, outputs: channels + 7)
            let narrow = pointwise(&tiny, wide.0, wide.1, outputs: channels)
            func add(_ a: (Int, Naive.Image), _ b: (Int, Naive.Image)) -> (Int, Naive.Image) {
                let sum = a.1.zip(b.1, +)
                let step = tiny.writer.step(
                    0, [a.0, b.0], shape: sum.shape, options: (11, [0: .byte(0)]))
                return (step, sum)
            }
            let sum = add(first, narrow)
            let last = pointwise(&tiny, sum.0, sum.1, outputs: channels)
            tiny.writer.outputs = [last.0]
            var expected = [last.1.values]
            switch reader {
            case .nothing:
                break
            case .addition:
                let again = add(last, first)
                tiny.writer.outputs = [again.0]
                expected = [again.1.values]
            case .rowMajorOperator:
                tiny.writer.outputs.append(
                    tiny.writer.step(59, [first.0], shape: first.1.shape))
                expected.append(first.1.values.map { -$0 })
            case .reshape:
                let shape = [1, first.1.values.count]
                let wanted = tiny.writer.constant([2], shape)
                tiny.writer.outputs.append(
                    tiny.writer.step(
                        22, [first.0, wanted], shape: shape, options: (17, [:])))
                expected.append(first.1.values)
            case .caller:
                tiny.writer.outputs.append(first.0)
                expected.append(first.1.values)
            }
            try tiny.check(expected, backend, "\(side), \(channels) channels, \(reader)")
        }
    }

    @Test(
        "a block that halves the image adds the pooled, channel-padded input",
        arguments: TestedBackend.withLower)
    func downsampling(backend: TestedBackend) throws {
        for (channels, outputs) in [(8, 16), (16, 24), (3, 11), (24, 88), (16, 32)] {
            for (height, width) in [(8, 8), (14, 6), (9, 13), (7, 2)] {
                var tiny = TinyNetwork(seed: UInt64(5000 + channels + height))
                let (source, image) = tiny.input(height, width, channels)
                let rows = Naive.Span(height, kernel: 2, stride: 2, isSame: true)
                let columns = Naive.Span(width, kernel: 2, stride: 2, isSame: true)
                let two = FlatField.int(2)
                let pooled = Naive.pool(image, average: false, rows, columns)
                let pool = tiny.writer.step(
                    17, [source], shape: pooled.shape,
                    options: (5, [1: two, 2: two, 3: two, 4: two]))
                let padded = Naive.padChannels(pooled, to: outputs)
                let amounts = tiny.writer.constant(
                    [4, 2], [0, 0, 0, 0, 0, 0, 0, outputs - channels])
                let pad = tiny.writer.step(34, [pool, amounts], shape: padded.shape)
                let weights = tiny.numbers(outputs * 4 * channels, scale: 0.125)
                let bias = tiny.numbers(outputs)
                let convolved = Naive.convolve(
                    image, weights, bias, outputs: outputs, rows, columns)
                let operands = [
                    source, tiny.constant([outputs, 2, 2, channels], weights),
                    tiny.constant([outputs], bias),
                ]
                let step = tiny.writer.step(
                    3, operands, shape: convolved.shape, options: (1, [1: two, 2: two]))
                let sum = tiny.writer.step(
                    0, [pad, step], shape: padded.shape, options: (11, [0: .byte(1)]))
                tiny.writer.outputs = [sum]
                let expected = convolved.zip(padded, +).map { max($0, 0) }
                try tiny.check(
                    [expected.values], backend, "\(height)×\(width), \(channels) to \(outputs)")
            }
        }
    }

    @Test(
        "a resize before a 1 × 1 convolution, which may be swapped, matches plain loops",
        arguments: TestedBackend.withLower)
    func resizes(backend: TestedBackend) throws {
        for seed in 0..<24 {
            var tiny = TinyNetwork(seed: 6000 + UInt64(seed))
            let channels = WindowTests.channels[seed % 8]
            let outputs = WindowTests.channels[(seed * 3 + 1) % 8]
            let height = 2 + seed % 5
            let width = 3 + seed % 7
            let (source, image) = tiny.input(height, width, channels)
            let modes = [(false, true), (true, false), (false, false)]
            let (corners, centers) = modes[seed % 3]
            let size = seed % 4 == 0 ? (height * 3, width + 2) : (height * 2, width * 2)
            let resized = Naive.resize(
                image, to: size.0, size.1, corners: corners, centers: centers)
            let constant = tiny.writer.constant([2], [size.0, size.1])
            let step = tiny.writer.step(
                23, [source, constant], shape: resized.shape,
                options: (15, [2: .byte(corners ? 1 : 0), 3: .byte(centers ? 1 : 0)]))
            let (result, expected) = pointwise(&tiny, step, resized, outputs: outputs)
            tiny.writer.outputs = seed % 5 == 0 ? [result, step] : [result]
            try tiny.check(
                seed % 5 == 0 ? [expected.values, resized.values] : [expected.values], backend,
                "\(height)×\(width) to \(size), \(channels) to \(outputs), \(corners) \(centers)")
        }
    }

    /// An upscaling to twice the size.
    private func doubled(
        _ tiny: inout TinyNetwork, _ source: Int, _ image: Naive.Image
    ) -> (Int, Naive.Image) {
        let (height, width) = (2 * image.height, 2 * image.width)
        let value = Naive.resize(image, to: height, width, corners: false, centers: true)
        let size = tiny.writer.constant([2], [height, width])
        let step = tiny.writer.step(
            23, [source, size], shape: value.shape, options: (15, [3: .byte(1)]))
        return (step, value)
    }

    @Test(
        "an activation between convolutions after a resize stays in place",
        arguments: TestedBackend.withLower)
    func resizeBeforeMany(backend: TestedBackend) throws {
        let chains = [[1, 0], [0, 1], [3, 0, 1], [0, 3, 0], [0, 0, 1], [1, 3, 1], [0, 0, 0]]
        for (index, activations) in chains.enumerated() {
            var tiny = TinyNetwork(seed: 6500 + UInt64(index))
            let (source, image) = tiny.input(4, 3 + index, 16)
            var (step, value) = doubled(&tiny, source, image)
            for (place, activation) in activations.enumerated() {
                (step, value) = pointwise(
                    &tiny, step, value, outputs: [8, 4, 11][place], activation: activation)
            }
            tiny.writer.outputs = [step]
            try tiny.check([value.values], backend, "activations \(activations)")
        }
    }

    @Test("a fully connected layer may read an enlarged image", arguments: TestedBackend.withLower)
    func resizeBeforeMatrix(backend: TestedBackend) throws {
        for (index, outputs) in [1, 4, 9, 24].enumerated() {
            var tiny = TinyNetwork(seed: 6600 + UInt64(index))
            let (source, image) = tiny.input(4, 4 + index, 16)
            let (wide, value) = pointwise(&tiny, source, image, outputs: 16)
            let (large, enlarged) = doubled(&tiny, wide, value)
            let weights = tiny.numbers(outputs * 16, scale: 0.25)
            let bias = tiny.numbers(outputs)
            let span = Naive.Span(1, kernel: 1, stride: 1, isSame: true)
            let pixels = enlarged.height * enlarged.width
            let expected = Naive.convolve(
                Naive.Image(1, pixels, 16, enlarged.values), weights, bias, outputs: outputs, span,
                Naive.Span(pixels, kernel: 1, stride: 1, isSame: true))
            let operands = [
                large, tiny.constant([outputs, 16], weights), tiny.constant([outputs], bias),
            ]
            let step = tiny.writer.step(
                9, operands, shape: [pixels, outputs], options: (8, [0: .byte(0)]))
            tiny.writer.outputs = [step]
            try tiny.check([expected.values], backend, "16 to \(outputs)")
        }
    }

    @Test("depth to space, and the mean over an image", arguments: TestedBackend.withLower)
    func layouts(backend: TestedBackend) throws {
        for (channels, block) in [(8, 2), (4, 2), (44, 2), (9, 3), (96, 2), (24, 2)] {
            var tiny = TinyNetwork(seed: UInt64(7000 + channels))
            let (source, image) = tiny.input(5, 7, 16)
            let (wide, value) = pointwise(&tiny, source, image, outputs: channels)
            let spread = Naive.depthToSpace(value, block)
            let step = tiny.writer.step(
                5, [wide], shape: spread.shape, options: (94, [0: .int(Int32(block))]))
            let axes = tiny.writer.constant([2], [1, 2])
            let mean = tiny.writer.step(
                40, [wide, axes], shape: [1, channels], options: (27, [0: .byte(0)]))
            tiny.writer.outputs = [step, mean]
            let means = (0..<channels).map { c in
                let all = stride(from: c, to: value.values.count, by: channels)
                return Float(all.reduce(0.0) { $0 + Double(value.values[$1]) } / 35)
            }
            try tiny.check([spread.values, means], backend, "\(channels) channels, block \(block)")
        }
    }

    @Test("a fully connected layer after a convolution", arguments: TestedBackend.withLower)
    func fullyConnected(backend: TestedBackend) throws {
        for (count, outputs) in [(8, 1), (24, 63), (88, 11), (3, 40)] {
            var tiny = TinyNetwork(seed: UInt64(8000 + count))
            let (source, image) = tiny.input(1, 1, 16)
            let (wide, value) = pointwise(&tiny, source, image, outputs: count)
            let weights = tiny.numbers(outputs * count)
            let bias = tiny.numbers(outputs)
            let operands = [
                wide, tiny.constant([outputs, count], weights, isHalf: true),
                tiny.constant([outputs], bias),
            ]
            let step = tiny.writer.step(
                9, operands, shape: [1, outputs], options: (8, [0: .byte(0)]))
            let score = tiny.writer.step(14, [step], shape: [1, outputs])
            tiny.writer.outputs = [step, score]
            let expected = (0..<outputs).map { o in
                (0..<count).reduce(bias[o]) { $0 + value.values[$1] * weights[o * count + $1] }
            }
            let scores = expected.map { Float(1 / (1 + exp(-Double($0)))) }
            try tiny.check([expected, scores], backend, "\(count) to \(outputs)")
        }
    }
}
