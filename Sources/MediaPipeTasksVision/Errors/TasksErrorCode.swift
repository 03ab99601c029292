import Foundation
import LandmarkImaging

/// The codes of errors in the domain `com.google.mediapipe.tasks`. Codes 1…16 equal the absl status
/// codes.
///
/// Tasks throw `NSError`; compare its `code` with the `rawValue` of a case.
#if canImport(ObjectiveC)
@objc(MPPTasksErrorCode)
#endif
public enum TasksErrorCode: UInt, Sendable {
    /// The operation was canceled.
    case cancelledError = 1
    /// An error without further information.
    case unknownError = 2
    /// An invalid option, image or call.
    case invalidArgumentError = 3
    /// The deadline expired.
    case deadlineExceededError = 4
    /// A file, or an entry of a model bundle, does not exist.
    case notFoundError = 5
    /// The entity to create already exists.
    case alreadyExistsError = 6
    /// Permission was denied by the system.
    case permissionDeniedError = 7
    /// Memory or another resource is exhausted.
    case resourceExhaustedError = 8
    /// The task is not in the required state.
    case failedPreconditionError = 9
    /// The operation was aborted.
    case abortedError = 10
    /// A value is out of range.
    case outOfRangeError = 11
    /// The operation is not supported.
    case unimplementedError = 12
    /// An internal invariant is broken.
    case internalError = 13
    /// The service is currently unavailable.
    case unavailableError = 14
    /// Data was lost or corrupted.
    case dataLossError = 15
    /// The caller is not authenticated.
    case unauthenticatedError = 16
    /// Permission to record audio was denied.
    case audioRecordPermissionDeniedError = 17
    /// Permission to record audio has not been requested.
    case audioRecordPermissionUndeterminedError = 18
    /// More audio input is awaited.
    case audioRecordWaitingForNewMicInputError = 19
    /// The microphone is not tapped.
    case audioRecordNotTappingMicError = 20

    /// The lowest code.
    public static let first = TasksErrorCode.cancelledError
    /// The highest code.
    public static let last = TasksErrorCode.audioRecordNotTappingMicError
}

#if canImport(ObjectiveC)
/// The lowest and the highest code under their Objective-C names. In Swift use
/// `TasksErrorCode.first` and `.last`.
@objc(MPPTasksErrorCodeRange)
public enum TasksErrorCodeRange: UInt, Sendable {
    /// The lowest code.
    @objc(MPPTasksErrorCodeFirst)
    case first = 1
    /// The highest code.
    @objc(MPPTasksErrorCodeLast)
    case last = 20
}
#endif

extension TasksErrorCode {
    /// The prefix of messages that come from below MediaPipe's Objective-C layer.
    fileprivate var statusName: String {
        switch self {
        case .invalidArgumentError: "INVALID_ARGUMENT"
        case .notFoundError: "NOT_FOUND"
        case .permissionDeniedError: "PERMISSION_DENIED"
        case .internalError: "INTERNAL"
        default: "UNKNOWN"
        }
    }
}

extension NSError {
    /// The domain of all errors that tasks throw.
    static let taskDomain = "com.google.mediapipe.tasks"

    /// Creates an error with a bare message, as MediaPipe's Objective-C layer does.
    static func task(_ code: TasksErrorCode, _ message: String) -> NSError {
        NSError(
            domain: taskDomain, code: Int(code.rawValue),
            userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// Creates an error with a message prefixed by its status, as MediaPipe's C++ layer does.
    static func status(_ code: TasksErrorCode, _ message: String) -> NSError {
        task(code, "\(code.statusName): \(message)")
    }

    /// Creates the error for blendshapes that no model computes.
    static func missingBlendshapes(
        _ detail: String = "this landmarker's models have no blendshapes"
    ) -> NSError {
        status(
            .invalidArgumentError,
            "BLENDSHAPES Tag and blendshapes model must be both set. Get BLENDSHAPES is set: true,"
                + " blendshapes model is set: false (\(detail))")
    }

    /// Creates the error for an image whose pixels cannot be used.
    static func preprocessing(_ detail: String) -> NSError {
        task(
            .internalError,
            "Some error occurred while preprocessing the input image. Please verify that the image"
                + " is not corrupted. (\(detail))")
    }

    /// Creates the error for an image file that cannot be read.
    static func reading(_ error: ImagingError) -> NSError {
        let code: TasksErrorCode =
            switch error {
            case .notFound: .notFoundError
            case .notPermitted: .permissionDeniedError
            default: .invalidArgumentError
            }
        return status(code, "\(error)")
    }
}
