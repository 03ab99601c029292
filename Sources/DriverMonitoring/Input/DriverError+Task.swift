import LandmarkTasks

extension DriverError {
    /// A landmarker's error; those of time are the monitor's own.
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

    /// Whether a frame came at a time at which none may come.
    var isOfTime: Bool {
        switch self {
        case .duplicateTimestamp, .timestampOutOfOrder, .timestampOutOfRange: true
        case .landmarker: false
        }
    }
}
