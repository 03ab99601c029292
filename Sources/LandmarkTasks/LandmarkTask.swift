public import LandmarkCore
public import LandmarkImaging

/// What a `Landmarker` detects, and how: hands, poses, faces, whole people or masks.
///
/// A task turns one image at a time into instances. `Landmarker` adds what all tasks share: running
/// modes, timestamp checks, live streams and locking. A task need not be thread-safe; its
/// landmarker makes one call at a time.
public protocol LandmarkTask: SendableMetatype {
    /// The options of the task.
    associatedtype Options: LandmarkTaskOptions
    /// One detected object.
    associatedtype Instance: Sendable, Hashable, Codable

    /// The name of one instance, such as `hand`.
    static var singular: String { get }
    /// The name of several instances, such as `hands`.
    static var plural: String { get }
    /// The name of each landmark of an instance, in order; empty if the landmarks have no names.
    static var landmarkNames: [String] { get }
    /// The lines to draw between the landmarks of an instance.
    static var connections: [Connection] { get }

    /// The networks of the model bundle that a landmarker with `options` runs, the detector first.
    static func networks(for options: Options) -> [NetworkSpec]

    /// Reads the model and prepares the networks.
    ///
    /// - Throws: `TaskError.invalidOption` for an option out of range; `.modelFile`,
    ///   `.notAFileURL`, `.bundleExpected`, `.unexpectedModel` or `.unusableGeometry` for a model
    ///   that cannot be read or belongs to another task; `.inference` or `.imaging` if a network
    ///   cannot be prepared on the device.
    init(options: Options) throws(TaskError)

    /// Detects instances in an image.
    ///
    /// - Parameters:
    ///   - image: The image, of any format and size.
    ///   - orientation: How the scene is rotated in the image. Results are in the coordinates of
    ///     the unrotated image.
    ///   - timestamp: The time of a frame, above that of the previous call; nil for an independent
    ///     image, which neither uses nor changes the tracking state.
    /// - Throws: `TaskError.imaging` if the image cannot be sampled, `.inference` if a network
    ///   fails.
    mutating func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> LandmarkerResult<Instance>

    /// Discards the tracking state.
    mutating func reset()
}

/// How images reach a landmarker.
public enum RunningMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Independent images.
    case image
    /// The frames of a video, one call per frame, in order; instances are tracked and smoothed.
    case video
    /// Frames of a live source: calls return at once, frames that arrive too fast are dropped, and
    /// results arrive through a closure or an asynchronous sequence.
    case liveStream
}

/// The options that all tasks have.
public protocol LandmarkTaskOptions: Sendable {
    /// The model bundle.
    var model: ModelSource { get set }
    /// How images reach the landmarker.
    var runningMode: RunningMode { get set }
    /// Threads that share the work of a call, at least 1. Results do not depend on their number.
    var threads: Int { get set }
    /// How these threads wait for work. Results do not depend on it.
    var waitPolicy: WaitPolicy { get set }
    /// The device that the networks run on; by default the CPU with its best instruction set.
    var device: ComputeDevice { get set }
    /// The processor that samples images for the networks; by default the CPU. Results do not
    /// depend on it.
    var preprocessor: ImagePreprocessor { get set }
    /// The destination of log messages.
    var logger: Logger { get set }

    /// Creates options with MediaPipe's defaults.
    init(model: ModelSource)
}

/// The options of tasks with a detector.
public protocol DetectionOptions: LandmarkTaskOptions {
    /// Minimum detector score (0…1) for a detection to be accepted.
    var minDetectionConfidence: Float { get set }
}

/// The options of tasks that track instances from frame to frame.
public protocol TrackingOptions: DetectionOptions {
    /// Maximum number of instances to detect, at least 1: `numHands`, `numPoses` or `numFaces`.
    var maxCount: Int { get set }
    /// Presence score (0…1) that an instance must exceed.
    var minPresenceConfidence: Float { get set }
    /// IoU (0…1) above which a tracked and a newly detected region belong to the same instance.
    /// Not used in image mode.
    var minTrackingConfidence: Float { get set }
    /// Which of MediaPipe's pipelines to follow.
    var variant: PipelineVariant { get set }
    /// How often the detector searches for further instances while some are tracked. Not used in image mode.
    var detectionInterval: DetectionInterval { get set }
    /// How landmarks are smoothed from frame to frame.
    var smoothing: Smoothing { get set }
    /// How long, in seconds, an instance that is out of sight keeps its id.
    var trackRetention: Double { get set }
}

extension LandmarkTaskOptions {
    /// Throws `TaskError.invalidOption` if `value` is below 1.
    static func validate(_ value: Int, isAtLeastOne name: String) throws(TaskError) {
        guard value >= 1 else {
            throw .invalidOption(name: name, expected: "at least 1", got: "\(value)")
        }
    }

    /// Throws `TaskError.invalidOption` if `value` is not within 0…1.
    static func validate(_ value: Float, isConfidence name: String) throws(TaskError) {
        guard (0...1).contains(value) else {
            throw .invalidOption(name: name, expected: "within 0…1", got: "\(value)")
        }
    }
}

extension TrackingOptions {
    /// Checks all options except those of a single task; `countName` is the option behind
    /// `maxCount`.
    ///
    /// - Throws: `TaskError.invalidOption`.
    func validate(countName: String) throws(TaskError) {
        try Self.validate(maxCount, isAtLeastOne: countName)
        try Self.validate(minDetectionConfidence, isConfidence: "minDetectionConfidence")
        try Self.validate(minPresenceConfidence, isConfidence: "minPresenceConfidence")
        try Self.validate(minTrackingConfidence, isConfidence: "minTrackingConfidence")
        try Self.validate(threads, isAtLeastOne: "threads")
        try detectionInterval.validate()
        try smoothing.validate()
        guard trackRetention >= 0 else {
            throw .invalidOption(
                name: "trackRetention", expected: "at least 0", got: "\(trackRetention)")
        }
    }
}
