#if os(Linux)
import LandmarkCore
import LandmarkMotion

/// What a live run is doing.
struct LiveState: Sendable, Equatable {
    enum Phase: String, Sendable {
        /// Models and the input are being opened.
        case starting
        case running
        /// It was stopped on the page.
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
    /// The problems of a run that continues.
    var problems: [LiveProblem] = []

    /// The exercise that is followed, if it is one.
    var exercise: ExerciseDefinition? {
        settings.kind == .exercise ? try? exercises.named(settings.exercise) : nil
    }
}

/// What the page requests of a live run. Requests that arrive while another is being carried out
/// are merged: the newest settings count.
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

    /// An element for each change, or for several together.
    var requests: AsyncStream<Void> { changes }

    /// What is wanted now: the settings, and whether to run.
    var current: (settings: LiveSettings, runs: Bool) {
        wish.withLock { ($0.settings, $0.runs) }
    }
}
#endif
