import LandmarkCore
import LandmarkInference
import LandmarkTestSupport
import Testing

/// Pointwise convolutions with mostly zero weights.
@Suite(.serialized)
struct SparseConvolutionTests {
    /// A share of `values` in place, the others zero.
    private func thinned(
        _ values: [Float], _ random: inout SplitMix64, percent: Int
    ) -> [Float] {
        values.map { random.below(100) < percent ? $0 : 0 }
    }

    @Test(
        "a convolution with any share of zero weights matches plain loops",
        arguments: TestedBackend.all)
    func convolution(backend: TestedBackend) throws {
        for seed in 0..<60 {
            var tiny = TinyNetwork(seed: 5000 + UInt64(seed))
            let (height, width) = (1 + tiny.random.below(20), 1 + tiny.random.below(20))
            let inputs = [16, 24, 40, 97, 144][tiny.random.below(5)]
            let outputs = [16, 25, 64, 272][tiny.random.below(4)]
            let (source, image) = tiny.input(height, width, inputs)
            let percent = [0, 5, 25, 40, 100][tiny.random.below(5)]
            let weights = thinned(
                tiny.numbers(outputs * inputs, scale: 0.25), &tiny.random, percent: percent)
            let bias = tiny.numbers(outputs)
            let activation = [0, 1, 3][tiny.random.below(3)]
            let expected = Naive.convolve(
                image, weights, bias, outputs: outputs,
                Naive.Span(height, kernel: 1, stride: 1, isSame: true),
                Naive.Span(width, kernel: 1, stride: 1, isSame: true)
            ).map(WindowTests.activate(activation))
            let operands = [
                source,
                tiny.constant([outputs, 1, 1, inputs], weights, isHalf: seed % 2 == 0),
                tiny.constant([outputs], bias),
            ]
            let result = tiny.writer.step(
                3, operands, shape: expected.shape,
                options: (
                    1, [0: .byte(0), 1: .int(1), 2: .int(1), 3: .byte(activation)]
                ))
            tiny.writer.outputs = [result]
            try tiny.check(
                [expected.values], backend,
                "\(height)×\(width) channels \(inputs) to \(outputs), \(percent) % nonzero")
        }
    }

    @Test("zero weights are skipped, unless they are too few", arguments: TestedBackend.cpu)
    func choice(backend: TestedBackend) throws {
        for (percent, isSparse) in [(10, true), (25, true), (90, false), (100, false)] {
            var tiny = TinyNetwork(seed: 6)
            let (source, _) = tiny.input(14, 14, 96)
            let weights = thinned(
                tiny.numbers(96 * 64).map { $0 == 0 ? 1 : $0 }, &tiny.random, percent: percent)
            let result = tiny.writer.step(
                3, [source, tiny.constant([64, 1, 1, 96], weights)], shape: [1, 14, 14, 64],
                options: (1, [0: .byte(0), 1: .int(1), 2: .int(1), 3: .byte(0)]))
            tiny.writer.outputs = [result]
            let network = try tiny.network(backend, threads: 1)
            let nonzero = isSparse ? weights.count { $0 != 0 } : weights.count
            #expect(network.macs == 14 * 14 * nonzero, "\(percent) % nonzero")
            let step = try network.profile(runs: 1).first { $0.macs > 0 }
            #expect(step?.name.hasPrefix("sparse") == isSparse, "\(percent) % nonzero")
        }
    }
}
