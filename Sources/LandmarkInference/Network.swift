public import LandmarkCore
public import LandmarkModelFile

/// A neural network, prepared once and run without allocating.
///
/// All arithmetic is in 32-bit floats, unless the device requests a lower precision. In the same precision,
/// the same input produces the same bytes with any number of threads and any instruction set. Not `Sendable`:
/// a network and its pool serve one caller at a time.
public final class Network {
    /// The model's inputs.
    public let inputs: [TensorDescription]
    /// The model's outputs in its order, including those excluded by `NetworkOptions.outputs`.
    public let outputs: [TensorDescription]
    /// The device in use, with its instruction set.
    public internal(set) var device: ComputeDevice
    /// Where the network runs. A device that fails in a run is replaced by the processor.
    public var placement: NetworkPlacement {
        NetworkPlacement(network: name, device: device, reason: reason)
    }

    /// Called by a run after the network has moved to another device, or will stay where it is.
    package var onPlacement: ((NetworkPlacement) -> Void)?

    let name: String
    var executable: any Executable
    var reason: String?
    /// Prepares the network for the processor; nil if it runs there.
    var replacement: (() throws(InferenceError) -> PreparedNetwork)?
    /// The executable that another thread prepares, until it is ready.
    var later: LaterExecutable?
    /// Whether the network computes each output.
    let isComputed: [Bool]
    let pool: WorkerPool

    /// Prepares `model` to run on the device that the options name, or on the processor if that device
    /// is not available or cannot run the model.
    ///
    /// Preparation folds constants, pads and activations into convolutions, drops operations that no
    /// requested output needs, packs weights and lays out memory. Networks of the same model bytes that have
    /// the same device, outputs and number of threads share the weights, which are freed with the last one.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - options: The device, and the outputs to compute.
    ///   - pool: The threads that run the network, which retains them.
    /// - Throws: `InferenceError.instructionSetUnavailable` or `.environment` for the processor;
    ///   `.unsupportedOperator`, `.unsupportedForm`, `.mismatch`, `.elementType`,
    ///   `.tooManyDimensions`, `.tooLarge`, `.tooComplex` or `.modelFile` for the model; `.noOutput` for the options.
    public convenience init(
        _ model: TFLiteModel, options: NetworkOptions = NetworkOptions(), pool: WorkerPool
    ) throws(InferenceError) {
        let order = NetworkOrder(model, options: options)
        self.init(try PreparedNetwork(order, threads: pool.threads), of: model, pool: pool)
    }

    /// Prepares `model` to run on `backend`, regardless of the device in the options; if `isTrial`, only if
    /// it is faster than the processor.
    ///
    /// - Throws: The errors of `init(_:options:pool:)`.
    package convenience init(
        _ model: TFLiteModel, options: NetworkOptions = NetworkOptions(), backend: any Backend,
        isTrial: Bool = false, pool: WorkerPool
    ) throws(InferenceError) {
        let order = NetworkOrder(model, options: options)
        let prepared = try PreparedNetwork(
            order, backend, threads: pool.threads, isTrial: isTrial)
        self.init(prepared, of: model, pool: pool)
    }

    init(_ prepared: PreparedNetwork, of model: TFLiteModel, pool: WorkerPool) {
        self.pool = pool
        executable = prepared.executable
        device = prepared.device
        reason = prepared.reason
        replacement = prepared.replacement
        later = prepared.later
        isComputed = prepared.isComputed
        name = model.name
        func describe(_ tensor: Int) -> TensorDescription {
            TensorDescription(name: model.tensors[tensor].name, shape: model.tensors[tensor].shape)
        }
        inputs = model.inputs.map(describe)
        outputs = model.outputs.map(describe)
    }

    /// Creates a network with the tensors and threads of another one, which computes all outputs.
    init(_ executable: any Executable, on device: ComputeDevice, like other: Network) {
        self.executable = executable
        self.device = device
        pool = other.pool
        isComputed = other.outputs.map { _ in true }
        name = other.name
        inputs = other.inputs
        outputs = other.outputs
    }

    /// The packed weights, if other networks of the same model can share them.
    package var sharedWeights: (any AnyObject & Sendable)? { executable.shared }

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
        values.withUnsafeBufferPointer { executable.input(index).copy(from: $0) }
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
