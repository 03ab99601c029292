#if canImport(Observation)
public import LandmarkMotion
public import Observation

/// A camera and a task for views that use Observation: the twin of `LandmarkSession`, with the same
/// properties and calls.
///
/// Keep it in a `@State` or a property. Everything is on the main actor; frames are processed on a
/// queue of the session. Neither the camera nor a running frame keeps the session: when its last
/// owner lets go, it stops.
@available(iOS 17, macOS 14, tvOS 17, visionOS 1, *)
@MainActor
@Observable
public final class ObservableLandmarkSession<Output: Sendable> {
    /// What the session is doing.
    public private(set) var state = SessionState.stopped
    /// The newest result; nil before the first one.
    public private(set) var latest: SessionResult<Output>?
    /// How fast the session works.
    public private(set) var statistics = SessionStatistics()
    /// What the load policy has decided; nil without one.
    public private(set) var level: LoadLevel?
    /// Why the last frame, or the last change of options, has failed; nil after a success.
    public private(set) var problem: String?
    /// The camera error that put the session into `failed`; otherwise nil. It is set before the state.
    public private(set) var cameraError: CameraError?

    /// Called for each result in order. It is kept by the session, so capture owners weakly.
    @ObservationIgnored public var onResult: ((SessionResult<Output>) -> Void)?

    /// The camera.
    public nonisolated let camera: any CameraSource

    private let engine: SessionEngine<Output>

    /// Creates a session that does nothing until `start()`.
    ///
    /// - Parameters:
    ///   - recipe: What to do with frames, such as `.hands(options)`.
    ///   - camera: Where frames come from.
    ///   - device: The device for the load policy, by default this one: it works on the CPU, and
    ///     steps down to a lighter model or a lower frame rate when the device gets hot, saves power
    ///     or is too slow. Nil processes every frame with the options as they are.
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
    /// nothing while the session runs.
    public func start() { engine.start() }

    /// Stops; the latest result stays.
    public func stop() {
        engine.stop()
        refresh()
    }

    /// Changes between the front and the back camera.
    public func switchCamera() { camera.switchCamera() }

    /// Changes options while running. The new models are prepared in the background; until then the
    /// old ones go on.
    public func use(_ recipe: SessionRecipe<Output>) { engine.use(recipe) }

    private func refresh() {
        let snapshot = engine.take()
        if statistics != snapshot.statistics { statistics = snapshot.statistics }
        if level != snapshot.level { level = snapshot.level }
        if problem != snapshot.problem { problem = snapshot.problem }
        if cameraError != snapshot.cameraError { cameraError = snapshot.cameraError }
        // After the others: an observer of the state reads the properties that belong to it.
        if state != snapshot.state { state = snapshot.state }
        if let last = snapshot.results.last { latest = last }
        for result in snapshot.results { onResult?(result) }
    }
}
#endif
