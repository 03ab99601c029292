public import LandmarkCore

/// An error of motion analysis.
public enum MotionError: LandmarkError, Hashable {
    /// A frame is not later than the one before it; times are in seconds.
    case timeNotIncreasing(time: Double, last: Double)
    /// A frame has another number of landmarks than 33.
    case wrongLandmarkCount(list: String, expected: Int, got: Int)

    public var description: String { "" }
}
