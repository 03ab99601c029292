import LandmarkCore
import LandmarkTestSupport
import Testing

/// Convolutions, poolings and the pads folded into them, with odd sizes and channel counts.
@Suite(.serialized)
struct WindowTests {
    static let channels = [1, 3, 8, 11, 16, 24, 40, 88]
    static let sides = [1, 2, 5, 7, 8, 13, 16, 17, 31]

    struct Geometry {
        let height: Int
        let width: Int
        let kernel: Int
        let stride: Int
        let dilation: Int
        let isSame: Bool
        let rows: Naive.Span
        let columns: Naive.Span

        /// Draws a random geometry that has an output.
        init(_ random: inout SplitMix64, kernels: [Int]) {
            kernel = kernels[random.below(kernels.count)]
            stride = 1 + random.below(2)
            dilation = random.below(8) == 0 ? 2 : 1
            let same = random.below(2) == 0
            isSame = same
            let reach = (kernel - 1) * dilation + 1
            let sides = WindowTests.sides.filter { same || $0 >= reach }
            height = sides[random.below(sides.count)]
            width = sides[random.below(sides.count)]
            rows = Naive.Span(
                height, kernel: kernel, stride: stride, dilation: dilation, isSame: isSame)
            columns = Naive.Span(
                width, kernel: kernel, stride: stride, dilation: dilation, isSame: isSame)
        }

        var title: String {
            "\(height)×\(width) kernel \(kernel) stride \(stride) dilation \(dilation) "
                + (isSame ? "same" : "valid")
        }

        func slots(activation: Int, depthwise: Bool) -> [Int: FlatField] {
            let first: [Int: FlatField] = [
                0: .byte(isSame ? 0 : 1), 1: .int(Int32(stride)), 2: .int(Int32(stride)),
            ]
            let step = FlatField.int(Int32(dilation))
            let rest: [Int: FlatField] =
                depthwise
                ? [3: .int(1), 4: .byte(activation), 5: step, 6: step]
                : [3: .byte(activation), 4: step, 5: step]
            return first.merging(rest) { $1 }
        }
    }

    static func activate(_ activation: Int) -> (Float) -> Float {
        switch activation {
        case 1: { max($0, 0) }
        case 3: { min(max($0, 0), 6) }
        default: { $0 }
        }
    }

    @Test("a convolution of any size matches plain loops", arguments: TestedBackend.withLower)
    func convolution(backend: TestedBackend) throws {
        for seed in 0..<150 {
            var tiny = TinyNetwork(seed: UInt64(seed))
            let geometry = Geometry(&tiny.random, kernels: [1, 1, 2, 3, 5])
            let inputs = Self.channels[tiny.random.below(8)]
            let outputs = Self.channels[tiny.random.below(8)]
            let (source, image) = tiny.input(geometry.height, geometry.width, inputs)
            let size = geometry.kernel * geometry.kernel * inputs
            let scale = 1 / Float(1 + size / 32)
            let weights = tiny.numbers(outputs * size, scale: scale)
            let bias = tiny.random.below(4) == 0 ? nil : tiny.numbers(outputs)
            let isHalf = tiny.random.below(2) == 0 && scale == 1
            let shape = [outputs, geometry.kernel, geometry.kernel, inputs]
            var operands = [source, tiny.constant(shape, weights, isHalf: isHalf)]
            if let bias { operands.append(tiny.constant([outputs], bias, isHalf: isHalf)) }
            let activation = [0, 1, 3][tiny.random.below(3)]
            let expected = Naive.convolve(
                image, weights, bias, outputs: outputs, geometry.rows, geometry.columns
            ).map(Self.activate(activation))
            let result = tiny.writer.step(
                3, operands, shape: expected.shape,
                options: (1, geometry.slots(activation: activation, depthwise: false)))
            tiny.writer.outputs = [result]
            try tiny.check(
                [expected.values], backend, "\(geometry.title) channels \(inputs) to \(outputs)")
        }
    }

