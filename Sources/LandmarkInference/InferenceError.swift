public import LandmarkCore
public import LandmarkModelFile

/// The reason that a network cannot be prepared from a model, or cannot be used as requested.
public enum InferenceError: LandmarkError {
    /// The model file is invalid.
    case modelFile(ModelFileError)
    /// The operator is not supported. Tensors are given as `name[shape]`.
    case unsupportedOperator(
        model: String, name: String, index: Int, inputs: [String], outputs: [String])
    /// The operator is supported, but not in this form.
    case unsupportedForm(model: String, name: String, index: Int, reason: String)
    /// The inputs and outputs of an operator do not match.
    case mismatch(model: String, name: String, index: Int, reason: String)
    /// A tensor that is not constant does not hold floats. The tensor is given as `name[shape]`.
    case elementType(model: String, tensor: String, expected: ElementType, got: ElementType)
    /// A tensor has more dimensions than row-major operators support.
    case tooManyDimensions(model: String, tensor: String, count: Int, limit: Int)
    /// The model needs more memory than one network may take.
    case tooLarge(model: String, bytes: Int, limit: Int)
    /// The model has too many of some part, such as operators, or operations per run.
    case tooComplex(model: String, part: String, count: Int, limit: Int)
    /// The system has no memory of this size.
    case outOfMemory(bytes: Int)
    /// This processor or build has no kernels for the instruction set.
    case instructionSetUnavailable(InstructionSet, available: [InstructionSet])
    /// The kernels or the processor do not calculate in this precision.
    case precisionUnavailable(Precision, InstructionSet)
    /// The device, or the library that drives it, is not available, or cannot run the network.
    case deviceUnavailable(ComputeDevice, reason: String)
    /// The device failed in a run.
    case deviceFailed(ComputeDevice, reason: String)
    /// The value of `LANDMARK_KERNELS` is not an instruction set.
    case environment(EnvironmentError)
    /// The number of threads is outside the range that a pool allows.
    case threadCount(Int, allowed: ClosedRange<Int>)
    /// The system could not start the threads.
    case threadsUnavailable(Int)
    /// There is no such input.
    case noInput(model: String, index: Int, count: Int)
    /// There is no such output.
    case noOutput(model: String, position: Int, count: Int)
    /// The output was excluded by `NetworkOptions.outputs`.
    case outputPruned(model: String, position: Int)
    /// The window exceeds the output, which has this shape.
    case noWindow(model: String, position: Int, ChannelWindow, shape: [Int])
    /// The number of values for an input is wrong.
    case inputSize(model: String, index: Int, expected: Int, got: Int)
    /// The number of outputs that were computed elsewhere is wrong.
    case outputCount(model: String, expected: Int, got: Int)
    /// The number of values of an output that was computed elsewhere is wrong.
    case outputSize(model: String, position: Int, expected: Int, got: Int)
    /// A run returned a number that cannot be used: NaN, infinity, or one beyond ±10⁹. The model's weights
    /// are damaged, or the device miscalculates.
    case outputValue(model: String, position: Int, output: String, index: Int, value: Float)
    /// The number of samples in a batch is not positive.
    case batchSize(Int)

    /// One sentence with the facts of the error.
    public var description: String {
        switch self {
        case .modelFile(let error):
            error.description
        case .unsupportedOperator(let model, let name, let index, let inputs, let outputs):
            "\(model): operator \(index) is \(name), which is not supported "
                + "(inputs \(inputs.joined(separator: ", ")); "
                + "outputs \(outputs.joined(separator: ", ")))"
        case .unsupportedForm(let model, let name, let index, let reason):
            "\(model): operator \(index), \(name), has an unsupported form: \(reason)"
        case .mismatch(let model, let name, let index, let reason):
            "\(model): operator \(index), \(name), does not fit its tensors: \(reason)"
        case .elementType(let model, let tensor, let expected, let got):
            "\(model): tensor \(tensor): expected type \(expected), got \(got)"
        case .tooManyDimensions(let model, let tensor, let count, let limit):
            "\(model): tensor \(tensor) has \(count) dimensions, more than \(limit)"
        case .tooLarge(let model, let bytes, let limit):
            "\(model): the network needs \(bytes) bytes, more than the \(limit) allowed"
        case .tooComplex(let model, let part, let count, let limit):
            "\(model): the network has \(count) \(part), more than the \(limit) allowed"
        case .outOfMemory(let bytes):
            "the system does not have \(bytes) bytes of memory for the network"
        case .instructionSetUnavailable(let set, let available):
            "instruction set \(set.rawValue) is not available; available: "
                + available.map(\.rawValue).joined(separator: ", ")
        case .precisionUnavailable(let precision, let set):
            "\(precision.rawValue) precision is not available with instruction set \(set.rawValue) "
                + "here; it needs \(precision.requirement)"
        case .deviceUnavailable(let device, let reason):
            "\(device) cannot run the network: \(reason)"
        case .deviceFailed(let device, let reason):
            "\(device) failed: \(reason)"
        case .environment(let error):
            error.description
        case .threadCount(let count, let allowed):
            "\(count) threads requested; expected \(allowed.lowerBound) to \(allowed.upperBound)"
        case .threadsUnavailable(let count):
            "the system could not start \(count) threads"
        case .noInput(let model, let index, let count):
            "\(model): no input \(index); there are \(count)"
        case .noOutput(let model, let position, let count):
            "\(model): no output \(position); there are \(count)"
        case .outputPruned(let model, let position):
            "\(model): output \(position) was left out when the network was created"
        case .noWindow(let model, let position, let window, let shape):
            "\(model): output \(position), of shape \(shape), has no rows \(window.rows), columns "
                + "\(window.columns) of channel \(window.channel)"
        case .inputSize(let model, let index, let expected, let got):
            "\(model): input \(index) takes \(expected) values, got \(got)"
        case .outputCount(let model, let expected, let got):
            "\(model): expected \(expected) outputs, got \(got)"
        case .outputSize(let model, let position, let expected, let got):
            "\(model): expected \(expected) values of output \(position), got \(got)"
        case .outputValue(let model, let position, let output, let index, let value):
            "\(model): output \(position), \(output), has \(value) at index \(index), which is not "
                + "a usable number"
        case .batchSize(let count):
            "a batch of \(count) samples; expected at least 1"
        }
    }
}
