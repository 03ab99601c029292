#if os(Linux)
import LandmarkCore
package import LandmarkModelFile

/// How far an output of an exported network, computed by ONNX Runtime, is from this package's.
package struct ExportDifference: Sendable, Hashable {
    /// The name of the output.
    package let output: String
    /// The largest difference of a value; infinite for one that is not a number.
    package private(set) var largest: Float = 0
    /// The smallest and the largest value, as this package computes them.
    package private(set) var range: ClosedRange<Float>

    /// The difference as a share of the output's largest magnitude, or of 0.001 where that is larger: near
    /// zero, runtimes compute the functions of probabilities differently.
    package var share: Float {
        largest / max(range.lowerBound.magnitude, range.upperBound.magnitude, 0.001)
    }

    fileprivate init(_ output: String, _ expected: ArraySlice<Float>) {
        self.output = output
        let first = expected.first { $0.isFinite } ?? 0
        range = first...first
    }

    fileprivate mutating func compare(_ got: ArraySlice<Float>, _ expected: ArraySlice<Float>) {
        for (got, expected) in zip(got, expected) {
            let difference = abs(got - expected)
            // Infinity minus infinity is not a number either.
            largest = max(largest, difference.isNaN ? .infinity : difference)
            if expected.isFinite {
                range = min(range.lowerBound, expected)...max(range.upperBound, expected)
            }
        }
    }
}

extension PortableNetwork {
    /// The share of an output's largest magnitude that the order of sums and the rounding of `precision`
    /// can explain.
    package static func tolerance(of precision: ExportPrecision) -> Float {
        precision == .half ? 0.1 : 0.005
    }

    /// Runs an exported network in ONNX Runtime, and its model by this package, on the same numbers from 0 to
    /// 1, which are random but always the same.
    ///
    /// A network for any number of samples is run with one and with several. Every sample of a batch is
    /// compared.
    ///
    /// - Parameters:
    ///   - onnx: The result of `onnx(_:)`, with the batch of `options`.
    ///   - model: The model that it was made from.
    ///   - batch: The samples that it takes at a time.
    ///   - threads: The threads that either may use.
    /// - Returns: The difference of each output.
    /// - Throws: `ONNXRuntimeError.unavailable` without the library, `.failed` if it rejects the network,
    ///   `.tooLarge` for a batch with more than 2²⁶ numbers; `InferenceError` if this package cannot run the
    ///   model.
    package func differences(
        of onnx: [UInt8], from model: TFLiteModel, batch: ONNXOptions.Batch, threads: Int
    ) throws -> [ExportDifference] {
        let counts: [Int] =
            switch batch {
            case .fixed(let count): [count]
            case .dynamic: [1, Self.mostSamples - 1]
            }
        let values = (inputs + outputs).reduce(0) { $0 + $1.count }
        for count in counts where count > Self.mostValues / max(values, 1) {
            throw ONNXRuntimeError.tooLarge(batch: count)
        }
        let other = try ONNXRuntimeModel(onnx, threads: threads)
        let network = try Network(model, pool: WorkerPool(threads: threads))
        let samples = try (0..<min(counts.max() ?? 1, Self.mostSamples)).map {
            try Sample(number: $0, network)
        }
        var differences = zip(outputs, samples[0].outputs).map {
            ExportDifference($0.name, $1[...])
        }
        for count in counts {
            let batch = (0..<count).map { samples[$0 % samples.count] }
            let got = try other.run(
                inputs.indices.map { input in batch.flatMap { $0.inputs[input] } },
                of: inputs.map { $0.batch(of: count) }, to: outputs.map { $0.batch(of: count) })
            for (position, output) in outputs.enumerated() {
                for (place, sample) in batch.enumerated() {
                    let first = place * output.count
                    differences[position].compare(
                        got[position][first..<first + output.count], sample.outputs[position][...])
                }
            }
        }
        return differences
    }

    /// The samples with different numbers.
    private static let mostSamples = 4
    /// The floats of all inputs and outputs together.
    private static let mostValues = 1 << 26
}

/// Numbers for a network, and the outputs that this package computes from them.
private struct Sample {
    let inputs: [[Float]]
    let outputs: [[Float]]

    init(number: Int, _ network: Network) throws(InferenceError) {
        // Xorshift with three shifts by Marsaglia, of full period.
        var state = UInt64(number + 1) &* 0x9e37_79b9_7f4a_7c15
        inputs = network.inputs.map { input in
            (0..<input.count).map { _ in
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return Float(state >> 40) / Float(1 << 24)
            }
        }
        for (index, values) in inputs.enumerated() { try network.setInput(values, at: index) }
        try network.run()
        var computed: [[Float]] = []
        for position in network.outputs.indices { computed.append(try network.output(position)) }
        outputs = computed
    }
}

extension TensorDescription {
    /// The tensor of several samples; its first dimension is the batch.
    fileprivate func batch(of count: Int) -> TensorDescription {
        TensorDescription(name: name, shape: [count] + shape.dropFirst())
    }
}

/// The reason that an exported network could not be run in ONNX Runtime.
package enum ONNXRuntimeError: LandmarkError, Hashable {
    /// The library cannot be loaded.
    case unavailable(reason: String)
    /// The library rejects the network, or failed to run it.
    case failed(reason: String)
    /// A batch has too many values.
    case tooLarge(batch: Int)

    /// One sentence.
    package var description: String {
        switch self {
        case .unavailable(let reason):
            "ONNX Runtime cannot be loaded: \(reason); set LANDMARK_ONNXRUNTIME to the path of its"
                + " library, such as onnxruntime/capi/libonnxruntime.so.1.22.0 in the folder of"
                + " Python's packages"
        case .failed(let reason): "ONNX Runtime cannot run the network: \(reason)"
        case .tooLarge(let batch):
            "a batch of \(batch) samples is too large to be checked; use a smaller one"
        }
    }
}
#endif
