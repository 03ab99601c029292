#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// Detects hands, poses or faces.
struct LandmarkLiveTask<Detection: LandmarkTask>: LiveTask
where Detection.Options: TrackingOptions, Detection.Instance: Mirrorable {
    let kind: LiveTaskKind
    private let landmarker: Landmarker<Detection>
    private let transform: InputTransform
    private let content: @Sendable ([Detection.Instance]) -> LiveContent

    /// Loads the model.
    ///
    /// - Throws: `CommandError.modelNotFound`, or `TaskError`.
    init(
        _ kind: LiveTaskKind, _ settings: DetectionSettings, model: KnownModel,
        named: [String: KnownModel] = [:],
        content: @escaping @Sendable ([Detection.Instance]) -> LiveContent
    ) throws {
        self.kind = kind
        self.content = content
        transform = InputTransform(settings)
        let path = try ModelStore.path(settings.model, model: model, named: named)
        var options = Detection.Options(model: path, settings)
        options.runningMode = .video
        landmarker = try Landmarker(options: options)
    }

    func process(_ frame: Frame) -> Result<LiveOutput, LiveFault> {
        do throws(TaskError) {
            let result = try landmarker.detect(transform.apply(to: frame))
            return .success(
                LiveOutput(
                    content: content(transform.restore(result.instances)),
                    stages: result.timings.filter { $0.stage != .total }
                        .map { ($0.stage.rawValue, $0.duration) }))
        } catch {
            return .failure(LiveFault(error))
        }
    }
}
#endif
