#if os(Linux)
import LandmarkCore
import LandmarkMotion

/// The state of a live run.
struct LiveState: Sendable, Equatable {
    enum Phase: String, Sendable {
        /// Models and the input are being opened.
        case starting
        case running
        /// The run was stopped on the page.
        case stopped
        /// The input has ended.
        case ended
        /// The input or the task failed; see `problem`.
        case failed
    }

    var settings: LiveSettings
    /// The exercises that the page offers.
    let exercises: LiveExercises
    var phase = Phase.starting
    /// The last error.
    var problem: String?
    /// The problems that do not stop the run.
    var problems: [LiveProblem] = []

    /// The exercise that is followed; nil for other tasks.
    var exercise: ExerciseDefinition? {
        settings.kind == .exercise ? try? exercises.named(settings.exercise) : nil
    }
}

/// The page's requests to a live run. Requests that arrive while another is being carried out are merged: the
/// newest settings count.
final class LiveControl: Sendable {
    private struct Wish {
        var settings: LiveSettings
        var runs = true
    }

    private let wish: Mutex<Wish>
    private let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init(_ settings: LiveSettings) {
        wish = Mutex(Wish(settings: settings))
        (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Makes a request; the next element of ``requests`` follows.
    func request(_ change: (inout LiveSettings, inout Bool) -> Void) {
        wish.withLock { change(&$0.settings, &$0.runs) }
        continuation.yield()
    }

    /// Ends the requests, and with them the run.
    func finish() { continuation.finish() }

    /// One element for each change, or for several changes together.
    var requests: AsyncStream<Void> { changes }

    /// The current request: the settings, and whether to run.
    var current: (settings: LiveSettings, runs: Bool) {
        wish.withLock { ($0.settings, $0.runs) }
    }
}
#endif
