internal import LandmarkCore

extension Network {
    /// Creates a network that has the tensors of another one and outputs that are set, not computed.
    package convenience init(givenOutputsLike other: Network) {
        self.init(GivenOutputs(other.inputs, other.outputs), on: .external, like: other)
    }

    /// Checks that values are given for all outputs and that many samples.
    ///
    /// - Throws: `InferenceError.outputCount`, or `.outputSize` for another number of values.
    package func checkOutputs(
        _ values: [UnsafeBufferPointer<Float>], samples: Int
    ) throws(InferenceError) {
        guard values.count == outputs.count else {
            throw .outputCount(model: name, expected: outputs.count, got: values.count)
        }
        for (position, output) in outputs.enumerated()
        where values[position].count != output.count * samples {
            throw .outputSize(
                model: name, position: position, expected: output.count * samples,
                got: values[position].count)
        }
    }

    /// Sets the outputs of a network created by `init(givenOutputsLike:)` to those of one sample among
    /// several that `checkOutputs` has accepted.
    package func setOutputs(_ values: [UnsafeBufferPointer<Float>], sample: Int) {
        guard let given = executable as? GivenOutputs else { return }
        for (position, output) in outputs.enumerated() {
            let range = sample * output.count..<(sample + 1) * output.count
            given.set(UnsafeBufferPointer(rebasing: values[position][range]), at: position)
        }
    }
}

/// Memory for the tensors of a network that runs elsewhere.
private final class GivenOutputs: Executable {
    let macs = 0
    private let inputs: [TensorDescription]
    private let inputMemory: [UnsafeMutablePointer<Float>]
    private let outputMemory: [UnsafeMutablePointer<Float>]

    init(_ inputs: [TensorDescription], _ outputs: [TensorDescription]) {
        self.inputs = inputs
        inputMemory = inputs.map { .zeros($0.count) }
        outputMemory = outputs.map { .zeros($0.count) }
    }

    deinit {
        for memory in inputMemory + outputMemory { memory.deallocate() }
    }

    func set(_ values: UnsafeBufferPointer<Float>, at position: Int) {
        if let base = values.baseAddress {
            outputMemory[position].update(from: base, count: values.count)
        }
    }

    func input(_ index: Int) -> TensorView {
        inputs[index].view(of: inputMemory[index])
    }

    func output(_ position: Int) -> UnsafePointer<Float>? {
        UnsafePointer(outputMemory[position])
    }

    /// Never called: no output is lazy.
    func evaluate(
        _ window: ChannelWindow, of position: Int, to target: UnsafeMutablePointer<Float>, step: Int
    ) {}

    /// The outputs keep the values that were set.
    func run(on pool: WorkerPool) {}
}

extension UnsafeMutablePointer<Float> {
    /// Allocates zeros.
    static func zeros(_ count: Int) -> Self {
        let memory = allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        return memory
    }
}
