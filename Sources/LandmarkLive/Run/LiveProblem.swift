#if os(Linux)
import LandmarkHistory
import LandmarkCore

/// A problem that does not stop a run: results do not reach a destination other than the page, or the camera
/// sends too few images.
struct LiveProblem: Sendable, Equatable {
    enum Part: String, Sendable {
        case recording, publishing, camera
    }

    /// Kinds for which the page has words.
    enum Kind: String, Sendable {
        case full, locked, damaged, broker, starved, other
    }

    let part: Part
    let kind: Kind
    /// The error in English.
    let text: String

    /// A problem with recording into a file, whose folder is hidden from viewers of the page.
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

    /// A problem with a publisher, which waits for its broker.
    init(publishing text: String) {
        part = .publishing
        kind = .broker
        self.text = text
    }

    /// A problem with a camera that sends too few images.
    init(starved text: String) {
        part = .camera
        kind = .starved
        self.text = text
    }
}

/// The current problems, at most one for each part.
final class LiveProblems: Sendable {
    private struct State {
        var current: [LiveProblem] = []
        var tell: (@Sendable ([LiveProblem]) -> Void)?
    }

    private let state = Mutex(State())

    /// Sets the handler that is called after each change, and immediately if there are already
    /// problems.
    func setHandler(_ tell: @escaping @Sendable ([LiveProblem]) -> Void) {
        let current = state.withLock { state in
            state.tell = tell
            return state.current
        }
        if !current.isEmpty { tell(current) }
    }

    /// Sets the problem of a part, or clears it with nil.
    func set(_ problem: LiveProblem?, of part: LiveProblem.Part) {
        let (tell, current) = state.withLock { state in
            let before = state.current
            state.current.removeAll { $0.part == part }
            if let problem { state.current.append(problem) }
            // Pages would mistake an unchanged state for news about the run.
            return (state.current == before ? nil : state.tell, state.current)
        }
        tell?(current)
    }
}
#endif
