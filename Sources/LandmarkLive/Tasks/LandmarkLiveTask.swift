#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// Runs one detection task: hands, poses, faces, people or masks.
struct LandmarkLiveTask<Detection: LandmarkTask>: LiveTask
where Detection.Instance: Mirrorable {
    let kind: LiveTaskKind
    private let landmarker: Landmarker<Detection>
    private let transform: InputTransform
    private let content: @Sendable ([Detection.Instance]) -> LiveContent

    /// Loads the model.
    init(
        _ kind: LiveTaskKind, _ settings: DetectionSettings, _ options: Detection.Options,
        content: @escaping @Sendable ([Detection.Instance]) -> LiveContent
    ) throws(TaskError) {
        self.kind = kind
        self.content = content
        transform = InputTransform(settings)
        var options = options
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
