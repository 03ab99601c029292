import CLandmarkInterface
import DriverMonitoring
import LandmarkCore
import LandmarkImaging
import LandmarkInference
import LandmarkMotion
import LandmarkTasks

/// A mistake by the caller that is possible only in C.
enum InterfaceError: LandmarkError, Hashable {
    /// An argument is NULL.
    case null(String)
    /// The `size` of a struct is not that of any version.
    case wrongSize(structure: String, size: Int, expected: Int)
    /// A number has no meaning.
    case unknownValue(name: String, expected: String, got: String)
    /// A string is not UTF-8.
    case notUTF8(String)
    /// A definition is not JSON.
    case invalidJSON(String, reason: String)
    /// A file cannot be written.
    case unwritable(String, reason: String)
    /// There is not enough memory for a result.
    case outOfMemory(bytes: Int)

    var description: String {
        switch self {
        case .null(let argument): "argument \(argument) is NULL"
        case .wrongSize(let structure, let size, let expected):
            "\(structure): expected a size of \(expected), which \(structure)_init sets, got "
                + "\(size)"
        case .unknownValue(let name, let expected, let got):
            "\(name) must be \(expected), not \(got)"
        case .notUTF8(let argument): "argument \(argument) is not UTF-8"
        case .invalidJSON(let argument, let reason): "argument \(argument): \(reason)"
        case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
        case .outOfMemory(let bytes): "not enough memory for a result of \(bytes) bytes"
        }
    }
}

/// Runs the body of an interface function, and keeps its error message for the thread.
func status(of body: () throws -> Void) -> landmark_status {
    do {
        try body()
        return LANDMARK_OK
    } catch {
        let text = (error as? any LandmarkError)?.description ?? "\(error)"
        text.withCString(lk_error_set)
        return status(of: error)
    }
}

private func status(of error: any Error) -> landmark_status {
    switch error {
    case InterfaceError.outOfMemory, ImagingError.outOfMemory: LANDMARK_OUT_OF_MEMORY
    case is InterfaceError, is ExerciseError: LANDMARK_INVALID_ARGUMENT
    case let error as TaskError: status(of: error)
    case let error as DriverError: status(of: error)
    case is MotionError: LANDMARK_TIMESTAMP_ERROR
    case let error as ImagingError: status(of: error)
    default: LANDMARK_INVALID_ARGUMENT
    }
}

private func status(of error: TaskError) -> landmark_status {
    switch error {
    case .invalidOption, .resultHandlerMissing, .resultHandlerNotAllowed,
        .inference(.threadCount):
        LANDMARK_INVALID_ARGUMENT
    case .notAFileURL, .bundleExpected, .unexpectedModel, .unusableGeometry, .modelFile:
        LANDMARK_MODEL_ERROR
    case .inference(.outOfMemory): LANDMARK_OUT_OF_MEMORY
    case .inference: LANDMARK_INFERENCE_ERROR
    case .imaging(let error): status(of: error)
    case .wrongMode: LANDMARK_WRONG_MODE
    case .timestampNotIncreasing: LANDMARK_TIMESTAMP_ERROR
    }
}

private func status(of error: DriverError) -> landmark_status {
    switch error {
    case .landmarker(let error): status(of: error)
    case .duplicateTimestamp, .timestampOutOfOrder, .timestampOutOfRange:
        LANDMARK_TIMESTAMP_ERROR
    }
}

private func status(of error: ImagingError) -> landmark_status {
    switch error {
    case .invalidImageSize, .rowTooShort, .tooFewBytes: LANDMARK_INVALID_ARGUMENT
    case .outOfMemory: LANDMARK_OUT_OF_MEMORY
    case .instructionSetUnavailable, .environment: LANDMARK_INFERENCE_ERROR
    default: LANDMARK_IMAGE_ERROR
    }
}
