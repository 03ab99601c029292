public import LandmarkCore
public import LandmarkImaging
public import LandmarkInference
public import LandmarkModelFile

/// The reason that a landmarker could not be created or could not process an image.
public enum TaskError: LandmarkError {
    /// An option is out of range.
    case invalidOption(name: String, expected: String, got: String)
    /// The model source is a URL whose scheme is not `file`.
    case notAFileURL(String)
    /// The file is a single network, and the task needs a bundle of several.
    case bundleExpected(name: String, entries: [String])
    /// A network in the bundle does not have the tensors that the task expects.
    case unexpectedModel(
        entry: String, bundle: String, tensor: String, expected: String, got: String)
    /// The face geometry in the bundle cannot be fitted to any face.
    case unusableGeometry(entry: String, bundle: String)
    /// A model file could not be read, or lacks an entry: it may belong to another task.
    case modelFile(ModelFileError)
    /// A network could not be prepared or run.
    case inference(InferenceError)
    /// An image could not be sampled.
    case imaging(ImagingError)
    /// The call belongs to another running mode.
    case wrongMode(call: String, needed: RunningMode, mode: RunningMode)
    /// The timestamp of a frame is not above that of the previous frame. Later frames can still be
    /// processed.
    case timestampNotIncreasing(previous: Timestamp, got: Timestamp)
    /// `detectAsync(_:)` was called on a landmarker that has no result handler.
    case resultHandlerMissing
    /// A result handler was given in a mode in which it would never be called.
    case resultHandlerNotAllowed(mode: RunningMode)

    /// A description in one sentence.
    public var description: String {
        switch self {
        case .invalidOption(let name, let expected, let got):
            "option \(name) must be \(expected), not \(got)"
        case .notAFileURL(let url): "\(url) is not a file URL; models are only read from files"
        case .bundleExpected(let name, let entries):
            "\(name) is a single network; a bundle (.task) that contains "
                + "\(entries.joined(separator: ", ")) is required"
        case .unexpectedModel(let entry, let bundle, let tensor, let expected, let got):
            "\(tensor) of \(entry) in \(bundle): expected \(expected), got \(got)"
        case .unusableGeometry(let entry, let bundle):
            "\(entry) in \(bundle) has no points to which a face could be fitted"
        case .modelFile(let error): error.description
        case .inference(let error): error.description
        case .imaging(let error): error.description
        case .wrongMode(let call, let needed, let mode):
            "\(call) requires running mode \(needed), but this landmarker's is \(mode)"
        case .timestampNotIncreasing(let previous, let got):
            "a frame at \(got.milliseconds) ms cannot follow one at \(previous.milliseconds) ms:"
                + " timestamps must increase"
        case .resultHandlerMissing:
            "detectAsync(_:) requires a result handler, but this landmarker was created without one"
        case .resultHandlerNotAllowed(let mode):
            "a result handler requires running mode \(RunningMode.liveStream), but this"
                + " landmarker's is \(mode)"
        }
    }
}
