#if os(Linux)
import LandmarkCommandSupport
public import LandmarkCore
import LandmarkDashboard
import LandmarkHistory

/// Why a live page cannot be created.
public enum LiveError: LandmarkError, Equatable {
    /// The task does not exist. `nearest` is the most similar name, if any is similar.
    case unknownTask(String, nearest: String?)
    /// The exercise does not exist. `nearest` is the most similar name, if any is similar.
    case unknownExercise(String, nearest: String?)
    /// The input is a single image, which has no frames to follow.
    case imageWithoutFrames(String)
    /// A model cannot be found, the input cannot be opened, the server cannot listen on the address, or the
    /// recording or the broker cannot be used.
    case unusable(reason: String)

    /// The error as a sentence in English, without a period.
    public var description: String {
        switch self {
        case .unknownTask(let name, let nearest):
            "there is no task “\(name)”" + Self.suggestion(nearest)
        case .unknownExercise(let name, let nearest):
            "there is no exercise “\(name)”" + Self.suggestion(nearest)
        case .imageWithoutFrames(let path):
            "\(path) is a single image; a live page needs a video, a camera or a folder of images"
        case .unusable(let reason): reason
        }
    }

    /// An error that apps can recognize: errors of internal types become ``unusable(reason:)``.
    static func shown(_ error: any Error) -> any Error {
        switch error {
        case is CommandError, is DashboardError, is HistoryError, is MQTTError, is SystemError:
            LiveError.unusable(reason: "\(error)")
        default: error
        }
    }

    private static func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean “\($0)”?" } ?? ""
    }
}
#endif
