public import LandmarkCore
public import LandmarkImaging
public import LandmarkInference
public import LandmarkModelFile

/// Why a landmarker could not be made or could not look at an image.
public enum TaskError: LandmarkError {
    /// An option has a value that makes no sense.
    case invalidOption(name: String, expected: String, got: String)
    /// A single network was given where a bundle of several is needed.
    case bundleExpected(name: String, entries: [String])
    /// A network in a bundle has other tensors than the task needs.
    case unexpectedModel(
        entry: String, bundle: String, tensor: String, expected: String, got: String)
    /// The face geometry in a bundle cannot be fitted to any face.
    case unusableGeometry(entry: String, bundle: String)
    /// A model file could not be read, or lacks an entry and may be another task's.
    case modelFile(ModelFileError)
    /// A network could not be made or run.
    case inference(InferenceError)
    /// An image could not be sampled.
    case imaging(ImagingError)
    /// A call that belongs to another running mode.
    case wrongMode(call: String, needed: RunningMode, mode: RunningMode)
    /// A frame does not come after the one before it; the task goes on with later ones.
    case timestampNotIncreasing(previous: Timestamp, got: Timestamp)
    /// `detectAsync(_:)` was called on a landmarker made without a result handler.
    case resultHandlerMissing
    /// A result handler was given in a mode in which nothing would call it.
    case resultHandlerNotAllowed(mode: RunningMode)

    /// What went wrong, in one sentence.
    public var description: String {
        switch self {
        case .invalidOption(let name, let expected, let got):
            "option \(name) must be \(expected), not \(got)"
        case .bundleExpected(let name, let entries):
            "\(name) is a single network, and a bundle (.task) that holds "
                + "\(entries.joined(separator: ", ")) is needed"
        case .unexpectedModel(let entry, let bundle, let tensor, let expected, let got):
            "\(entry) in \(bundle) has \(tensor) of \(got) where \(expected) is needed"
        case .unusableGeometry(let entry, let bundle):
            "\(entry) in \(bundle) gives no points that a face could be fitted to"
        case .modelFile(let error): error.description
        case .inference(let error): error.description
        case .imaging(let error): error.description
        case .wrongMode(let call, let needed, let mode):
            "\(call) is for running mode \(needed), and this landmarker's is \(mode)"
        case .timestampNotIncreasing(let previous, let got):
            "a frame at \(got.milliseconds) ms cannot follow one at \(previous.milliseconds) ms:"
                + " timestamps must increase"
        case .resultHandlerMissing:
            "detectAsync(_:) needs a result handler, and this landmarker was made without one"
        case .resultHandlerNotAllowed(let mode):
            "a result handler is for running mode \(RunningMode.liveStream), and this landmarker's"
                + " is \(mode)"
        }
    }
}
