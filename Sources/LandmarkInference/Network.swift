public import LandmarkCore
public import LandmarkModelFile

/// A neural network, prepared once and run without allocating.
///
/// All arithmetic is in 32-bit floats, unless the device asks for a lower precision. In the
/// same precision, the same input produces the same bytes with any number of threads and any
/// instruction set. Not `Sendable`: a network and its pool serve one caller at a time.
public final class Network {
    /// The model's inputs.
    public let inputs: [TensorDescription]
    /// The model's outputs in its order, including those excluded by `NetworkOptions.outputs`.
    public let outputs: [TensorDescription]
    /// The device in use, with its instruction set.
    public let device: ComputeDevice

    private let name: String
    private let executable: any Executable
    /// Whether the network computes each output.
    private let isComputed: [Bool]
    private let pool: WorkerPool

    /// Prepares `model` to run on the device that the options name.
    ///
    /// Preparation folds constants, pads and activations into convolutions, drops what no requested
    /// output needs, packs weights and lays out memory. Networks of the same model bytes that have the
    /// same device, outputs and number of threads share the weights, which are freed with the last one.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - options: The device, and the outputs to compute.
    ///   - pool: The threads that run the network, which retains them.
    /// - Throws: `InferenceError.instructionSetUnavailable` or `.environment` for the device;
    ///   `.unsupportedOperator`, `.unsupportedForm`, `.mismatch`, `.elementType`,
    ///   `.tooManyDimensions`, `.tooLarge` or `.modelFile` for the model; `.noOutput` for the options.
    public convenience init(
        _ model: TFLiteModel, options: NetworkOptions = NetworkOptions(), pool: WorkerPool
    ) throws(InferenceError) {
        let backend = try options.device.backend(threads: pool.threads)
        try self.init(model, options: options, backend: backend, pool: pool)
    }

    /// Prepares `model` to run on `backend`, regardless of the device in the options.
    ///
    /// - Throws: The errors of `init(_:options:pool:)`.
    package convenience init(
        _ model: TFLiteModel, options: NetworkOptions = NetworkOptions(), backend: any Backend,
        pool: WorkerPool
    ) throws(InferenceError) {
        self.init(try Prepared(model, options, backend), of: model, pool: pool)
    }

    init(_ prepared: Prepared, of model: TFLiteModel, pool: WorkerPool) {
        self.pool = pool
        executable = prepared.executable
        device = prepared.device
        isComputed = prepared.isComputed
        name = model.name
        func describe(_ tensor: Int) -> TensorDescription {
            TensorDescription(name: model.tensors[tensor].name, shape: model.tensors[tensor].shape)
        }
        inputs = model.inputs.map(describe)
        outputs = model.outputs.map(describe)
    }

    /// A model that is ready to run.
    struct Prepared {
        let executable: any Executable
        let device: ComputeDevice
        /// Whether it computes each output of the model.
        let isComputed: [Bool]

        init(
            _ model: TFLiteModel, _ options: NetworkOptions, _ backend: any Backend
        ) throws(InferenceError) {
            executable = try backend.prepare(NetworkSource(model: model, options: options))
            device = backend.device
            isComputed = model.outputs.indices.map { options.outputs?.contains($0) ?? true }
        }
    }

    /// The packed weights, if other networks of the same model can share them.
    package var sharedWeights: (any AnyObject & Sendable)? { executable.shared }

    // MARK: Running

    /// Runs the network on the values of its inputs.
    public func run() {
        executable.run(on: pool)
    }

    /// Multiply-accumulates (MACs) of all convolutions per run; FLOPs = 2 × MACs. Pruned zero weights
    /// and lazy outputs are not counted.
    public var macs: Int { executable.macs }

    /// Runs the network step by step, `runs` times, and returns the fastest time of each step.
    public func profile(runs: Int) -> [StepTiming] {
        executable.profile(runs: max(runs, 1), on: pool)
    }

    // MARK: Inputs

