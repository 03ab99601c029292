#if os(Linux)
public import LandmarkCore

/// Why a live page cannot be made.
public enum LiveError: LandmarkError, Equatable {
    /// There is no such task. `nearest` is the most similar name, if any is similar.
    case unknownTask(String, nearest: String?)
    /// There is no such exercise. `nearest` is the most similar name, if any is similar.
    case unknownExercise(String, nearest: String?)
    /// The input is a single image, which has no frames to follow.
    case imageWithoutFrames(String)
    /// The input cannot be opened, or a model cannot be found.
    case unusable(reason: String)

    /// The error as a sentence in English, without a full stop.
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

    private static func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean “\($0)”?" } ?? ""
    }
}
#endif
