public import LandmarkCore

/// An error of motion analysis. The state before the call is unchanged.
public enum MotionError: LandmarkError, Hashable {
    /// A frame is not later than the one before it; times are in seconds.
    case timeNotIncreasing(time: Double, last: Double)
    /// A frame's time is NaN or infinite.
    case timeNotFinite(Double)
    /// A list of a frame (`world`, `image` or `visibility`) does not have 33 landmarks.
    case wrongLandmarkCount(list: String, expected: Int, got: Int)

    /// One sentence with the values involved.
    public var description: String {
        switch self {
        case .timeNotIncreasing(let time, let last):
            "a frame at \(time) s cannot follow one at \(last) s: times must increase"
        case .timeNotFinite(let time): "a frame's time must be a number of seconds, not \(time)"
        case .wrongLandmarkCount(let list, let expected, let got):
            "the list \(list) of a frame must have \(expected) landmarks, not \(got)"
        }
    }
}
