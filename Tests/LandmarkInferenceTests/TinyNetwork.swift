import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// A model built in a test, with its inputs.
struct TinyNetwork {
    var writer = ModelWriter()
    var random: SplitMix64
    private(set) var inputs: [[Float]] = []

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// A convolution with an activation, whose input rows are not padded.
    static var convolution: TinyNetwork {
        var tiny = TinyNetwork(seed: 9)
        let (image, _) = tiny.input(7, 5, 3)
        let operands = [
            image, tiny.constant([12, 3, 3, 3], tiny.numbers(12 * 27)),
            tiny.constant([12], tiny.numbers(12)),
        ]
        tiny.writer.outputs = [
            tiny.writer.step(
                3, operands, shape: [1, 7, 5, 12],
                options: (1, [0: .byte(0), 1: .int(1), 2: .int(1), 3: .byte(1)]))
        ]
        return tiny
    }

    /// Numbers in −1..<1 that half precision represents exactly.
    mutating func numbers(_ count: Int, scale: Float = 1) -> [Float] {
        (0..<count).map { _ in Float(random.below(256) - 128) / 128 * scale }
    }

    /// Numbers in −2..<2 for an input.
    mutating func values(_ count: Int) -> [Float] {
        (0..<count).map { _ in random.signedUnit() * 2 }
    }

    mutating func input(_ height: Int, _ width: Int, _ channels: Int) -> (Int, Naive.Image) {
        let values = values(height * width * channels)
        inputs.append(values)
        let image = Naive.Image(height, width, channels, values)
        return (writer.input(image.shape), image)
    }

    mutating func input(shape: [Int], _ values: [Float]) -> Int {
        inputs.append(values)
        return writer.input(shape)
    }

    /// A constant in single precision, or in half precision followed by a `DEQUANTIZE`.
    mutating func constant(_ shape: [Int], _ values: [Float], isHalf: Bool = false) -> Int {
        guard isHalf else { return writer.constant(shape, values) }
        let halves = values.flatMap { littleEndian(HalfPrecision.narrow($0)) }
        let stored = writer.tensor(shape, type: 1, content: halves)
        return writer.step(6, [stored], shape: shape)
    }

    /// Prepares the model on a backend.
    func network(
        _ backend: TestedBackend, threads: Int, lazyOutputs: Set<Int> = []
    ) throws -> Network {
        let model = try TFLiteModel(bytes: FileBytes(writer.bytes()), name: "tiny")
        return try backend.network(
            model, options: NetworkOptions(lazyOutputs: lazyOutputs), threads: threads)
    }

    /// Runs twice on each number of threads; all must give the same bytes, near `expected`.
    func check(
        _ expected: [[Float]], _ backend: TestedBackend, tolerance: Float = 4e-6,
        _ title: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var first: [[Float]] = []
        for threads in backend.threadCounts {
            let network = try network(backend, threads: threads)
            for (index, values) in inputs.enumerated() {
                try network.setInput(values, at: index)
            }
            try network.run()
            // A run must leave inputs intact, and must not affect the next run.
            try network.run()
            var results: [[Float]] = []
            for position in expected.indices { results.append(try network.output(position)) }
            if threads == 1 { first = results }
            #expect(results == first, "\(title) on two threads", sourceLocation: sourceLocation)
        }
        let tolerance = max(tolerance, backend.precision.tolerance)
        for (position, values) in expected.enumerated() {
            let difference = Difference(first[position], from: values)
            #expect(
                difference.maximum <= tolerance * max(difference.magnitude, 1),
                "\(title), \(backend.testDescription), output \(position): \(difference)",
                sourceLocation: sourceLocation)
        }
    }
}
