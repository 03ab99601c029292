public import LandmarkMotion

/// Describes what a session does with frames: a task with its options.
///
/// `hands(_:)`, `poses(_:models:)`, `faces(_:)`, `driver(_:)` and `exercise(_:pose:models:)` create the usual
/// ones:
///
/// ```swift
/// let options = HandLandmarkerOptions(model: .resource("hand_landmarker.task"))
/// let session = LandmarkSession(.hands(options), camera: CameraService())
/// ```
public struct SessionRecipe<Output: Sendable>: Sendable {
    /// A change of the load level that needs a new processor.
    public enum Rebuild: Sendable, Hashable {
        /// None: only the frame rate follows the level; for processors that learn from the stream.
        case never
        /// A change of the number of threads, or of the hardware.
        case threads
        /// A change of the number of threads, of the hardware, or of the pose model.
        case model
    }

    /// The changes of the load level that need a new processor.
    public var rebuild: Rebuild
    /// The pose models that the recipe can switch between. If empty, levels differ only in threads and
    /// frame rate, unless `rebuild` is `model`: then the recipe has all models of the device.
    public var models: Set<LoadLevel.Model>
    /// The lowest useful frame rate; the load policy does not go below it.
    public var minFramesPerSecond: Double
    /// Prepares a processor for a load level; nil is the level of a session without a load policy.
    /// It is called on a background thread.
    ///
    /// - Throws: The reason that nothing can be prepared, such as a `TaskError`; the session then fails.
    public var prepare: @Sendable (LoadLevel?) throws -> FrameProcessor<Output>

    /// Creates a recipe.
    ///
    /// - Parameters:
    ///   - rebuild: The changes of the load level that need a new processor.
    ///   - models: The pose models that the recipe can switch between.
    ///   - minFramesPerSecond: The lowest useful frame rate.
    ///   - prepare: Prepares a processor, on a background thread.
    public init(
        rebuild: Rebuild = .threads, models: Set<LoadLevel.Model> = [],
        minFramesPerSecond: Double = 0,
        prepare: @escaping @Sendable (LoadLevel?) throws -> FrameProcessor<Output>
    ) {
        self.rebuild = rebuild
        self.models = models
        self.minFramesPerSecond = minFramesPerSecond
        self.prepare = prepare
    }

    /// The device, restricted to the recipe's models and rates: a step to a lighter model that the
    /// recipe does not have would save nothing.
    func limited(_ device: LoadDevice) -> LoadDevice {
        var device = device
        device.minFramesPerSecond = max(device.minFramesPerSecond, minFramesPerSecond)
        if rebuild == .model, models.isEmpty { return device }
        let usable = device.models.intersection(models)
        let lightest = LoadLevel.Model.allCases.first(where: models.contains)
        device.models = usable.isEmpty ? [lightest ?? .full] : usable
        return device
    }

    /// Whether a change of the level needs a new processor.
    func needsNewProcessor(from old: LoadLevel, to new: LoadLevel) -> Bool {
        switch rebuild {
        case .never: false
        case .threads: old.threads != new.threads || old.delegate != new.delegate
        case .model:
            old.threads != new.threads || old.delegate != new.delegate || old.model != new.model
        }
    }
}

/// Processes the frames of a stream, one call at a time, on a thread of the session.
public struct FrameProcessor<Output: Sendable>: Sendable {
    /// Processes the next frame.
    ///
    /// - Throws: The reason that the frame has no output, such as a `TaskError`. Errors are counted, and the
    ///   session continues.
    public var process: @Sendable (CameraFrame) throws -> Output
    /// Forgets the stream: the next frame may have any time.
    public var reset: @Sendable () -> Void

    /// Creates a processor.
    public init(
        reset: @escaping @Sendable () -> Void = {},
        process: @escaping @Sendable (CameraFrame) throws -> Output
    ) {
        self.process = process
        self.reset = reset
    }
}
