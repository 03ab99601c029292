/// The codes of errors in the domain `com.google.mediapipe.tasks`.
///
/// Tasks throw `NSError`; compare its `code` with a case's `rawValue`.
public enum TasksErrorCode: UInt, Sendable {
    /// The work was cancelled.
    case cancelledError = 1
    /// Nothing more is known.
    case unknownError = 2
    /// An option, an image or a call has no sense.
    case invalidArgumentError = 3
    /// Time ran out.
    case deadlineExceededError = 4
    /// A file, or a part of a model bundle, is not there.
    case notFoundError = 5
    /// What is to be made exists.
    case alreadyExistsError = 6
    /// The system does not permit it.
    case permissionDeniedError = 7
    /// Memory or another resource ran out.
    case resourceExhaustedError = 8
    /// The task is not in a state for the call.
    case failedPreconditionError = 9
    /// The work was given up.
    case abortedError = 10
    /// A value lies outside what is possible.
    case outOfRangeError = 11
    /// It is not supported.
    case unimplementedError = 12
    /// Something that should hold does not.
    case internalError = 13
    /// It is not to be had now.
    case unavailableError = 14
    /// Data was lost or damaged.
    case dataLossError = 15
    /// The caller is not known.
    case unauthenticatedError = 16
    /// Sound may not be recorded.
    case audioRecordPermissionDeniedError = 17
    /// Whether sound may be recorded has not been asked.
    case audioRecordPermissionUndeterminedError = 18
    /// More sound is awaited.
    case audioRecordWaitingForNewMicInputError = 19
    /// The microphone is not tapped.
    case audioRecordNotTappingMicError = 20

    /// The lowest code.
    public static let first = TasksErrorCode.cancelledError
    /// The highest code.
    public static let last = TasksErrorCode.audioRecordNotTappingMicError
}
