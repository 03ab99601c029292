#if os(Linux)
import LandmarkHistory
import LandmarkSystem

/// Why results do not get where they are to go beside the page.
struct OutputProblem: Sendable, Equatable {
    enum Output: String, Sendable {
        case recording, publishing
    }

    /// Kinds that the page has words for.
    enum Kind: String, Sendable {
        case full, locked, damaged, broker, other
    }

    let output: Output
    let kind: Kind
    /// The error in English.
    let text: String

    /// The problem of a recording into a file, whose folder is no business of those who see the page.
    init(_ error: HistoryError, at path: String) {
        output = .recording
        kind =
            switch error {
            case .full: .full
            case .locked: .locked
            case .damaged, .notAHistory: .damaged
            default: .other
            }
        text = "\(error)".replacing(path, with: Path.name(of: path))
    }

    /// The problem of a publisher: it waits for its broker.
    init(publishing text: String) {
        output = .publishing
        kind = .broker
        self.text = text
    }
}

/// What goes wrong at the moment, at most one problem of each output.
final class OutputProblems: Sendable {
    private struct State {
        var current: [OutputProblem] = []
        var tell: (@Sendable ([OutputProblem]) -> Void)?
    }

    private let state = Mutex(State())

    /// Sets who hears of changes; what goes wrong already is told at once.
    func setHandler(_ tell: @escaping @Sendable ([OutputProblem]) -> Void) {
        let current = state.withLock { state in
            state.tell = tell
            return state.current
        }
        if !current.isEmpty { tell(current) }
    }

    /// Notes a problem of an output, or with nil that it is over.
    func set(_ problem: OutputProblem?, of output: OutputProblem.Output) {
        let (tell, current) = state.withLock { state in
            state.current.removeAll { $0.output == output }
            if let problem { state.current.append(problem) }
            return (state.tell, state.current)
        }
        tell?(current)
    }
}
#endif
