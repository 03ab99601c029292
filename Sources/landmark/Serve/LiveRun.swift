#if os(Linux)
import DriverMonitoring
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDashboard
import LandmarkImageFiles
import LandmarkImaging
import LandmarkReports
import LandmarkTasks

/// Runs a task on a live input, the newest frame whenever it is free, and shows the results.
final class LiveRun: Sendable {
    private struct State {
        var live: LiveState
        var number: UInt32 = 0
        var received = 0
        var processed = 0
        var dropped = 0
        /// The last events as JSON, for browsers that come later.
        var events: [[UInt8]] = []
        var alerts: [String: Int] = [:]
        /// The last result of this run.
        var newest: LiveResult?
        /// When the last results came, oldest first.
        var times: [MonotonicTime] = []
        /// How often frames come from a live input.
        var supply = LiveSupply()
        /// Events between two frames, which observers get with the next.
        var between: [LiveEvent] = []
        /// When the frames came whose results are not there yet, by timestamp.
        var arrivals: [(timestamp: Timestamp, time: MonotonicTime)] = []
    }

    /// The events that a browser gets when it comes.
    private static let keptEvents = 200
    private static let jpegQuality = 80

    let control: LiveControl
    private let input: LiveInput
    private let arguments: Arguments
    private let observers: [any LiveObserver]
    private let problems: LiveProblems
    private let console: Console
    private let state: Mutex<State>
    private let share = Mutex<PageShare?>(nil)
    private let dashboard = Mutex<Dashboard?>(nil)

    init(
        _ settings: LiveSettings, _ input: LiveInput, _ arguments: Arguments,
        observers: [any LiveObserver], _ problems: LiveProblems, on console: Console
    ) {
        control = LiveControl(settings)
        self.input = input
        self.arguments = arguments
        self.observers = observers
        self.problems = problems
        self.console = console
        state = Mutex(State(live: LiveState(settings: settings)))
    }

    /// Sets where results are shown. Browsers that came before are told the state as it is now.
    func show(on dashboard: Dashboard) {
        self.dashboard.withLock { $0 = dashboard }
        update { _ in }
        problems.setHandler { [weak self] current in self?.update { $0.problems = current } }
    }

    /// The greeting for a browser.
    ///
    /// - Parameter hasHistory: Whether there is a page of recorded sessions.
    func greeting(hasHistory: Bool) -> [UInt8] {
        let (live, events) = state.withLock { ($0.live, $0.events) }
        return LiveGreeting.json(
            live, input, hasHistory: hasHistory, share: share.withLock { $0 }, events: events)
    }

    /// Sets how other machines come to the page.
    func setShare(_ share: PageShare?) { self.share.withLock { $0 = share } }

