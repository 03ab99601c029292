import Dispatch
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkOverlays
import LandmarkTasks

/// A task that can be timed by name.
protocol BenchTask: LandmarkTask {
    /// The name on the command line.
    static var name: String { get }

    /// MediaPipe's defaults with the changes of the settings.
    ///
    /// - Throws: `CommandError.modelNotFound` if a model is in none of the folders.
    static func options(_ settings: DetectionSettings) throws(CommandError) -> Options

    /// Sets the options that only this task has.
    static func configure(_ options: inout Options, _ arguments: Arguments)

    /// The models that a task with these options reads.
    static func models(of options: Options) -> [ModelSource]

    /// How an instance is drawn.
    static func overlays(of instance: Instance) -> [LandmarkOverlay]
}

/// A task whose instances have landmarks that can be compared.
protocol PlacedBenchTask: BenchTask where Options: TrackingOptions, Instance: OverlayDrawable {
    /// The bundle to use when `--model` is not given.
    static var defaultModel: KnownModel { get }
    /// The bundles that `--model` knows by name.
    static var modelNames: [String: KnownModel] { get }

    /// The width and height of the landmark model's input.
    static var inputSide: Int { get }

    /// Returns the place of an instance.
    static func place(of instance: Instance) -> LandmarkPlace
}

extension BenchTask {
    static var name: String { singular }

    static func configure(_ options: inout Options, _ arguments: Arguments) {}

    static func models(of options: Options) -> [ModelSource] { [options.model] }
}

extension PlacedBenchTask {
    static var modelNames: [String: KnownModel] { [:] }

    static func options(_ settings: DetectionSettings) throws(CommandError) -> Options {
        let model = try ModelStore.path(settings.model, model: defaultModel, named: modelNames)
        return Options(model: model, settings)
    }

    static func overlays(of instance: Instance) -> [LandmarkOverlay] { [instance.overlay] }
}

extension HandTask: PlacedBenchTask {
    static let defaultModel = KnownModel.hand
    static let inputSide = 224

    static func place(of hand: Hand) -> LandmarkPlace {
        LandmarkPlace(landmarks: hand.landmarks, region: hand.region)
    }
}

extension PoseTask: PlacedBenchTask {
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

extension FaceTask: PlacedBenchTask {
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

extension HolisticTask: BenchTask {
    static let name = "holistic"

    static func options(
        _ settings: DetectionSettings
    ) throws(CommandError) -> HolisticLandmarkerOptions {
        var options = try HolisticLandmarkerOptions(settings)
        options.tracksBetweenImages = false
        return options
    }

    static func configure(_ options: inout HolisticLandmarkerOptions, _ arguments: Arguments) {
        options.segmentationMasks = arguments.has("--masks")
    }

    static func models(of options: HolisticLandmarkerOptions) -> [ModelSource] {
        [options.model] + [options.handModel, options.faceModel].compactMap { $0 }
    }

    static func overlays(of person: Holistic) -> [LandmarkOverlay] {
        LandmarkOverlay.person(
            person.pose, face: person.face, leftHand: person.leftHand, rightHand: person.rightHand)
    }
}

extension SegmentationTask: BenchTask {
    static let name = "segment"

    static func options(
        _ settings: DetectionSettings
    ) throws(CommandError) -> ImageSegmenterOptions { try ImageSegmenterOptions(settings) }

    static func overlays(of segmentation: Segmentation) -> [LandmarkOverlay] {
        [segmentation.overlay]
    }
}

/// The tasks that can be timed.
enum BenchTasks {
    static let all: [any BenchTask.Type] = placed + [HolisticTask.self, SegmentationTask.self]
    static let placed: [any PlacedBenchTask.Type] = [HandTask.self, PoseTask.self, FaceTask.self]

    /// The names of tasks in placeholders.
    static func names(of tasks: [any BenchTask.Type]) -> String {
        tasks.map { $0.name }.joined(separator: "|")
    }

    /// The names of tasks in sentences.
    private static func enumeration(of tasks: [any BenchTask.Type]) -> String {
        let names = tasks.map { $0.name }
        return names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")"
    }

    /// Returns the task called `name` in the arguments of `command`.
    ///
    /// - Throws: `CommandError.invalidValue` if the task does not exist.
    static func named(
        _ name: String, in command: String
    ) throws(CommandError) -> any BenchTask.Type {
        guard let task = all.first(where: { $0.name == name }) else {
            throw .invalidValue(option: command, expected: enumeration(of: all), got: name)
        }
        return task
    }

    /// Returns the task with comparable landmarks called `name` in the arguments of `command`.
    ///
    /// - Throws: `CommandError.invalidValue` if the task does not exist.
    static func placed(
        _ name: String, in command: String
    ) throws(CommandError) -> any PlacedBenchTask.Type {
        guard let task = placed.first(where: { $0.name == name }) else {
            throw .invalidValue(option: command, expected: enumeration(of: placed), got: name)
        }
        return task
    }
}

/// The facts about one inference, whose result is dropped.
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
    /// MediaPipe's defaults with the changes of the arguments; if `threads` is nil, the default is
    /// kept.
    ///
    /// - Throws: `CommandError.modelNotFound` if a model is in none of the folders.
    static func options(
        _ arguments: Arguments, mode: RunningMode, threads: Int?
    ) throws(CommandError) -> Options {
        var settings = try DetectionSettings(arguments)
        settings.threads = threads
        var options = try options(settings)
        options.runningMode = mode
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

    /// Detects the instances in `image` and returns their overlays.
    ///
    /// - Throws: `CommandError.modelNotFound`, or `TaskError` if the model or image cannot be used.
    static func overlays(in image: PixelBuffer, _ arguments: Arguments) throws -> [LandmarkOverlay]
    {
        let landmarker = try Landmarker<Self>(
            options: options(arguments, mode: .image, threads: nil))
        return try landmarker.detect(image).instances.flatMap(overlays)
    }
}
