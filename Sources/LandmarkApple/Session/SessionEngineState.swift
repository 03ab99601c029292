import LandmarkCore
import LandmarkImaging
package import LandmarkMotion

/// The state that a session's engine keeps behind its lock, and its decisions, without clock, thread or lock.
package struct SessionEngineState<Output: Sendable>: Sendable {
    /// A frame to process now.
    package struct Job: Sendable {
        package var frame: CameraFrame
        package var processor: FrameProcessor<Output>
        /// Whether to forget the previous stream.
        package var startsAnew: Bool
        /// The run that the frame belongs to.
        package var run: Int
    }

    /// A new level to follow.
    package struct LevelChange: Sendable {
        package var framesPerSecond: Double
        package var needsProcessor: Bool
    }

    /// Seconds between readings for the load policy.
    package static var readingInterval: Double { 1 }

    private(set) var machine = SessionMachine()
    package private(set) var recipe: SessionRecipe<Output>
    /// The time of the last reading; nil if one is due.
    package var lastReading: Double?
    private let device: LoadDevice?
    private var policy: LoadPolicy?
    private var pacer: FramePacer
    private var meter = SessionMeter()
    private var processor: FrameProcessor<Output>?
    private var waiting: CameraFrame?
    private var isBusy = false
    private var startsAnew = false
    private var run = 0
    private var ticket = 0
    private var results: [SessionResult<Output>] = []
    private var problem: String?
    private var cameraError: CameraError?
    private var hasNotified = false

    package init(_ recipe: SessionRecipe<Output>, device: LoadDevice?) {
        self.recipe = recipe
        self.device = device
        policy = device.map { LoadPolicy(recipe.limited($0)) }
        pacer = FramePacer(framesPerSecond: policy?.level.framesPerSecond)
    }

    /// Begins a run; returns its number, or nil if one is in progress, and whether a processor is missing.
    package mutating func start() -> (run: Int?, needsProcessor: Bool) {
        guard machine.handle(.start) else { return (nil, false) }
        run += 1
        meter = SessionMeter()
        pacer = FramePacer(framesPerSecond: policy?.level.framesPerSecond)
        waiting = nil
        startsAnew = true
        problem = nil
        cameraError = nil
        return (run, processor == nil)
    }

    /// Changes the task for frames. A recipe with other models or rates begins at its first level, whose
    /// frame rate is returned.
    package mutating func use(_ recipe: SessionRecipe<Output>) -> Double? {
        self.recipe = recipe
        guard let device = device.map(recipe.limited), device != policy?.device else { return nil }
        let policy = LoadPolicy(device)
        self.policy = policy
        pacer.framesPerSecond = policy.level.framesPerSecond
        lastReading = nil
        return policy.level.framesPerSecond
    }

    package mutating func stop() {
        _ = machine.handle(.stop)
        waiting = nil
        cameraError = nil
    }

    /// Handles an event other than a frame; returns whether the owner should be notified.
    package mutating func handle(_ event: CameraEvent, run: Int) -> Bool {
        guard run == self.run else { return false }
        switch event {
        case .started: return machine.handle(.cameraStarted)
        case .frame: return false
        case .dropped:
            meter.addDropped()
            return false
        case .interrupted(let reason): return machine.handle(.interrupted(reason))
        case .resumed: return machine.handle(.resumed)
        case .ended: return machine.handle(.ended)
        case .failed(let error):
            guard machine.handle(.failed(error.description)) else { return false }
            cameraError = error
            return true
        }
    }

    // MARK: Frames

    /// Accepts a frame; returns the job to start.
    package mutating func submit(_ frame: CameraFrame, run: Int) -> Job? {
        guard run == self.run, machine.isActive else { return nil }
        _ = machine.handle(.frame)
        meter.addReceived()
        guard pacer.accepts(Double(frame.frame.timestamp.milliseconds) / 1000) else {
            meter.addSkipped()
            return nil
        }
        guard let processor else {
            meter.addDropped()
            return nil
        }
        guard !isBusy else {
            if waiting != nil { meter.addDropped() }
            waiting = frame
            return nil
        }
        return job(frame, processor)
    }

    private mutating func job(_ frame: CameraFrame, _ processor: FrameProcessor<Output>) -> Job {
        defer { startsAnew = false }
        isBusy = true
        return Job(frame: frame, processor: processor, startsAnew: startsAnew, run: run)
    }

    /// Keeps a result; returns the job to start next.
    package mutating func finish(
        _ job: Job, _ result: Result<Output, any Error>, start: Double, end: Double
    ) -> Job? {
        isBusy = false
        if job.run == run, machine.isActive { keep(result, of: job.frame, start: start, end: end) }
        guard machine.isActive, let processor, let frame = waiting else {
            waiting = nil
            return nil
        }
        waiting = nil
        return self.job(frame, processor)
    }

    private mutating func keep(
        _ result: Result<Output, any Error>, of frame: CameraFrame, start: Double, end: Double
    ) {
        switch result {
        case .failure(let error):
            meter.addFailed()
            problem = "\(error)"
        case .success(let output):
            let latency = max(0, end - frame.arrival)
            meter.add(time: end, latency: latency, inference: end - start)
            problem = nil
            results.append(
                SessionResult(
                    output: output, geometry: frame.geometry, timestamp: frame.frame.timestamp,
                    inferenceMilliseconds: 1000 * (end - start),
                    latencyMilliseconds: 1000 * latency))
        }
    }

    // MARK: Load

    package func isReadingDue(_ time: Double) -> Bool {
        guard policy != nil, machine.isActive else { return false }
        return lastReading.map { time - $0 >= Self.readingInterval } ?? true
    }

    /// Passes a reading to the policy; returns the level to follow if it has changed.
    package mutating func read(_ condition: DeviceCondition, at time: Double) -> LevelChange? {
        guard isReadingDue(time), let old = policy?.level else { return nil }
        lastReading = time
        let latency = meter.latency95.map { $0 * old.framesPerSecond }
        guard
            let new = policy?.update(
                LoadPolicy.Reading(
                    time: time, thermal: condition.thermal, isLowPower: condition.isLowPower,
                    latency: latency)), new != old
        else { return nil }
        pacer.framesPerSecond = new.framesPerSecond
        meter.forgetTimes()
        return LevelChange(
            framesPerSecond: new.framesPerSecond,
            needsProcessor: recipe.needsNewProcessor(from: old, to: new))
    }

    // MARK: Preparation

    /// The recipe and level to prepare, and a ticket: only the newest preparation counts.
    package mutating func beginPreparation() -> (SessionRecipe<Output>, LoadLevel?, ticket: Int) {
        ticket += 1
        return (recipe, policy?.level, ticket)
    }

    package func isNewest(_ ticket: Int) -> Bool { ticket == self.ticket }

    /// Puts a new processor to use; returns whether the session has failed for lack of one.
    package mutating func finishPreparation(
        _ result: Result<FrameProcessor<Output>, any Error>, _ ticket: Int
    ) -> Bool {
        guard isNewest(ticket) else { return false }
        switch result {
        case .success(let new):
            processor = new
            problem = nil
            meter.forgetTimes()
            return false
        case .failure(let error):
            problem = "\(error)"
            guard processor == nil else { return false }
            return machine.handle(.failed("\(error)"))
        }
    }

    // MARK: The owner

    /// Whether to notify the owner, who then takes everything.
    package mutating func mustNotify() -> Bool {
        defer { hasNotified = true }
        return !hasNotified
    }

    package mutating func take() -> SessionEngine<Output>.Snapshot {
        defer { results = [] }
        hasNotified = false
        return SessionEngine<Output>.Snapshot(
            state: machine.state, results: results, statistics: meter.statistics,
            level: policy?.level, problem: problem, cameraError: cameraError)
    }
}
