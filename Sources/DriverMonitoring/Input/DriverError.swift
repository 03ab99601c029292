public import LandmarkCore
public import LandmarkTasks

/// Why a frame was refused; what is known of the driver is as before it.
public enum DriverError: LandmarkError {
    /// A frame with the time of the one before it.
    case duplicateTimestamp(Timestamp)
    /// A frame that comes before the last one.
    case timestampOutOfOrder(previous: Timestamp, got: Timestamp)
    /// A time so far from zero (285,000 years) that times cannot be subtracted.
    case timestampOutOfRange(Timestamp)
    /// The face landmarker could not be made, or could not look at a frame.
    case landmarker(TaskError)

    /// What went wrong, in one sentence.
    public var description: String {
        switch self {
        case .duplicateTimestamp(let time):
            "a second frame at \(time.milliseconds) ms: timestamps must increase"
        case .timestampOutOfOrder(let previous, let got):
            "a frame at \(got.milliseconds) ms cannot follow one at \(previous.milliseconds) ms:"
                + " timestamps must increase"
        case .timestampOutOfRange(let time):
            "a frame at \(time.milliseconds) ms is too far from zero"
        case .landmarker(let error): error.description
        }
    }
}
