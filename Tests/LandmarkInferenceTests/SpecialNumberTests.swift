import LandmarkCore
import LandmarkInference
import LandmarkTestSupport
import Testing

/// NaN, infinities, denormal and huge numbers in inputs and weights: every instruction set gives numbers
/// of the same kinds, and the vector kernels the same bytes.
struct SpecialNumberTests {
    /// Where the special numbers are.
    enum Place: String, CaseIterable, Sendable {
        case input
        case weights
        case both
    }

    private static let special: [Float] = [
        .nan, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNormalMagnitude, 3e38, -3e38,
        -0.0, 1e-30,
    ]

    /// What a number is, apart from its digits.
    private static func kind(_ value: Float) -> Character {
        value.isNaN ? "n" : value == .infinity ? "+" : value == -.infinity ? "-" : "0"
    }

    /// Replaces about one number in `rarity` by a special one.
    private static func spoil(
        _ values: inout [Float], _ random: inout SplitMix64, rarity: Int = 40
    ) {
        guard !values.isEmpty else { return }
        values[random.below(values.count)] = special[random.below(special.count)]
        for index in values.indices where random.below(rarity) == 0 {
            values[index] = special[random.below(special.count)]
        }
    }

    /// An operator with constant weights.
    private struct Operation {
        let name: String
        let weights: Int
        /// Adds it to a model after an operand, and returns its output.
        let build: (inout TinyNetwork, _ source: Int, _ weights: [Float]) -> Int

        init(
            _ name: String, weights: Int = 0,
            _ build: @escaping (inout TinyNetwork, _ source: Int, _ weights: [Float]) -> Int
        ) {
            (self.name, self.weights, self.build) = (name, weights, build)
        }
    }

    /// Operators on an image of 9 × 7 pixels.
    private static func operations(channels: Int) -> [Operation] {
        let shape = [1, 9, 7, channels]
        var all: [Operation] = []
        for (kernel, stride) in [(1, 1), (3, 1), (3, 2)] {
            let sides = [(9 + stride - 1) / stride, (7 + stride - 1) / stride]
            for activation in [0, 1, 3] {
                let steps: [Int: FlatField] = [
                    0: .byte(0), 1: .int(Int32(stride)), 2: .int(Int32(stride)),
                ]
                all.append(
                    Operation(
                        "convolution \(kernel)/\(stride) \(activation)",
                        weights: 12 * kernel * kernel * channels
                    ) { tiny, source, weights in
                        let constant = tiny.constant([12, kernel, kernel, channels], weights)
                        return tiny.writer.step(
                            3, [source, constant], shape: [1] + sides + [12],
                            options: (1, steps.merging([3: .byte(activation)]) { $1 }))
                    })
                guard kernel == 3 else { continue }
                all.append(
                    Operation("depthwise \(stride) \(activation)", weights: 9 * channels) {
                        tiny, source, weights in
                        let constant = tiny.constant([1, 3, 3, channels], weights)
                        let slots = steps.merging([3: .int(1), 4: .byte(activation)]) { $1 }
                        return tiny.writer.step(
                            4, [source, constant], shape: [1] + sides + [channels],
                            options: (2, slots))
                    })
            }
        }
        for code in [1, 17] {
            all.append(
                Operation("pooling \(code)") { tiny, source, _ in
                    let slots: [Int: FlatField] = [
                        0: .byte(0), 1: .int(2), 2: .int(2), 3: .int(2), 4: .int(2),
                    ]
                    return tiny.writer.step(
                        code, [source], shape: [1, 5, 4, channels], options: (5, slots))
                })
        }
        all.append(
            Operation("PReLU", weights: channels) { tiny, source, weights in
                let slopes = tiny.constant([1, 1, channels], weights)
                return tiny.writer.step(54, [source, slopes], shape: shape)
            })
        all.append(
            Operation("mean") { tiny, source, _ in
                let axes = tiny.writer.constant([2], [1, 2])
                return tiny.writer.step(
                    40, [source, axes], shape: [1, channels], options: (27, [0: .byte(0)]))
            })
        all.append(
            Operation("fully connected", weights: 10 * 63 * channels) { tiny, source, weights in
                let constant = tiny.constant([10, 63 * channels], weights)
                return tiny.writer.step(
                    9, [source, constant], shape: [1, 10], options: (8, [0: .byte(0)]))
            })
        for (code, name, _) in RowMajorTests.unaries {
            all.append(
                Operation(name) { tiny, source, _ in tiny.writer.step(code, [source], shape: shape)
                })
        }
        for (code, kind, _) in RowMajorTests.binaries {
            all.append(
                Operation("binary \(code)", weights: 63 * channels) { tiny, source, weights in
                    let constant = tiny.constant(shape, weights)
                    return tiny.writer.step(
                        code, [source, constant], shape: shape, options: (kind, [:]))
                })
        }
        return all
    }

    /// Runs one operator; returns the output's bits, those of one NaN for all.
    private func bits(_ tiny: TinyNetwork, _ backend: TestedBackend) throws -> [UInt32] {
        let network = try tiny.network(backend, threads: 1)
        try network.setInput(tiny.inputs[0])
        try network.run()
        return try network.output(0).map { $0.isNaN ? Float.nan.bitPattern : $0.bitPattern }
    }

    @Test(
        "numbers of the same kinds with every instruction set", arguments: Place.allCases,
        [3, 8, 19])
    func kinds(place: Place, channels: Int) throws {
        for (number, operation) in Self.operations(channels: channels).enumerated() {
            for round in 0..<3 {
                let seed = UInt64(1000 * number + 10 * round + channels)
                var random = SplitMix64(seed: seed)
                var tiny = TinyNetwork(seed: seed)
                var values = tiny.values(63 * channels)
                var weights = tiny.numbers(operation.weights)
                if place != .weights { Self.spoil(&values, &random) }
                if place != .input { Self.spoil(&weights, &random) }
                let source = tiny.input(shape: [1, 9, 7, channels], values)
                tiny.writer.outputs = [operation.build(&tiny, source, weights)]
                let results = try TestedBackend.cpu.map { try bits(tiny, $0) }
                let kinds = results.map {
                    String($0.map { Self.kind(Float(bitPattern: $0)) })
                }
                #expect(Set(kinds).count == 1, "\(operation.name), \(seed): \(kinds)")
                // Scalar kernels round twice, which differs for numbers as extreme as some here.
                let vectors = zip(TestedBackend.cpu, results).filter { $0.0 != .cpu(.scalar) }
                #expect(Set(vectors.map(\.1)).count <= 1, "\(operation.name), \(seed)")
            }
        }
    }
}
