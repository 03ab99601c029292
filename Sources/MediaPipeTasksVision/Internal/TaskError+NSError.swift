package import Foundation
import LandmarkCore
import LandmarkModelFile
package import LandmarkTasks

extension TaskError {
    /// The value of `body`, whose errors become those that tasks throw.
    ///
    /// `isLoose` says that the task's model is a single network rather than a bundle.
    static func converting<Value>(
        isLoose: Bool = false, _ body: () throws(TaskError) -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch {
            throw error.converted(isLoose: isLoose)
        }
    }

    /// The error that a task throws for this one.
    package func converted(isLoose: Bool = false) -> NSError {
        switch self {
        case .invalidOption(let name, _, let got): Self.option(name, got: got)
        case .bundleExpected: .status(.unknownError, "Unable to open zip archive. (\(self))")
        case .modelFile(let error): Self.modelFile(error, isLoose: isLoose)
        case .unexpectedModel, .unusableGeometry: .status(.invalidArgumentError, "\(self)")
        case .inference: .status(.internalError, "\(self)")
        case .imaging:
            .task(
                .internalError,
                "Some error occurred while preprocessing the input image. (\(self))")
        case .timestampNotIncreasing:
            .status(
                .invalidArgumentError,
                "Input timestamp must be monotonically increasing. (\(self))")
        default: .task(.invalidArgumentError, "\(self)")
        }
    }

    private static func option(_ name: String, got: String) -> NSError {
        guard name.hasPrefix("min") else {
            return .status(
                .internalError,
                "max_vec_size should be greater than or equal to 1. (\(name) is \(got))")
        }
        // MediaPipe names the presence confidence by the field that holds it inside.
        let field =
            switch name {
            case "minTrackingConfidence": "min_tracking_confidence"
            case "minSuppressionThreshold": "min_suppression_threshold"
            default: "min_detection_confidence"
            }
        return .status(
            .invalidArgumentError,
            "Invalid `\(field)` option: value must be in the range [0.0, 1.0]"
                + " (\(name) is \(got))")
    }

    private static func modelFile(_ error: ModelFileError, isLoose: Bool) -> NSError {
        switch error {
        case .cannotOpen(let path, let reason) where reason == text(of: EACCES):
            .status(.permissionDeniedError, "Unable to open file at \(path)")
        case .cannotOpen(let path, let reason)
        where reason == text(of: ENOENT) || reason == text(of: ENOTDIR):
            .status(.notFoundError, "Unable to open file at \(path)")
        case .cannotOpen, .notAFile:
            .status(.unknownError, "Unable to map the file. (\(error))")
        case .noEntry(_, "face_blendshapes.tflite", _):
            .status(
                .invalidArgumentError,
                "BLENDSHAPES Tag and blendshapes model must be both set. (\(error))")
        case .noEntry(_, let entry, let available):
            .status(
                .notFoundError,
                "No file with name: \(entry). All files in the model asset bundle are: "
                    + available.joined(separator: ", "))
        case .archive where isLoose, .table, .model:
            .status(
                .invalidArgumentError, "The model is not a valid Flatbuffer buffer. (\(error))")
        case .archive:
            .status(.unknownError, "Unable to open zip archive. (\(error))")
        case .geometry:
            .status(.invalidArgumentError, "\(error)")
        }
    }

    private static func text(of code: Int32) -> String { String(cString: strerror(code)) }
}