    @Test(
        "a depthwise convolution of any size matches plain loops",
        arguments: TestedBackend.withLower)
    func depthwise(backend: TestedBackend) throws {
        for seed in 0..<150 {
            var tiny = TinyNetwork(seed: 1000 + UInt64(seed))
            let geometry = Geometry(&tiny.random, kernels: [2, 3, 3, 5, 5])
            let channels = Self.channels[tiny.random.below(8)]
            let (source, image) = tiny.input(geometry.height, geometry.width, channels)
            let weights = tiny.numbers(geometry.kernel * geometry.kernel * channels)
            let bias = tiny.numbers(channels)
            let shape = [1, geometry.kernel, geometry.kernel, channels]
            let operands = [
                source, tiny.constant(shape, weights, isHalf: seed % 2 == 0),
                tiny.constant([channels], bias),
            ]
            let activation = [0, 1, 3][tiny.random.below(3)]
            let expected = Naive.depthwise(
                image, weights, bias, geometry.rows, geometry.columns
            ).map(Self.activate(activation))
            let result = tiny.writer.step(
                4, operands, shape: expected.shape,
                options: (2, geometry.slots(activation: activation, depthwise: true)))
            tiny.writer.outputs = [result]
            try tiny.check([expected.values], backend, "\(geometry.title) channels \(channels)")
        }
    }

    @Test("a pooling of any size matches plain loops", arguments: TestedBackend.withLower)
    func pooling(backend: TestedBackend) throws {
        for seed in 0..<80 {
            var tiny = TinyNetwork(seed: 2000 + UInt64(seed))
            var geometry = Geometry(&tiny.random, kernels: [2, 2, 3])
            while geometry.dilation > 1 { geometry = Geometry(&tiny.random, kernels: [2, 2, 3]) }
            let channels = Self.channels[tiny.random.below(8)]
            let (source, image) = tiny.input(geometry.height, geometry.width, channels)
            let average = seed % 2 == 0
            let expected = Naive.pool(
                image, average: average, geometry.rows, geometry.columns)
            let side = FlatField.int(Int32(geometry.kernel))
            let slots = geometry.slots(activation: 0, depthwise: false)
                .merging([3: side, 4: side, 5: .byte(0)]) { $1 }
            let result = tiny.writer.step(
                average ? 1 : 17, [source], shape: expected.shape, options: (5, slots))
            tiny.writer.outputs = [result]
            try tiny.check(
                [expected.values], backend,
                "\(average ? "mean" : "largest") \(geometry.title) channels \(channels)")
        }
    }

    @Test(
        "an explicit PAD of any width before a convolution is honored",
        arguments: TestedBackend.withLower
    )
    func explicitPads(backend: TestedBackend) throws {
        for seed in 0..<60 {
            var tiny = TinyNetwork(seed: 3000 + UInt64(seed))
            let channels = Self.channels[tiny.random.below(8)]
            let height = 3 + tiny.random.below(14)
            let width = 3 + tiny.random.below(14)
            let (source, image) = tiny.input(height, width, channels)
            let pads = (0..<4).map { _ in tiny.random.below(3) }
            let padded = Naive.pad(
                image, top: pads[0], bottom: pads[1], left: pads[2], right: pads[3])
            let amounts = tiny.writer.constant([4, 2], [0, 0] + pads + [0, 0])
            let step = tiny.writer.step(34, [source, amounts], shape: padded.shape)
            let stride = 1 + seed % 2
            let rows = Naive.Span(padded.height, kernel: 3, stride: stride, isSame: false)
            let columns = Naive.Span(padded.width, kernel: 3, stride: stride, isSame: false)
            let weights = tiny.numbers(9 * channels)
            let bias = tiny.numbers(channels)
            let expected = Naive.depthwise(padded, weights, bias, rows, columns)
            let operands = [
                step, tiny.constant([1, 3, 3, channels], weights),
                tiny.constant([channels], bias),
            ]
            let slots: [Int: FlatField] = [
                0: .byte(1), 1: .int(Int32(stride)), 2: .int(Int32(stride)), 3: .int(1),
            ]
            let result = tiny.writer.step(
                4, operands, shape: expected.shape, options: (2, slots))
            // When the padded image is also an output, the pad cannot be folded.
            let isShared = seed % 3 == 0
            tiny.writer.outputs = isShared ? [result, step] : [result]
            try tiny.check(
                isShared ? [expected.values, padded.values] : [expected.values], backend,
                "\(height)×\(width)×\(channels) pads \(pads) stride \(stride)")
        }
    }
}