    /// Sets an input.
    ///
    /// - Parameters:
    ///   - values: The values in the shape of `inputs[index]`, row-major.
    ///   - index: The position of the input in `inputs`.
    /// - Throws: `InferenceError.noInput` or `.inputSize`.
    public func setInput(_ values: [Float], at index: Int = 0) throws(InferenceError) {
        try checkInput(index)
        guard values.count == inputs[index].count else {
            throw .inputSize(
                model: name, index: index, expected: inputs[index].count, got: values.count)
        }
        let view = executable.input(index)
        values.withUnsafeBufferPointer { buffer in
            let row = view.width * view.channels
            for y in 0..<view.height {
                for i in 0..<row { view.base[y * view.rowStride + i] = buffer[y * row + i] }
            }
        }
    }

    /// Calls `body` with the memory of an input, for writing.
    ///
    /// - Throws: `InferenceError.noInput`.
    package func withInput<Result>(
        _ index: Int = 0, _ body: (TensorView) -> Result
    ) throws(InferenceError) -> Result {
        try checkInput(index)
        return body(executable.input(index))
    }

    private func checkInput(_ index: Int) throws(InferenceError) {
        guard inputs.indices.contains(index) else {
            throw .noInput(model: name, index: index, count: inputs.count)
        }
    }

    // MARK: Outputs

    /// Returns the values of an output after a run, row-major.
    ///
    /// - Throws: `InferenceError.noOutput` or `.outputPruned`.
    public func output(_ position: Int) throws(InferenceError) -> [Float] {
        try withOutput(position) { Array($0) }
    }

    /// Returns the values of a window of an output after a run, row by row.
    ///
    /// A lazy output (`NetworkOptions.lazyOutputs`) is computed for the window by this call; any
    /// other was computed by the run.
    ///
    /// - Throws: `InferenceError.noOutput`, `.outputPruned` or `.noWindow`.
    public func output(
        _ position: Int, in window: ChannelWindow
    ) throws(InferenceError) -> [Float] {
        try withOutput(position, in: window) { Array($0) }
    }

    /// Calls `body` with the values of an output, row-major, as the last run left them. A lazy output
    /// is computed into temporary memory.
    ///
    /// - Throws: `InferenceError.noOutput` or `.outputPruned`.
    package func withOutput<Result>(
        _ position: Int, _ body: (UnsafeBufferPointer<Float>) -> Result
    ) throws(InferenceError) -> Result {
        try checkOutput(position)
        let count = outputs[position].count
        guard let values = executable.output(position) else {
            return evaluateWhole(position).withUnsafeBufferPointer(body)
        }
        return body(UnsafeBufferPointer(start: values, count: count))
    }

    /// Calls `body` with the values of a window of an output, row by row, as the last run left
    /// them. A window of up to 256 values uses only stack memory.
    ///
    /// - Throws: `InferenceError.noOutput`, `.outputPruned` or `.noWindow`.
    package func withOutput<Result>(
        _ position: Int, in window: ChannelWindow, _ body: (UnsafeBufferPointer<Float>) -> Result
    ) throws(InferenceError) -> Result {
        try checkOutput(position)
        let output = outputs[position]
        guard output.contains(window) else {
            throw .noWindow(model: name, position: position, window, shape: output.shape)
        }
        let count = window.rows.count * window.columns.count
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { values in
            if let base = values.baseAddress, count > 0 {
                if let source = executable.output(position) {
                    output.copy(window, from: source, to: base)
                } else {
                    executable.evaluate(window, of: position, to: base, step: 1)
                }
            }
            return body(UnsafeBufferPointer(values))
        }
    }

    private func checkOutput(_ position: Int) throws(InferenceError) {
        guard outputs.indices.contains(position) else {
            throw .noOutput(model: name, position: position, count: outputs.count)
        }
        guard isComputed[position] else { throw .outputPruned(model: name, position: position) }
    }

    /// Returns all values of a lazy output, row-major.
    private func evaluateWhole(_ position: Int) -> [Float] {
        let output = outputs[position]
        return [Float](unsafeUninitializedCapacity: output.count) { values, used in
            for channel in 0..<output.channels {
                guard let base = values.baseAddress, output.count > 0 else { break }
                let window = ChannelWindow(
                    channel: channel, rows: 0..<output.height, columns: 0..<output.width)
                executable.evaluate(window, of: position, to: base + channel, step: output.channels)
            }
            used = output.count
        }
    }
}
