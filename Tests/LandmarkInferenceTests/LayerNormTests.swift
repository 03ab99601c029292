import LandmarkCore
import LandmarkInference
import LandmarkTestSupport
import Testing

/// The operators by which models express a layer normalization, which a rewrite fuses.
struct LayerNormTests {
    @Test(
        "a layer normalization in nine operators matches plain loops", arguments: TestedBackend.all)
    func rows(backend: TestedBackend) throws {
        for (rows, channels) in [(1, 16), (5, 32), (8, 16), (9, 64), (97, 64), (6, 24)] {
            for (isTransposed, isShared) in [(false, false), (true, false), (true, true)] {
                var tiny = TinyNetwork(seed: UInt64(7000 + rows + channels))
                let values = tiny.values(rows * channels)
                let factors = tiny.numbers(channels)
                let shape = [1, 1, rows, channels]
                let source = tiny.input(shape: shape, values)
                let result = layerNorm(
                    &tiny, source, shape, tiny.constant([channels], factors, isHalf: true))
                var expected = Self.expected(values, factors)
                tiny.writer.outputs = [result]
                if isTransposed {
                    let order = tiny.writer.constant([4], [0, 1, 3, 2])
                    let turned = tiny.writer.step(
                        39, [result, order], shape: [1, 1, channels, rows])
                    tiny.writer.outputs = isShared ? [turned, result] : [turned]
                    let rowMajor = expected
                    expected = (0..<rows * channels).map {
                        rowMajor[$0 % rows * channels + $0 / rows]
                    }
                }
                let title = "\(rows)×\(channels) transposed \(isTransposed) shared \(isShared)"
                try tiny.check([expected], backend, title)
                let names = try tiny.network(backend, threads: 1).profile(runs: 1).map(\.name)
                let isFused = names.contains { $0.hasPrefix("layer normalization") }
                let isSupported = channels % 16 == 0 || backend == .reference
                #expect(isFused == isSupported, "\(title): \(names)")
            }
        }
    }

    private func layerNorm(
        _ tiny: inout TinyNetwork, _ source: Int, _ shape: [Int], _ factors: Int
    ) -> Int {
        let rows: [Int] = shape.dropLast() + [1]
        let axis = tiny.writer.constant([1], [3])
        let epsilon = tiny.constant([], [0.0009765625], isHalf: true)
        func mean(_ value: Int) -> Int {
            tiny.writer.step(40, [value, axis], shape: rows, options: (27, [0: .byte(1)]))
        }
        let mean0 = mean(source)
        let minus = tiny.writer.step(59, [mean0], shape: rows)
        let squares = tiny.writer.step(99, [source, mean0], shape: shape, options: (76, [:]))
        let sum = tiny.writer.step(0, [mean(squares), epsilon], shape: rows, options: (11, [:]))
        let root = tiny.writer.step(76, [sum], shape: rows)
        let factor = tiny.writer.step(18, [root, factors], shape: shape, options: (21, [:]))
        let first = tiny.writer.step(18, [source, factor], shape: shape, options: (21, [:]))
        let second = tiny.writer.step(18, [minus, factor], shape: shape, options: (21, [:]))
        return tiny.writer.step(0, [first, second], shape: shape, options: (11, [:]))
    }

    private static func expected(_ values: [Float], _ factors: [Float]) -> [Float] {
        let channels = factors.count
        return values.indices.map { index in
            let own = values[index / channels * channels..<(index / channels + 1) * channels]
                .map { Double($0) }
            let mean = own.reduce(0, +) / Double(channels)
            let variance = own.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(channels)
            let deviation = (variance + 0.0009765625).squareRoot()
            return Float(
                (Double(values[index]) - mean) / deviation * Double(factors[index % channels]))
        }
    }
}
