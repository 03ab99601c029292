public import LandmarkCore
public import LandmarkModelFile

/// Why a model cannot be made into a network, or a network cannot run.
public enum InferenceError: LandmarkError {
    /// The model's file is at fault.
    case modelFile(ModelFileError)
    /// The engine has no such operator. Tensors are given as `name[shape]`.
    case unsupportedOperator(
        model: String, name: String, index: Int, inputs: [String], outputs: [String])
    /// The engine has the operator, but not this form of it.
    case unsupportedForm(model: String, name: String, index: Int, reason: String)
    /// An operator's inputs do not fit together.
    case mismatch(model: String, name: String, index: Int, reason: String)
    /// A tensor that is no constant holds other elements than the engine computes with. The tensor
    /// is given as `name[shape]`.
    case elementType(model: String, tensor: String, expected: ElementType, got: ElementType)
    /// A row-major operator meets a tensor of more dimensions than it walks.
    case tooManyDimensions(model: String, tensor: String, count: Int, limit: Int)
    /// The model asks for more memory than the engine gives one network.
    case tooLarge(model: String, bytes: Int, limit: Int)
    /// This processor, or this build, has no kernels of that level.
    case instructionSetUnavailable(InstructionSet, available: [InstructionSet])
    /// `LANDMARK_KERNELS` holds no level's name.
    case badEnvironment(EnvironmentError)
    /// The number of threads is outside what a pool takes.
    case threadCount(Int, allowed: ClosedRange<Int>)
    /// The system would not start the threads.
    case threadsUnavailable(Int)
    /// There is no such input.
    case noInput(model: String, index: Int, count: Int)
    /// There is no such output.
    case noOutput(model: String, position: Int, count: Int)
    /// The output was left out by `NetworkOptions.outputs`.
    case outputPruned(model: String, position: Int)
    /// The output, of this shape, has no such rows, columns or channel.
    case noWindow(model: String, position: Int, ChannelWindow, shape: [Int])
    /// An input was given the wrong number of values.
    case inputSize(model: String, index: Int, expected: Int, got: Int)

    /// One sentence with the facts of the error.
    public var description: String {
        switch self {
        case .modelFile(let error):
            error.description
        case .unsupportedOperator(let model, let name, let index, let inputs, let outputs):
            "\(model): operator \(index) is \(name), which the engine does not have "
                + "(inputs \(inputs.joined(separator: ", ")); "
                + "outputs \(outputs.joined(separator: ", ")))"
        case .unsupportedForm(let model, let name, let index, let reason):
            "\(model): operator \(index), \(name), has a form the engine does not run: \(reason)"
        case .mismatch(let model, let name, let index, let reason):
            "\(model): operator \(index), \(name), does not fit its tensors: \(reason)"
        case .elementType(let model, let tensor, let expected, let got):
            "\(model): tensor \(tensor) is of \(got), not \(expected)"
        case .tooManyDimensions(let model, let tensor, let count, let limit):
            "\(model): tensor \(tensor) has \(count) dimensions, more than \(limit)"
        case .tooLarge(let model, let bytes, let limit):
            "\(model): the network needs \(bytes) bytes, more than the \(limit) allowed"
        case .instructionSetUnavailable(let level, let available):
            "kernel level \(level.rawValue) does not run here; available: "
                + available.map(\.rawValue).joined(separator: ", ")
        case .badEnvironment(let error):
            error.description
        case .threadCount(let count, let allowed):
            "\(count) threads asked for; expected \(allowed.lowerBound) to \(allowed.upperBound)"
        case .threadsUnavailable(let count):
            "the system would not start \(count) threads"
        case .noInput(let model, let index, let count):
            "\(model): there is no input \(index) among \(count)"
        case .noOutput(let model, let position, let count):
            "\(model): there is no output \(position) among \(count)"
        case .outputPruned(let model, let position):
            "\(model): output \(position) was left out when the network was made"
        case .noWindow(let model, let position, let window, let shape):
            "\(model): output \(position), of shape \(shape), has no rows \(window.rows), columns "
                + "\(window.columns) of channel \(window.channel)"
        case .inputSize(let model, let index, let expected, let got):
            "\(model): input \(index) takes \(expected) values, got \(got)"
        }
    }
}
