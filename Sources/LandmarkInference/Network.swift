internal import CLandmarkKernels
public import LandmarkCore
public import LandmarkModelFile

/// A neural network, planned once and run without allocating.
///
/// All arithmetic is in 32-bit floats. The same input gives the same bytes, whatever the number of
/// threads, for the same kernel level. Not `Sendable`: a network and its pool serve one caller at
/// a time.
public final class Network {
    /// The model's inputs.
    public let inputs: [TensorDescription]
    /// The model's outputs in its order, also those that were left out.
    public let outputs: [TensorDescription]
    /// The instruction set in use.
    public let device: ComputeDevice

    let name: String
    let plan: Plan
    private let pool: WorkerPool

    /// Plans `model`: folds constants, pads and activations into its convolutions, drops what no
    /// wanted output needs, packs the weights and lays out the memory.
    public convenience init(
        _ model: TFLiteModel, options: NetworkOptions = NetworkOptions(), pool: WorkerPool
    ) throws(InferenceError) {
        let plan = try Plan.make(model, options, threads: pool.threads)
        self.init(plan, of: model, pool: pool)
    }

    init(_ plan: Plan, of model: TFLiteModel, pool: WorkerPool) {
        self.plan = plan
        self.pool = pool
        device = plan.device
        name = model.name
        func describe(_ tensor: Int) -> TensorDescription {
            TensorDescription(name: model.tensors[tensor].name, shape: model.tensors[tensor].shape)
        }
        inputs = model.inputs.map(describe)
        outputs = model.outputs.map(describe)
    }

    /// Runs the network on what its inputs hold.
    public func run() {
        plan.steps.withUnsafeBufferPointer { steps in
            lk_pool_run(pool.pool, steps.baseAddress, Int32(steps.count))
        }
    }

    /// The products that a run adds, all convolutions together; twice as many floating-point
    /// operations. Where weights that are zero are left out, so are their products, and so are those
    /// of outputs that are computed where they are read.
    public var multiplyAdds: Int { plan.multiplyAdds.reduce(0, +) }

    /// Runs the network step by step, `runs` times, and says how long each step took at its
    /// fastest: the figure that other work on the machine disturbs least.
    public func profile(runs: Int) -> [StepTiming] {
        var fastest = [Duration?](repeating: nil, count: plan.steps.count)
        for _ in 0..<max(runs, 1) {
            plan.steps.withUnsafeBufferPointer { steps in
                guard let base = steps.baseAddress else { return }
                for index in steps.indices {
                    let start = ContinuousClock.now
                    lk_pool_run(pool.pool, base + index, 1)
                    let duration = ContinuousClock.now - start
                    fastest[index] = min(fastest[index] ?? duration, duration)
                }
            }
        }
        return plan.steps.indices.map { index in
            StepTiming(
                name: plan.names[index], duration: fastest[index] ?? .zero,
                multiplyAdds: plan.multiplyAdds[index])
        }
    }

    /// Sets an input from row-major values.
    public func setInput(_ values: [Float], at index: Int = 0) throws(InferenceError) {
        let expected = try input(index)
        guard values.count == inputs[index].count else {
            throw .inputSize(
                model: name, index: index, expected: inputs[index].count, got: values.count)
        }
        let view = view(of: expected)
        values.withUnsafeBufferPointer { buffer in
            let row = view.width * view.channels
            for y in 0..<view.height {
                for i in 0..<row { view.base[y * view.rowStride + i] = buffer[y * row + i] }
            }
        }
    }

    /// The values of an output after a run, row-major.
    public func output(_ position: Int) throws(InferenceError) -> [Float] {
        try withOutput(position) { Array($0) }
    }

    /// Hands out an input's memory to write to.
    package func withInput<Result>(
        _ index: Int = 0, _ body: (TensorView) -> Result
    ) throws(InferenceError) -> Result {
        body(view(of: try input(index)))
    }

    /// Hands out an output's memory, row-major, as the last run left it. An output that is kept for
    /// windows is computed for it, into memory of its own.
    package func withOutput<Result>(
        _ position: Int, _ body: (UnsafeBufferPointer<Float>) -> Result
    ) throws(InferenceError) -> Result {
        switch try place(ofOutput: position) {
        case .buffer(let buffer):
            body(UnsafeBufferPointer(start: plan.memory[buffer], count: outputs[position].count))
        case .deferred(let deferred):
            whole(deferred, of: outputs[position]).withUnsafeBufferPointer(body)
        }
    }

    /// Where the values of a wanted output come from.
    func place(ofOutput position: Int) throws(InferenceError) -> Plan.OutputPlace {
        guard outputs.indices.contains(position) else {
            throw .noOutput(model: name, position: position, count: outputs.count)
        }
        guard let place = plan.outputs[position] else {
            throw .outputPruned(model: name, position: position)
        }
        return place
    }

    private func input(_ index: Int) throws(InferenceError) -> InputImage {
        guard plan.inputs.indices.contains(index), let image = plan.inputs[index] else {
            throw .noInput(model: name, index: index, count: inputs.count)
        }
        return image
    }

    private func view(of image: InputImage) -> TensorView {
        TensorView(
            base: plan.memory[image.buffer] + image.offset, height: image.height,
            width: image.width, channels: image.channels, rowStride: image.rowStride)
    }
}
