#if canImport(Observation)
public import LandmarkMotion
public import Observation

/// A camera and a task for views that use Observation: the counterpart of `LandmarkSession`, with the same
/// properties and methods.
///
/// Keep it in a `@State` or a property. Everything is on the main actor; frames are processed on a
/// queue of the session. Neither the camera nor a frame in progress retains the session: it stops when its
/// last owner releases it.
@available(iOS 17, macOS 14, tvOS 17, visionOS 1, *)
@MainActor
@Observable
public final class ObservableLandmarkSession<Output: Sendable> {
    /// The state of the session.
    public private(set) var state = SessionState.stopped
    /// The newest result; nil before the first one.
    public private(set) var latest: SessionResult<Output>?
    /// The speed of the session.
    public private(set) var statistics = SessionStatistics()
    /// The load policy's current decision; nil without a policy.
    public private(set) var level: LoadLevel?
    /// The reason that the last frame or change of options failed; nil after a success.
    public private(set) var problem: String?
    /// The camera error that put the session into `failed`; otherwise nil. It is set before the state.
    public private(set) var cameraError: CameraError?

    /// Called for each result in order. The session retains it, so capture owners weakly.
    @ObservationIgnored public var onResult: ((SessionResult<Output>) -> Void)?

    /// The camera.
    public nonisolated let camera: any CameraSource

    private let engine: SessionEngine<Output>

    /// Creates a session that does nothing until `start()`.
    ///
    /// - Parameters:
    ///   - recipe: The task for the frames, such as `.hands(options)`.
    ///   - camera: The source of frames.
    ///   - device: The device for the load policy, by default this one. The policy uses the CPU, and steps
    ///     down to a lighter model or a lower frame rate when the device gets hot, saves power or is too
    ///     slow. Nil processes every frame with the options as they are.
    public init(
        _ recipe: SessionRecipe<Output>, camera: any CameraSource, device: LoadDevice? = .current
    ) {
        self.camera = camera
        let engine = SessionEngine(recipe, camera: camera, device: device)
        self.engine = engine
        engine.observe { [weak self] in
            Task { @MainActor [weak self] in self?.refresh() }
        }
    }

    deinit { engine.stop() }

    /// Asks for permission if necessary, prepares the models in the background, and starts. Does
    /// nothing while the session is running.
    public func start() { engine.start() }

    /// Stops; the latest result stays.
    public func stop() {
        engine.stop()
        refresh()
    }

    /// Changes between the front and the back camera.
    public func switchCamera() { camera.switchCamera() }

    /// Changes options while running. The new models are prepared in the background; until then the
    /// old ones remain in use.
    public func use(_ recipe: SessionRecipe<Output>) { engine.use(recipe) }

    private func refresh() {
        let snapshot = engine.take()
        if statistics != snapshot.statistics { statistics = snapshot.statistics }
        if level != snapshot.level { level = snapshot.level }
        if problem != snapshot.problem { problem = snapshot.problem }
        if cameraError != snapshot.cameraError { cameraError = snapshot.cameraError }
        // Set last: an observer of the state reads the properties that belong to it.
        if state != snapshot.state { state = snapshot.state }
        if let last = snapshot.results.last { latest = last }
        for result in snapshot.results { onResult?(result) }
    }
}
#endif
