#if os(Linux)
import LandmarkHistory
import LandmarkCore

/// What hinders a run that goes on: results do not get where they are to go beside the page, or
/// the camera sends too few images.
struct LiveProblem: Sendable, Equatable {
    enum Part: String, Sendable {
        case recording, publishing, camera
    }

    /// Kinds that the page has words for.
    enum Kind: String, Sendable {
        case full, locked, damaged, broker, starved, other
    }

    let part: Part
    let kind: Kind
    /// The error in English.
    let text: String

    /// The problem of a recording into a file, whose folder is no business of those who see the page.
    init(_ error: HistoryError, at path: String) {
        part = .recording
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
        part = .publishing
        kind = .broker
        self.text = text
    }

    /// The problem of a camera that sends too few images.
    init(starved text: String) {
        part = .camera
        kind = .starved
        self.text = text
    }
}

/// What goes wrong at the moment, at most one problem of each part.
final class LiveProblems: Sendable {
    private struct State {
        var current: [LiveProblem] = []
        var tell: (@Sendable ([LiveProblem]) -> Void)?
    }

    private let state = Mutex(State())

    /// Sets the handler that is called after each change, and now if there are problems already.
    func setHandler(_ tell: @escaping @Sendable ([LiveProblem]) -> Void) {
        let current = state.withLock { state in
            state.tell = tell
            return state.current
        }
        if !current.isEmpty { tell(current) }
    }

    /// Notes a problem of a part, or with nil that it is over.
    func set(_ problem: LiveProblem?, of part: LiveProblem.Part) {
        let (tell, current) = state.withLock { state in
            let before = state.current
            state.current.removeAll { $0.part == part }
            if let problem { state.current.append(problem) }
            // Pages would take an unchanged state for news of the run.
            return (state.current == before ? nil : state.tell, state.current)
        }
        tell?(current)
    }
}
#endif
