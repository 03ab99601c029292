import LandmarkCore
import LandmarkInference
import LandmarkTestSupport
import Testing

/// Channels between a pointwise and a depthwise convolution that affect no result.
@Suite(.serialized)
struct DeadChannelTests {
    /// The channels with only zero weights in each of the three convolutions.
    private struct Zeros {
        var expansion: Set<Int> = []
        var depthwise: Set<Int> = []
        var projection: Set<Int> = []
    }

    /// An image that is expanded to `channels`, convolved depthwise and projected again.
    private struct Bottleneck {
        var tiny: TinyNetwork
        var source: Int
        var image: Naive.Image
        let channels: Int
        let zeros: Zeros
        /// Biases of the wide channels, or nil for any.
        var biases: Float?
        var activation = 3
        var isHalf = false
        /// The biases' shapes: a vector, or a matrix of one column.
        var hasColumns = false

        private func slots(_ activation: Int, depthwise: Bool) -> [Int: FlatField] {
            let kind: [Int: FlatField] =
                depthwise ? [3: .int(1), 4: .byte(activation)] : [3: .byte(activation)]
            return kind.merging([0: .byte(0), 1: .int(1), 2: .int(1)]) { $1 }
        }

        private var biasShape: [Int] { hasColumns ? [channels, 1] : [channels] }

        private mutating func wideBiases() -> [Float] {
            let numbers = tiny.numbers(channels)
            return biases.map { Array(repeating: $0, count: channels) } ?? numbers
        }

        mutating func expand() -> (Int, Naive.Image) {
            var weights = tiny.numbers(channels * image.channels, scale: 0.25)
            for channel in zeros.expansion {
                for input in 0..<image.channels { weights[channel * image.channels + input] = 0 }
            }
            let bias = wideBiases()
            let expected = Naive.convolve(
                image, weights, bias, outputs: channels, span(image.height, 1),
                span(image.width, 1)
            ).map(WindowTests.activate(activation))
            let operands = [
                source, tiny.constant([channels, 1, 1, image.channels], weights, isHalf: isHalf),
                tiny.constant(biasShape, bias),
            ]
            let step = tiny.writer.step(
                3, operands, shape: expected.shape,
                options: (1, slots(activation, depthwise: false)))
            return (step, expected)
        }

        mutating func convolve(_ wide: (Int, Naive.Image), size: Int) -> (Int, Naive.Image) {
            var weights = tiny.numbers(size * size * channels, scale: 0.5)
            for channel in zeros.depthwise {
                for tap in 0..<size * size { weights[tap * channels + channel] = 0 }
            }
            let bias = wideBiases()
            let expected = Naive.depthwise(
                wide.1, weights, bias, span(image.height, size), span(image.width, size)
            ).map(WindowTests.activate(activation))
            let operands = [
                wide.0, tiny.constant([1, size, size, channels], weights, isHalf: isHalf),
                tiny.constant(biasShape, bias),
            ]
            let step = tiny.writer.step(
                4, operands, shape: expected.shape,
                options: (2, slots(activation, depthwise: true)))
            return (step, expected)
        }

        mutating func narrow(
            _ wide: (Int, Naive.Image), outputs: Int, all: Bool = false
        ) -> (Int, Naive.Image) {
            var weights = tiny.numbers(outputs * channels, scale: 0.25)
            for channel in zeros.projection where !all {
                for output in 0..<outputs { weights[output * channels + channel] = 0 }
            }
            let bias = tiny.numbers(outputs)
            let expected = Naive.convolve(
                wide.1, weights, bias, outputs: outputs, span(wide.1.height, 1),
                span(wide.1.width, 1))
            let operands = [
                wide.0, tiny.constant([outputs, 1, 1, channels], weights, isHalf: isHalf),
                tiny.constant([outputs], bias),
            ]
            let step = tiny.writer.step(
                3, operands, shape: expected.shape, options: (1, slots(0, depthwise: false)))
            return (step, expected)
        }

        private func span(_ size: Int, _ kernel: Int) -> Naive.Span {
            Naive.Span(size, kernel: kernel, stride: 1, isSame: true)
        }

        /// The remaining channels of the depthwise convolution.
        func remaining(_ backend: TestedBackend) throws -> Int? {
            let steps = try tiny.network(backend, threads: 1).profile(runs: 1)
            let step = steps.first { $0.name.hasPrefix("depthwise") }
            return step?.name.split(whereSeparator: { ", ]".contains($0) }).last.flatMap { Int($0) }
        }
    }

