import Foundation
import LandmarkImaging

extension NSError {
    /// The domain of all errors that tasks throw.
    static let taskDomain = "com.google.mediapipe.tasks"

    /// An error as MediaPipe's own layer throws it: a sentence.
    static func task(_ code: TasksErrorCode, _ message: String) -> NSError {
        NSError(
            domain: taskDomain, code: Int(code.rawValue),
            userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// An error as it comes from under MediaPipe's own layer: a sentence behind a status.
    static func status(_ code: TasksErrorCode, _ message: String) -> NSError {
        task(code, "\(code.statusName): \(message)")
    }

    /// Why an image's file could not be read.
    convenience init(reading error: ImagingError) {
        let code: TasksErrorCode =
            switch error {
            case .notFound: .notFoundError
            case .notPermitted: .permissionDeniedError
            default: .invalidArgumentError
            }
        self.init(
            domain: Self.taskDomain, code: Int(code.rawValue),
            userInfo: [NSLocalizedDescriptionKey: "\(code.statusName): \(error)"])
    }
}

extension TasksErrorCode {
    /// What messages from under MediaPipe's own layer call the code.
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