    /// Tells a browser that its camera is not the input.
    func refuseCamera(of browser: BrowserID) {
        dashboard.withLock { $0 }?.send(Array(#"{"type":"cameraBusy"}"#.utf8), to: browser)
    }

    /// The counts so far.
    var counts: (received: Int, processed: Int, dropped: Int, alerts: [String: Int]) {
        state.withLock { ($0.received, $0.processed, $0.dropped, $0.alerts) }
    }

    /// Runs until the task is cancelled.
    ///
    /// - Parameters:
    ///   - task: The first task, loaded before, so that a wrong command line is told at once.
    ///   - source: The input, opened before.
    func run(_ task: any LiveTask, _ source: any FrameSource) async {
        let watching = Task { await watchSupply() }
        defer { watching.cancel() }
        var playing = Task { await play(control.current.settings, (task, source)) }
        for await _ in control.requests {
            playing.cancel()
            input.camera?.close()
            await playing.value
            let (settings, runs) = control.current
            guard runs else {
                update { ($0.settings, $0.phase, $0.problem) = (settings, .stopped, nil) }
                continue
            }
            playing = Task { await play(settings, nil) }
        }
        playing.cancel()
        input.camera?.close()
        await playing.value
    }
}

// MARK: Playing

extension LiveRun {
    /// Plays the input from its beginning, with a task and a source that are there already, if any.
    private func play(
        _ settings: LiveSettings, _ opened: (task: any LiveTask, source: any FrameSource)?
    ) async {
        update { ($0.settings, $0.phase, $0.problem) = (settings, .starting, nil) }
        dashboard.withLock { $0 }?.keep(nil)
        defer { keepNewest() }
        do {
            let task = try opened?.task ?? settings.makeTask(arguments)
            var first = opened?.source
            let session = LiveSession(settings, input, task)
            for observer in observers { observer.begin(session) }
            defer {
                let events = task.finish()
                tell(events)
                let between = endSupply()
                for observer in observers { observer.end(between + events) }
            }
            var offset = 0
            while !Task.isCancelled {
                if first == nil { first = try await input.open(isRepeated: offset > 0) }
                guard let source = first else { break }
                first = nil
                update { $0.phase = .running }
                let last = try await play(source, task, offset)
                guard input.repeats, let last else { break }
                // The time goes on where the file begins again.
                offset = last.milliseconds + 33
            }
            if !Task.isCancelled { update { $0.phase = .ended } }
        } catch {
            if Task.isCancelled { return }
            update { ($0.phase, $0.problem) = (.failed, "\(error)") }
        }
    }

    /// Plays a source to its end.
    ///
    /// - Returns: The timestamp of the last result.
    private func play(
        _ source: any FrameSource, _ task: any LiveTask, _ offset: Int
    ) async throws -> Timestamp? {
        state.withLock { $0.arrivals = [] }
        return input.isRecorded
            ? try await play(Replay(source, lateFrames: .deliver), task, offset)
            : try await play(source.frames(), task, offset)
    }

    private func play<Frames: AsyncSequence & Sendable>(
        _ frames: Frames, _ task: any LiveTask, _ offset: Int
    ) async throws -> Timestamp? where Frames.Element == Frame {
        let arriving = frames.map { [self] frame in arrived(frame, offset) }
        let results = FrameResults(frames: arriving, overflow: .latestOnly) { frame in
            .success(task.process(frame))
        }
        var last: Timestamp?
        for try await result in results {
            last = result.frame.timestamp
            try add(result.frame, dropped: result.dropped, result.get().get())
        }
        return last
    }

    private func arrived(_ frame: Frame, _ offset: Int) -> Frame {
        let moved = Frame(
            image: frame.image,
            timestamp: .milliseconds(frame.timestamp.milliseconds + offset),
            orientation: frame.orientation)
        state.withLock { state in
            state.received += 1
            if !input.isRecorded { state.supply.add() }
            state.arrivals.append((moved.timestamp, .now))
            if state.arrivals.count > 8 { state.arrivals.removeFirst() }
        }
        return moved
    }

    /// Hands on a result.
    private func add(_ frame: Frame, dropped: Int, _ output: LiveOutput) throws {
        let result = state.withLock { state -> LiveResult in
            var noted = output
            noted.events = state.between + output.events
            state.between = []
            state.number += 1
            state.processed += 1
            state.dropped += dropped
            let now = MonotonicTime.now
            state.times.append(now)
            if state.times.count > 31 { state.times.removeFirst() }
            let span = Double(now.nanoseconds - state.times[0].nanoseconds) * 1e-9
            let arrival = state.arrivals.first { $0.timestamp == frame.timestamp }?.time
            state.arrivals.removeAll { $0.timestamp <= frame.timestamp }
            let result = LiveResult(
                number: state.number, frame: frame, dropped: dropped, arrival: arrival ?? now,
                output: noted, rate: span > 0 ? Double(state.times.count - 1) / span : 0,
                isStarved: state.supply.isStarved)
            state.newest = result
            return result
        }
        for observer in observers { observer.add(result) }
        tell(output.events)
        try show(result)
    }

    private func show(_ result: LiveResult) throws {
        guard let dashboard = dashboard.withLock({ $0 }) else { return }
        var json: [UInt8]?
        if let camera = input.camera, let owner = camera.owner,
            let number = camera.number(at: result.frame.timestamp)
        {
            let results = result.json
            json = results
            // The browser has the image already.
            dashboard.answer(
                LiveFrame(number: number, capture: result.arrival, json: results, jpeg: []),
                to: owner)
        }
        if dashboard.hasRoom { dashboard.show(try Self.frame(result, json)) }
    }

    /// Leaves the last image with its drawing on the page, also for browsers that come later.
    private func keepNewest() {
        let newest = state.withLock { state in
            defer { state.newest = nil }
            return state.newest
        }
        // One that cannot be encoded has failed the run already.
        guard let newest, let frame = try? Self.frame(newest, nil) else { return }
        dashboard.withLock { $0 }?.keep(frame)
    }

    private static func frame(
        _ result: LiveResult, _ json: [UInt8]?
    ) throws(ImagingError) -> LiveFrame {
        LiveFrame(
            number: result.number, capture: result.arrival, json: json ?? result.json,
            jpeg: try JPEGFile.encode(
                result.frame.image, name: "image of the page", quality: jpegQuality))
    }

    /// Tells events to everyone.
    private func tell(_ events: [LiveEvent]) {
        guard !events.isEmpty else { return }
        let texts = events.map(\.json)
        state.withLock { state in
            state.events = (state.events + texts).suffix(Self.keptEvents)
            for event in events { state.alerts[event.name, default: 0] += 1 }
        }
        guard let dashboard = dashboard.withLock({ $0 }) else { return }
        for text in texts { dashboard.send(text) }
    }

    /// Changes the state, and tells it to everyone.
    ///
    /// It is told while it cannot change: of two changes at once, pages must keep the later one.
    private func update(_ change: (inout LiveState) -> Void) {
        state.withLock { state in
            change(&state.live)
            dashboard.withLock { $0 }?.send(state.live.json)
        }
    }
}

// MARK: Supply

extension LiveRun {
    /// Watches until the task is cancelled how often frames come.
    private func watchSupply() async {
        while !Task.isCancelled {
            try? await Task.sleep(nanoseconds: 250_000_000)
            checkSupply()
        }
    }

    private func checkSupply() {
        let event = state.withLock { state -> LiveEvent? in
            guard state.live.phase == .running, let rate = state.supply.change() else { return nil }
            let isStarved = state.supply.isStarved
            let event = LiveEvent(
                kind: .supply(rate: rate, isStarved: isStarved),
                timestamp: state.newest?.frame.timestamp ?? .milliseconds(0),
                sentence: LiveSupply.sentence(rate, isStarved: isStarved))
            state.between.append(event)
            return event
        }
        guard let event, case .supply(_, let isStarved) = event.kind else { return }
        problems.set(isStarved ? LiveProblem(starved: event.sentence) : nil, of: .camera)
        console.printError(event.sentence)
        tell([event])
        for observer in observers { observer.setStarved(isStarved) }
    }

    /// Forgets what was known of the frames: they end.
    ///
    /// - Returns: Events that observers have not got.
    private func endSupply() -> [LiveEvent] {
        defer { problems.set(nil, of: .camera) }
        return state.withLock { state in
            state.supply = LiveSupply()
            defer { state.between = [] }
            return state.between
        }
    }
}

extension LiveEvent {
    /// The name for counts.
    fileprivate var name: String {
        switch kind {
        case .driver(let record): "\(record.event.kind.rawValue)"
        case .exercise(let event): event.name
        case .target: "target"
        case .supply(_, let isStarved): isStarved ? "starved" : "supplied"
        }
    }
}
#endif