    private func bottleneck(
        seed: UInt64, channels: Int, _ zeros: Zeros, side: Int = 6
    ) -> Bottleneck {
        var tiny = TinyNetwork(seed: seed)
        let (source, image) = tiny.input(side, side + 1, 16)
        return Bottleneck(
            tiny: tiny, source: source, image: image, channels: channels, zeros: zeros)
    }

    private func some(_ count: Int, of channels: Int, _ random: inout SplitMix64) -> Set<Int> {
        Set((0..<count).map { _ in random.below(channels) })
    }

    @Test("a bottleneck with any dead channels matches plain loops", arguments: TestedBackend.all)
    func anyZeros(backend: TestedBackend) throws {
        for seed in 0..<80 {
            var random = SplitMix64(seed: 7000 + UInt64(seed))
            let channels = [24, 48, 97, 144][random.below(4)]
            let most = [0, channels / 3, channels, 3 * channels][random.below(4)]
            var block = bottleneck(
                seed: UInt64(8000 + seed), channels: channels,
                Zeros(
                    expansion: some(most, of: channels, &random),
                    depthwise: some(most, of: channels, &random),
                    projection: some(most, of: channels, &random)),
                side: 1 + random.below(9))
            block.activation = [0, 1, 3][random.below(3)]
            block.isHalf = seed % 2 == 0
            block.hasColumns = seed % 7 == 0
            let wide = block.convolve(block.expand(), size: [3, 5][random.below(2)])
            // Another reader, or an output of the model, may also need the wide channels.
            let first = block.narrow(wide, outputs: 16)
            let second = block.narrow(wide, outputs: 24, all: true)
            var results = [first, second]
            if seed % 3 == 0 { results = [first] }
            if seed % 5 == 0 { results = [first, wide] }
            block.tiny.writer.outputs = results.map(\.0)
            try block.tiny.check(results.map(\.1.values), backend, "seed \(seed)")
        }
    }

    @Test("channels that are zero or have no reader are dropped", arguments: TestedBackend.all)
    func dropped(backend: TestedBackend) throws {
        func remaining(_ zeros: Zeros, biases: Float?, activation: Int = 3) throws -> Int? {
            var block = bottleneck(seed: 9, channels: 64, zeros)
            (block.biases, block.activation) = (biases, activation)
            let result = block.narrow(block.convolve(block.expand(), size: 3), outputs: 16)
            block.tiny.writer.outputs = [result.0]
            try block.tiny.check([result.1.values], backend)
            return try block.remaining(backend)
        }
        let some = Set(10..<30)
        #expect(try remaining(Zeros(), biases: -0.1) == 64)
        #expect(try remaining(Zeros(projection: some), biases: nil) == 44)
        #expect(try remaining(Zeros(depthwise: some), biases: -0.1) == 44)
        #expect(try remaining(Zeros(expansion: some), biases: -0.1) == 44)
        #expect(try remaining(Zeros(expansion: some, depthwise: Set(25..<40)), biases: 0) == 34)
        // A positive bias makes the channel a nonzero constant.
        #expect(try remaining(Zeros(depthwise: some), biases: 0.1) == 64)
        #expect(try remaining(Zeros(depthwise: some), biases: -0.1, activation: 0) == 64)
        // Fewer than a block are kept.
        #expect(try remaining(Zeros(projection: Set(0..<7)), biases: nil) == 64)
    }

    @Test("channels of which only the mean is read are dropped too", arguments: TestedBackend.all)
    func mean(backend: TestedBackend) throws {
        var block = bottleneck(seed: 10, channels: 64, Zeros(projection: Set(20..<50)))
        let wide = block.convolve(block.expand(), size: 3)
        var mean = Naive.Image(1, 1, 64) { _, _, c in
            var sum = 0.0
            for y in 0..<wide.1.height {
                for x in 0..<wide.1.width { sum += Double(wide.1[y, x, c] ?? 0) }
            }
            return Float(sum / Double(wide.1.height * wide.1.width))
        }
        let axes = block.tiny.writer.constant([2], [1, 2])
        let step = block.tiny.writer.step(
            40, [wide.0, axes], shape: [1, 1, 1, 64], options: (27, [0: .byte(1)]))
        let result = block.narrow((step, mean), outputs: 8)
        mean = result.1
        block.tiny.writer.outputs = [result.0]
        try block.tiny.check([mean.values], backend)
        #expect(try block.remaining(backend) == 34)
    }
}
