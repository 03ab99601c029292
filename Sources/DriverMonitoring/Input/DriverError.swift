public import LandmarkCore
public import LandmarkTasks

/// Why a frame was refused. The state before the frame is unchanged.
public enum DriverError: LandmarkError {
    /// A frame with the same timestamp as the previous one.
    case duplicateTimestamp(Timestamp)
    /// A frame that is earlier than the previous one.
    case timestampOutOfOrder(previous: Timestamp, got: Timestamp)
    /// A timestamp more than 2⁵³ ms (285,000 years) from zero; differences of such timestamps could
    /// overflow.
    case timestampOutOfRange(Timestamp)
    /// The face landmarker could not be created, or failed on a frame.
    case landmarker(TaskError)

    /// One sentence with the timestamps involved.
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

extension DriverError {
    /// Converts a landmarker's error; timestamp errors become the monitor's own cases.
    init(_ error: TaskError) {
        self =
            switch error {
            case .timestampNotIncreasing(let previous, let got):
                previous == got
                    ? .duplicateTimestamp(got)
                    : .timestampOutOfOrder(previous: previous, got: got)
            default: .landmarker(error)
            }
    }

    /// Whether the frame was refused because of its timestamp.
    var isTimestampError: Bool {
        switch self {
        case .duplicateTimestamp, .timestampOutOfOrder, .timestampOutOfRange: true
        case .landmarker: false
        }
    }
}
