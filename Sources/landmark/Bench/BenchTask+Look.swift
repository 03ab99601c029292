import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// What a task saw in one image or frame.
struct Sight: Sendable {
    /// How many objects.
    let found: Int
    let timings: StageTimings
    /// How long it took to judge the driver by that; nil where nobody does.
    var judging: Duration?
}

/// Looks at one image or frame, to the result in hand; the result itself is dropped.
typealias Look = @Sendable (Frame) throws -> Sight

extension BenchTask {
    /// The task with MediaPipe's defaults but for what the arguments say, and for faces with
    /// blendshapes and matrices.
    func look(_ arguments: Arguments, mode: RunningMode, threads: Int?) throws -> Look {
        let model = ModelSource.file(try modelPath(arguments))
        let count = arguments.integer("--max") ?? 1
        switch self {
        case .hand:
            var options = HandLandmarkerOptions(model: model)
            options.runningMode = mode
            options.numHands = count
            if let threads { options.threads = threads }
            return Self.look(try HandLandmarker(options: options), mode) {
                Sight(found: $0.hands.count, timings: $0.timings)
            }
        case .pose:
            var options = PoseLandmarkerOptions(model: model)
            options.runningMode = mode
            options.numPoses = count
            options.segmentationMasks = arguments.has("--masks")
            if let threads { options.threads = threads }
            return Self.look(try PoseLandmarker(options: options), mode) {
                Sight(found: $0.poses.count, timings: $0.timings)
            }
        case .face:
            var options = FaceLandmarkerOptions(model: model)
            options.runningMode = mode
            options.numFaces = count
            options.blendshapes = true
            options.transformationMatrices = true
            if let threads { options.threads = threads }
            return Self.look(try FaceLandmarker(options: options), mode) {
                Sight(found: $0.faces.count, timings: $0.timings)
            }
        }
    }

    private static func look<Task>(
        _ tool: Landmarker<Task>, _ mode: RunningMode,
        _ sight: @escaping @Sendable (LandmarkerResult<Task.Instance>) -> Sight
    ) -> Look {
        if mode == .image {
            return { frame in
                sight(try tool.detect(frame.image, orientation: frame.orientation))
            }
        }
        return { frame in sight(try tool.detect(frame)) }
    }
}
