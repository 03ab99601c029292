import Dispatch
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkOverlays
import LandmarkTasks

/// A task that can be timed by name.
protocol BenchTask: LandmarkTask where Options: TrackingOptions, Instance: OverlayDrawable {
    /// The bundle to use when `--model` is not given.
    static var defaultModel: KnownModel { get }
    /// The bundles that `--model` knows by name.
    static var modelNames: [String: KnownModel] { get }

    /// The width and height of the landmark model's input.
    static var inputSide: Int { get }

    /// Returns where an instance is.
    static func place(of instance: Instance) -> LandmarkPlace

    /// Sets the options that only this task has.
    static func configure(_ options: inout Options, _ arguments: Arguments)
}

extension HandTask: BenchTask {
    static let defaultModel = KnownModel.hand
    static let inputSide = 224

    static func place(of hand: Hand) -> LandmarkPlace {
        LandmarkPlace(landmarks: hand.landmarks, region: hand.region)
    }
}

extension PoseTask: BenchTask {
    static let defaultModel = KnownModel.poseFull
    static let modelNames = KnownModel.poses
    static let inputSide = 256

    static func place(of pose: Pose) -> LandmarkPlace {
        LandmarkPlace(landmarks: pose.landmarks, region: pose.region)
    }

    static func configure(_ options: inout PoseLandmarkerOptions, _ arguments: Arguments) {
        options.segmentationMasks = arguments.has("--masks")
    }
}

extension FaceTask: BenchTask {
    static let defaultModel = KnownModel.face
    static let inputSide = 256

    static func place(of face: Face) -> LandmarkPlace {
        LandmarkPlace(landmarks: face.landmarks, region: face.region)
    }

    static func configure(_ options: inout FaceLandmarkerOptions, _ arguments: Arguments) {
        options.blendshapes = true
        options.transformationMatrices = true
    }
}

/// The tasks that can be timed.
enum BenchTasks {
    static let all: [any BenchTask.Type] = [HandTask.self, PoseTask.self, FaceTask.self]

    /// The tasks as help lists them.
    static let names = all.map { $0.singular }.joined(separator: "|")

    /// Returns the task called `name` in the arguments of `command`.
    ///
    /// - Throws: `CommandError.invalidValue` if there is no such task.
    static func named(
        _ name: String, in command: String
    ) throws(CommandError) -> any BenchTask.Type {
        guard let task = all.first(where: { $0.singular == name }) else {
            throw .invalidValue(option: command, expected: "hand, pose or face", got: name)
        }
        return task
    }
}

/// What one inference returned besides its result, which is dropped.
struct BenchSample: Sendable {
    /// The number of instances.
    let found: Int
    let timings: StageTimings
    /// The seconds that driver monitoring took after the landmarks, or nil for other tasks.
    var assessment: Double?
}

/// Runs one image or frame through a task.
typealias BenchInference = @Sendable (Frame) throws -> BenchSample

extension BenchTask {
    static var modelNames: [String: KnownModel] { [:] }

    static func configure(_ options: inout Options, _ arguments: Arguments) {}

    /// The path of the model bundle that the arguments choose.
    ///
    /// - Throws: `CommandError.modelNotFound` if it is in none of the folders.
    static func modelPath(_ arguments: Arguments) throws(CommandError) -> String {
        try ModelStore.path(for: arguments, model: defaultModel, named: modelNames)
    }

    /// MediaPipe's defaults with the changes of the arguments; if `threads` is nil, the default is
    /// kept.
    ///
    /// - Throws: `CommandError.modelNotFound` if the model bundle is in none of the folders.
    static func options(
        _ arguments: Arguments, mode: RunningMode, threads: Int?
    ) throws(CommandError) -> Options {
        var options = Options(model: .file(try modelPath(arguments)))
        options.runningMode = mode
        options.maxCount = arguments.integer("--max") ?? 1
        if let interval = arguments.detectionInterval { options.detectionInterval = interval }
        if let threads { options.threads = threads }
        options.device = .cpu(precision: arguments.precision)
        configure(&options, arguments)
        return options
    }

    /// Creates a landmarker for images or the frames of a video.
    ///
    /// - Throws: `CommandError.modelNotFound`, or `TaskError` if the model cannot be used.
    static func inference(
        _ arguments: Arguments, mode: RunningMode, threads: Int?
    ) throws -> BenchInference {
        let options = try options(arguments, mode: mode, threads: threads)
        if mode == .liveStream { return try liveInference(options) }
        let landmarker = try Landmarker<Self>(options: options)
        return { frame in
            let result =
                mode == .image
                ? try landmarker.detect(frame.image, orientation: frame.orientation)
                : try landmarker.detect(frame)
            return BenchSample(found: result.instances.count, timings: result.timings)
        }
    }

    /// Creates a landmarker that receives one frame at a time and returns results through its
    /// handler.
    private static func liveInference(_ options: Options) throws -> BenchInference {
        let arrived = DispatchSemaphore(value: 0)
        let newest = Mutex(Result<BenchSample, TaskError>.failure(.resultHandlerMissing))
        let landmarker = try Landmarker<Self>(options: options) { result in
            newest.withLock {
                $0 = result.result.map {
                    BenchSample(found: $0.instances.count, timings: $0.timings)
                }
            }
            arrived.signal()
        }
        return { frame in
            try landmarker.detectAsync(frame)
            arrived.wait()
            return try newest.withLock { $0 }.get()
        }
    }

    /// Detects what is in `image` and returns how to draw it.
    ///
    /// - Throws: `CommandError.modelNotFound`, or `TaskError` if the model or image cannot be used.
    static func overlays(in image: PixelBuffer, _ arguments: Arguments) throws -> [LandmarkOverlay]
    {
        let landmarker = try Landmarker<Self>(
            options: options(arguments, mode: .image, threads: nil))
        return try landmarker.detect(image).instances.map(\.overlay)
    }
}
