/// How a run came to its end, as a report says it.
enum ReportEnding: Sendable {
    /// The input is over.
    case complete
    /// Somebody stopped the run.
    case interrupted
    /// The input could not be read on.
    case failed
    /// An output could not be written.
    case unwritable

    /// What the report warns of; nil when there is nothing.
    var warning: String? {
        switch self {
        case .complete: nil
        case .interrupted: "interrupted: the report so far"
        case .failed: "ended early by an error: the report so far"
        case .unwritable: "ended early by an output's error: the report so far"
        }
    }

    /// Why events that were going on ended.
    var ending: ToldEvent.Ending {
        switch self {
        case .complete: .inputEnd
        case .interrupted: .interruption
        case .failed: .inputFailure
        case .unwritable: .outputFailure
        }
    }
}
