#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkTasks

/// Loads the task that settings ask for, with what the run's options say of it.
struct LiveTaskLoader: Sendable {
    private let options: LiveOptions
    /// The task of the options, which their model is for.
    private let first: LiveSettings
    /// The input's name in reports.
    private let input: String

    init(_ options: LiveOptions, _ first: LiveSettings, input: String) {
        self.options = options
        self.first = first
        self.input = input
    }

    /// Loads the models.
    ///
    /// - Throws: `CommandError`, `TaskError` or `ExerciseError`.
    func load(_ settings: LiveSettings) throws -> any LiveTask {
        let detection = detection(settings)
        switch settings.kind {
        case .pose:
            return try LandmarkLiveTask<PoseTask>(
                .pose, detection, model: .poseFull, named: KnownModel.poses
            ) { .poses($0) }
        case .hand:
            return try LandmarkLiveTask<HandTask>(.hand, detection, model: .hand) { .hands($0) }
        case .face:
            return try LandmarkLiveTask<FaceTask>(.face, detection, model: .face) { .faces($0) }
        case .drive: return try DriverLiveTask(detection, speed: options.speed, input: input)
        case .exercise:
            return try ExerciseLiveTask(
                detection, ExerciseDefinition.named(settings.exercise), target: options.target,
                input: input, keepsReport: options.recording != nil)
        }
    }

    private func detection(_ settings: LiveSettings) -> DetectionSettings {
        var detection = options.detection
        detection.detectionInterval = detection.detectionInterval ?? .adaptive
        if first.kind != settings.kind, !(first.usesPoses && settings.usesPoses) {
            detection.model = nil
        }
        if let model = settings.model, settings.usesPoses { detection.model = model }
        if let smoothing = settings.smoothing.flatMap(Smoothing.init(words:)) {
            detection.smoothing = smoothing
        }
        if let isMirrored = settings.mirrored { detection.isMirrored = isMirrored }
        return detection
    }
}
#endif
