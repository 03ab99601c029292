public import DriverMonitoring
import LandmarkCore
import LandmarkImaging
public import LandmarkMotion
public import LandmarkTasks

extension SessionRecipe {
    /// A recipe for any landmarker; the running mode of `options` is set to video.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - options: Its options.
    ///   - models: The model bundles for load levels, if the task has several.
    static func landmarker<Task: LandmarkTask>(
        _ task: Task.Type, _ options: Task.Options, models: [LoadLevel.Model: ModelSource] = [:]
    ) -> SessionRecipe where Output == LandmarkerResult<Task.Instance> {
        SessionRecipe(
            rebuild: models.isEmpty ? .threads : .model, models: Set(models.keys)
        ) { level in
            let landmarker = try Landmarker<Task>(
                options: options.forStream(level: level, models: models))
            return FrameProcessor(reset: { landmarker.reset() }) { frame in
                try landmarker.detect(frame.frame)
            }
        }
    }
}

extension LandmarkTaskOptions {
    /// Adopts the level's number of threads and wait policy, within the app's choices.
    mutating func follow(_ level: LoadLevel) {
        threads = min(threads, level.threads)
        if level.waitPolicy == .passive { waitPolicy = .passive }
    }

    /// The options for a stream at a load level.
    package func forStream(level: LoadLevel?, models: [LoadLevel.Model: ModelSource]) -> Self {
        var options = self
        options.runningMode = .video
        if let level {
            options.follow(level)
            options.model = models[level.model] ?? options.model
            // A preprocessor that the app has chosen is kept unless the level requests the GPU.
            if level.delegate == .gpu {
                options.preprocessor = .preprocessor(for: level)
            }
        }
        return options
    }
}

extension TrackingOptions {
    /// The options for a camera, which a session processes in video mode.
    fileprivate func forLiveStream() -> Self {
        var options = self
        if detectionInterval == .automatic { options.detectionInterval = .adaptive }
        return options
    }
}

extension SessionRecipe<HandLandmarkerResult> {
    /// Finds hands.
    public static func hands(_ options: HandLandmarkerOptions) -> Self {
        landmarker(HandTask.self, options.forLiveStream())
    }
}

extension SessionRecipe<PoseLandmarkerResult> {
    /// Finds poses.
    ///
    /// - Parameters:
    ///   - options: The options; their model is used for levels that `models` lacks.
    ///   - models: The model bundles that the load policy chooses from.
    public static func poses(
        _ options: PoseLandmarkerOptions, models: [LoadLevel.Model: ModelSource] = [:]
    ) -> Self {
        landmarker(PoseTask.self, options.forLiveStream(), models: models)
    }
}

extension SessionRecipe<FaceLandmarkerResult> {
    /// Finds faces.
    public static func faces(_ options: FaceLandmarkerOptions) -> Self {
        landmarker(FaceTask.self, options.forLiveStream())
    }
}

extension SessionRecipe<FaceDetectorResult> {
    /// Finds faces as boxes and keypoints.
    public static func faceDetections(_ options: FaceDetectorOptions) -> Self {
        landmarker(FaceDetectionTask.self, options)
    }
}

extension SessionRecipe<DriverUpdate> {
    /// Monitors a driver. The load policy changes only the frame rate, so that the monitor keeps what it has
    /// learned about the driver.
    public static func driver(_ options: DriverMonitorOptions) -> Self {
        SessionRecipe(rebuild: .never, minFramesPerSecond: leastForBlinks) { level in
            var options = options
            if let level {
                options.landmarker.follow(level)
            }
            return driver(try DriverMonitor(options: options))
        }
    }

    /// Monitors a driver with a monitor that the app keeps, for setting the speed or recalibrating.
    public static func driver(monitor: DriverMonitor) -> Self {
        SessionRecipe(rebuild: .never, minFramesPerSecond: leastForBlinks) { _ in driver(monitor) }
    }

    /// At 10 frames per second, half of all blinks fall between two frames.
    private static let leastForBlinks = 15.0

    private static func driver(_ monitor: DriverMonitor) -> FrameProcessor<DriverUpdate> {
        FrameProcessor(reset: { monitor.reset() }) { frame in try monitor.process(frame.frame) }
    }
}
