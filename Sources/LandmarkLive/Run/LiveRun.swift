#if os(Linux)
import LandmarkCapture
import LandmarkCore
import LandmarkDashboard

/// Runs a task on a live input, on the newest frame whenever the task is free, and shows the results.
final class LiveRun: Sendable {
    struct State {
        var live: LiveState
        /// The task that runs.
        var task: (any LiveTask)?
        var number: UInt32 = 0
        var received = 0
        var processed = 0
        var dropped = 0
        /// The last events as JSON, for browsers that connect later.
        var events: [[UInt8]] = []
        var alerts: [String: Int] = [:]
        /// The last result of this run.
        var newest: LiveResult?
        /// The times of the last results, oldest first.
        var times: [MonotonicTime] = []
        /// How often frames arrive from a live input.
        var supply = LiveSupply()
        /// Events between two frames, which observers receive with the next frame.
        var between: [LiveEvent] = []
        /// The arrival times of frames without results so far, by timestamp.
        var arrivals: [(timestamp: Timestamp, time: MonotonicTime)] = []
    }

    let control: LiveControl
    let input: LiveInput
    let feed: PageFeed
    let loader: LiveTaskLoader
    let observers: [any LiveObserver]
    let problems: LiveProblems
    let state: Mutex<State>
    /// Called with a sentence in English when frames arrive too rarely, and when they arrive often enough
    /// again.
    let report: @Sendable (String) -> Void
    private let share = Mutex<PageShare?>(nil)

    /// - Parameters:
    ///   - feed: Where results are shown.
    ///   - loader: Loads a task when another one is requested.
    init(
        _ settings: LiveSettings, _ input: LiveInput, _ feed: PageFeed, _ loader: LiveTaskLoader,
        observers: [any LiveObserver], _ problems: LiveProblems,
        report: @escaping @Sendable (String) -> Void
    ) {
        control = LiveControl(settings)
        self.input = input
        self.feed = feed
        self.loader = loader
        self.observers = observers
        self.problems = problems
        self.report = report
        state = Mutex(State(live: LiveState(settings: settings, exercises: loader.exercises)))
        problems.setHandler { [weak self] current in self?.update { $0.problems = current } }
    }

    /// The greeting for a browser.
    ///
    /// - Parameter hasHistory: Whether recorded sessions have a page.
    func greeting(hasHistory: Bool) -> [UInt8] {
        let (live, events) = state.withLock { ($0.live, $0.events) }
        return LiveGreeting.json(
            live, input, hasHistory: hasHistory, share: share.withLock { $0 }, events: events)
    }

    /// Sets how other machines open the page.
    func setShare(_ share: PageShare?) { self.share.withLock { $0 = share } }

    /// Measures the person at a place in the image.
    func choosePerson(at place: SIMD2<Float>) {
        state.withLock(\.task)?.choosePerson(at: place)
    }

    /// Tells a browser that its camera is not the input.
    func refuseCamera(of browser: BrowserID) {
        feed.send(Array(#"{"type":"cameraBusy"}"#.utf8), to: browser)
    }

    /// The counts so far.
    var counts: (received: Int, processed: Int, dropped: Int, alerts: [String: Int]) {
        state.withLock { ($0.received, $0.processed, $0.dropped, $0.alerts) }
    }

    /// Runs until the task is canceled.
    ///
    /// - Parameters:
    ///   - task: The first task, already loaded, so that a wrong command line is reported at once.
    ///   - source: The input, already open.
    func run(_ task: any LiveTask, _ source: any FrameSource) async {
        let watching = Task { await watchSupply() }
        defer { watching.cancel() }
        var playing = Task { await runTask(control.current.settings, (task, source)) }
        for await _ in control.requests {
            playing.cancel()
            input.camera?.close()
            await playing.value
            let (settings, runs) = control.current
            guard runs else {
                update { ($0.settings, $0.phase, $0.problem) = (settings, .stopped, nil) }
                continue
            }
            playing = Task { await runTask(settings, nil) }
        }
        playing.cancel()
        input.camera?.close()
        await playing.value
    }
}
#endif
