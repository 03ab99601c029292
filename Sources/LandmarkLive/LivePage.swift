#if os(Linux)
import LandmarkCommandSupport
import LandmarkCapture
import LandmarkCore
package import LandmarkDashboard
import LandmarkTasks

/// A browser page that shows a task live: images, landmarks, events and charts.
///
/// ```swift
/// let page = try await LivePage(.camera("camera:0"), LiveOptions(task: "drive"))
/// print(page.links)
/// try await page.run()
/// ```
///
/// The page is served from its initialization until ``run()`` returns. Any thread may use it.
public final class LivePage: Sendable {
    /// The addresses of the page, with the token if one is needed; at least one.
    public let links: [String]
    /// How another machine opens the page; nil for a page that only this machine can reach.
    package let share: PageShare?
    private let live: LiveRun
    private let dashboard: Dashboard
    private let outputs: LiveOutputs
    /// The first task and its source, loaded and opened.
    private let first: (task: any LiveTask, source: any FrameSource)

    /// Loads the models, opens the input and starts the server.
    ///
    /// - Throws: ``LiveError``; `TaskError` for a model that cannot be used; `CaptureError` for an input
    ///   that cannot be read; `ImagingError` for a background that cannot be read; `ExerciseError` for
    ///   exercises and thresholds that are not valid; `CancellationError`
    ///   when the task is canceled before the input has sent its first frame.
    public convenience init(
        _ source: LiveSource, _ options: LiveOptions = LiveOptions(),
        at address: LiveAddress = LiveAddress()
    ) async throws {
        do {
            let input = try LiveInput(source, options)
            let settings = try LiveSettings(task: options.task, among: options.knownExercises)
            try await self.init(settings, input, options, try address.options)
        } catch {
            throw LiveError.shown(error)
        }
    }

    /// - Parameter report: Called with a sentence when frames arrive too rarely, and when they arrive often
    ///   enough again.
    /// - Throws: As the public initializer, but with the errors of this package's parts.
    package init(
        _ settings: LiveSettings, _ input: LiveInput, _ options: LiveOptions,
        _ address: DashboardOptions, report: (@Sendable (String) -> Void)? = nil
    ) async throws {
        let loader = try LiveTaskLoader(options, settings, input: input.reportName)
        // Loaded before the input is opened, so that a wrong model is an error before a camera is switched
        // on.
        let task = try loader.load(settings)
        guard let frames = try await input.open(isRepeated: false) else {
            throw CancellationError()
        }
        let problems = LiveProblems()
        let outputs = try LiveOutputs(options, problems)
        let feed = PageFeed()
        let live = LiveRun(
            settings, input, feed, loader, observers: outputs.observers, problems,
            report: report ?? options.onMessage ?? { _ in })
        let dashboard = try Dashboard(
            address, Self.handlers(live, input, outputs.history), feed: feed)
        self.live = live
        self.outputs = outputs
        self.dashboard = dashboard
        first = (task, frames)
        links = dashboard.links
        share = PageShare(dashboard, address)
        live.setShare(share)
        input.camera?.setDamageHandler { [weak input = input.camera] number in
            guard let owner = input?.owner else { return }
            feed.answer(
                LiveFrame(
                    number: number, capture: .now, json: Array("{}".utf8), jpeg: [],
                    isAnswer: true),
                to: owner)
        }
    }

    /// Runs until the task is canceled or, with ``LiveOptions/endsWithInput``, the input has ended; then
    /// it stops the server and completes the recording. Call it once.
    ///
    /// - Throws: ``LiveError/unusable(reason:)`` if the recording cannot be completed.
    public func run() async throws {
        await live.run(first.task, first.source)
        dashboard.stop()
        do {
            try outputs.finish()
        } catch {
            throw LiveError.shown(error)
        }
    }

    /// Why the input or the task failed; nil while there is no such failure.
    public var problem: String? { live.state.withLock { $0.live.problem } }

    /// The numbers of frames that have been received, processed, and replaced by newer ones.
    public var frames: (received: Int, processed: Int, dropped: Int) {
        let counts = live.counts
        return (counts.received, counts.processed, counts.dropped)
    }

    private static func handlers(
        _ live: LiveRun, _ input: LiveInput, _ history: SessionsSource?
    ) -> DashboardHandlers {
        var handlers = DashboardHandlers()
        handlers.greeting = { _ in live.greeting(hasHistory: history != nil) }
        handlers.history = history?.answer
        handlers.text = { _, text in
            guard let request = PageRequest(text) else { return }
            request.apply(to: live)
        }
        handlers.image = { browser, number, jpeg in
            if input.camera?.add(jpeg, number: number, from: browser) != true {
                live.refuseCamera(of: browser)
            }
        }
        handlers.closed = { input.camera?.remove($0) }
        handlers.metrics = { LiveMetrics.text(live, input) }
        return handlers
    }
}

/// The source of a live page's images.
public enum LiveSource: Sendable, Hashable {
    /// A video file, or a folder of images as the frames of a video, played in real time.
    case file(String)
    /// A camera, such as `camera:0` or `/dev/video2`.
    case camera(String)
    /// The camera of the browser that shows the page.
    case browserCamera
}
#endif
