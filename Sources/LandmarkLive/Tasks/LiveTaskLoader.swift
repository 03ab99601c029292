#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import LandmarkTasks

/// Loads the task given by the settings, configured by the run's options.
struct LiveTaskLoader: Sendable {
    private let options: LiveOptions
    /// The task of the options, to which their model belongs.
    private let first: LiveSettings
    /// The input's name in reports.
    private let input: String
    /// The background in the options; nil to tint people.
    private let background: Background?

    /// The available exercises.
    let exercises: LiveExercises

    /// - Throws: `ImagingError` for a background that cannot be read, `ExerciseError` for an invalid
    ///   exercise, and for thresholds that no exercise has.
    init(_ options: LiveOptions, _ first: LiveSettings, input: String) throws {
        exercises = try LiveExercises(options)
        if let text = options.background {
            background = try Background(words: text)
        } else {
            background = nil
        }
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
            let model = try ModelStore.path(
                detection.model, model: .poseFull, named: KnownModel.poses)
            return try LandmarkLiveTask<PoseTask>(
                .pose, detection, PoseLandmarkerOptions(model: model, detection)
            ) { .poses($0) }
        case .hand:
            let model = try ModelStore.path(detection.model, model: .hand)
            return try LandmarkLiveTask<HandTask>(
                .hand, detection, HandLandmarkerOptions(model: model, detection)
            ) { .hands($0) }
        case .face:
            let model = try ModelStore.path(detection.model, model: .face)
            return try LandmarkLiveTask<FaceTask>(
                .face, detection, FaceLandmarkerOptions(model: model, detection)
            ) { .faces($0) }
        case .holistic:
            return try LandmarkLiveTask<HolisticTask>(
                .holistic, detection, HolisticLandmarkerOptions(detection)
            ) { .people($0) }
        case .segment:
            let background = background(named: settings.background)
            return try LandmarkLiveTask<SegmentationTask>(
                .segment, detection, ImageSegmenterOptions(detection)
            ) { .masks($0.map(LiveMask.init), background) }
        case .drive:
            return try DriverLiveTask(
                detection, options.driver, speed: options.speed, input: input)
        case .exercise:
            let definition = try exercises.named(settings.exercise)
            return try ExerciseLiveTask(
                detection, definition, exercises.changes(of: definition.name),
                target: options.target, input: input, keepsReport: options.recording != nil)
        }
    }

    /// The background with one of the page's names; for nil, that of the options.
    private func background(named name: String?) -> Background? {
        switch name {
        case "tint": nil
        case "blur": .blur
        case "green": .color(OverlayColor(0x00b140))
        default: background
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
