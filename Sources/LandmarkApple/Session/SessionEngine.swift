import Dispatch
import LandmarkCore
package import LandmarkMotion

/// Runs a session: takes the camera's frames, processes the newest ones, and follows the load.
///
/// One frame is processed while one waits; a newer frame replaces the waiting one. News for the owner is
/// collected, and `notify` is called once until the owner takes it.
package final class SessionEngine<Output: Sendable>: Sendable {
    /// The changes since the owner last asked.
    package struct Snapshot: Sendable {
        package var state = SessionState.stopped
        package var results: [SessionResult<Output>] = []
        package var statistics = SessionStatistics()
        package var level: LoadLevel?
        /// The error of the last frame or preparation that failed; nil after a success.
        package var problem: String?
        /// The camera error that put the session into `failed`; otherwise nil.
        package var cameraError: CameraError?
    }

    package let camera: any CameraSource
    private let notify: Mutex<(@Sendable () -> Void)?> = Mutex(nil)
    private let hasPolicy: Bool
    private let conditions = Mutex<ConditionObserver?>(nil)
    private let condition: @Sendable () -> DeviceCondition
    private let now: @Sendable () -> Double
    private let state: Mutex<SessionEngineState<Output>>
    /// Frames are processed here; processors are prepared on the other queue.
    private let queue = DispatchQueue(label: "LandmarkApple.session", qos: .userInitiated)
    private let preparation = DispatchQueue(label: "LandmarkApple.preparation", qos: .userInitiated)

    package init(
        _ recipe: SessionRecipe<Output>, camera: any CameraSource, device: LoadDevice?,
        condition: @escaping @Sendable () -> DeviceCondition = DeviceCondition.current,
        now: @escaping @Sendable () -> Double = { Uptime.now }
    ) {
        self.camera = camera
        hasPolicy = device != nil
        self.condition = condition
        self.now = now
        var device = device
        if let rate = camera.framesPerSecond, rate.isFinite, rate > 0 {
            device?.framesPerSecond = rate
        }
        state = Mutex(SessionEngineState(recipe, device: device))
    }

    deinit { camera.stop() }

    /// Calls `body` when there is something to take, and follows the device's condition if there is a
    /// load policy.
    package func observe(_ body: @escaping @Sendable () -> Void) {
        notify.withLock { $0 = body }
        guard hasPolicy else { return }
        conditions.withLock {
            $0 = ConditionObserver { [weak self] in self?.conditionChanged() }
        }
    }

    /// The changes since the last call.
    package func take() -> Snapshot { state.withLock { $0.take() } }

    package func start() {
        let (run, needsProcessor) = state.withLock { $0.start() }
        guard let run else { return }
        changed()
        if needsProcessor { prepare() }
        camera.start { [weak self] event in self?.receive(event, run: run) }
    }

    package func stop() {
        state.withLock { $0.stop() }
        camera.stop()
        changed()
    }

    /// Changes the task for frames; the old processor works until the new one is ready.
    package func use(_ recipe: SessionRecipe<Output>) {
        if let rate = state.withLock({ $0.use(recipe) }) { camera.setFrameRate(rate) }
        prepare()
    }

    /// Takes a reading for the load policy with the next frame.
    private func conditionChanged() { state.withLock { $0.lastReading = nil } }

    // MARK: Frames

    private func receive(_ event: CameraEvent, run: Int) {
        guard case .frame(let frame) = event else {
            if state.withLock({ $0.handle(event, run: run) }) { changed() }
            return
        }
        followLoad()
        let (isNew, job) = state.withLock { state in
            let before = state.machine.state
            let job = state.submit(frame, run: run)
            return (before != state.machine.state, job)
        }
        if isNew { changed() }
        if let job { start(job) }
    }

    private func start(_ job: SessionEngineState<Output>.Job) {
        queue.async { [weak self] in
            guard let self else { return }
            let next = process(job)
            changed()
            if let next { start(next) }
        }
    }

    private func process(
        _ job: SessionEngineState<Output>.Job
    ) -> SessionEngineState<Output>.Job? {
        if job.startsAnew { job.processor.reset() }
        let start = now()
        let result = Result { try job.processor.process(job.frame) }
        let end = now()
        return state.withLock { $0.finish(job, result, start: start, end: end) }
    }

    // MARK: Load

    /// Takes a reading once a second, and follows the policy's decision.
    private func followLoad() {
        let time = now()
        guard state.withLock({ $0.isReadingDue(time) }) else { return }
        let condition = condition()
        guard let change = state.withLock({ $0.read(condition, at: time) }) else { return }
        camera.setFrameRate(change.framesPerSecond)
        if change.needsProcessor { prepare() }
        changed()
    }

    private func prepare() {
        let (recipe, level, ticket) = state.withLock { $0.beginPreparation() }
        preparation.async { [weak self] in
            guard let self, state.withLock({ $0.isNewest(ticket) }) else { return }
            let result = Result { try recipe.prepare(level) }
            let hasFailed = state.withLock { $0.finishPreparation(result, ticket) }
            if hasFailed { camera.stop() }
            changed()
        }
    }

    private func changed() {
        guard state.withLock({ $0.mustNotify() }) else { return }
        notify.withLock { $0 }?()
    }
}
