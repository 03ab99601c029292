import LandmarkCore
import LandmarkModelFile
package import LandmarkTasks

// The module re-exports Foundation. Where Foundation is an Objective-C module, the compiler considers another
// access level superfluous; elsewhere, it requires one.
#if canImport(ObjectiveC)
import Foundation
#else
package import Foundation
#endif

extension TaskError {
    /// Converts the error to the one that MediaPipe throws in the same situation. Details that
    /// MediaPipe does not provide follow in parentheses.
    ///
    /// - Parameter acceptsModelFile: Whether the task's model may be a single model file instead of
    ///   a bundle.
    package func nsError(acceptsModelFile: Bool = false) -> NSError {
        switch self {
        case .invalidOption(let name, _, let got): Self.option(name, got: got)
        case .bundleExpected: .status(.unknownError, "Unable to open zip archive. (\(self))")
        case .modelFile(let error): Self.modelFile(error, acceptsModelFile: acceptsModelFile)
        case .unexpectedModel, .unusableGeometry: .status(.invalidArgumentError, "\(self)")
        case .inference: .status(.internalError, "\(self)")
        case .imaging:
            .preprocessing("\(self)")
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
        // MediaPipe's message for the presence confidence names its internal field,
        // `min_detection_confidence`.
        let field =
            switch name {
            case "minTrackingConfidence": "min_tracking_confidence"
            case _ where name.hasSuffix("SuppressionThreshold"): "min_suppression_threshold"
            default: "min_detection_confidence"
            }
        return .status(
            .invalidArgumentError,
            "Invalid `\(field)` option: value must be in the range [0.0, 1.0]"
                + " (\(name) is \(got))")
    }

    private static func modelFile(
        _ error: ModelFileError, acceptsModelFile: Bool
    ) -> NSError {
        switch error {
        case .cannotOpen(let path, let reason) where reason == errorText(EACCES):
            .status(.permissionDeniedError, "Unable to open file at \(path)")
        case .cannotOpen(let path, let reason) where reason == errorText(EPERM):
            .status(.permissionDeniedError, "Unable to open file at \(path)")
        case .cannotOpen(let path, let reason) where reason == errorText(ENOENT):
            .status(.notFoundError, "Unable to open file at \(path)")
        case .cannotOpen(let path, let reason):
            .status(.unknownError, "Unable to open file at \(path) (\(reason))")
        case .notAFile:
            .status(.unknownError, "Unable to map file to memory buffer (\(error))")
        case .noEntry(_, "face_blendshapes.tflite", _):
            .missingBlendshapes("\(error)")
        case .noEntry(_, "hand_recrop.tflite", let available)
        where available.contains("hand_roi_refinement.tflite"):
            noEntry(
                "hand_recrop.tflite", available,
                " (These are the networks of MediaPipe's holistic landmarker, which this one cannot"
                    + " use; see HolisticLandmarkerOptions.)")
        case .noEntry(_, let entry, let available):
            noEntry(entry, available)
        case .archive where acceptsModelFile, .table, .model:
            .status(
                .invalidArgumentError, "The model is not a valid Flatbuffer buffer. (\(error))")
        case .archive:
            .status(.unknownError, "Unable to open zip archive. (\(error))")
        case .geometry:
            .status(.invalidArgumentError, "\(error)")
        }
    }

    private static func noEntry(
        _ entry: String, _ available: [String], _ detail: String = ""
    ) -> NSError {
        .status(
            .notFoundError,
            "No file with name: \(entry). All files in the model asset bundle are: "
                + available.joined(separator: ", ") + "." + detail)
    }

    private static func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
}
