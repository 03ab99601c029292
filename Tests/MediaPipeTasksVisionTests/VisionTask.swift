import Foundation
import LandmarkTestSupport
import MediaPipeTasksVision

/// The tasks, for tests of what they have in common.
enum VisionTask: String, Sendable {
    case hand
    case pose
    case face
    case detector
    case holistic
    case segmenter

    /// The tasks; without the last two if their models are not here, which is reported.
    static let allCases: [VisionTask] =
        [.hand, .pose, .face, .detector]
        + (SolutionsModels.areHere ? [.holistic, .segmenter] : [])

    /// Those that have a presence confidence.
    static let landmarkers = allCases.filter { $0.options(path: "a").minPresence != nil }
    /// Those that have a tracking confidence, and a maximum count.
    static let trackers: [VisionTask] = [.hand, .pose, .face]
    /// Those that have a detection confidence.
    static let detectors = allCases.filter { $0 != .segmenter }

    var model: String {
        switch self {
        case .hand: Fixtures.model("hand_landmarker.task")
        case .pose: Fixtures.model("pose_landmarker_full.task")
        case .face, .detector: Fixtures.model("face_landmarker.task")
        case .holistic: Self.holisticModel
        case .segmenter: SolutionsModels.network("selfie_segmentation")
        }
    }

    /// A bundle of all networks of a holistic landmarker.
    static let holisticModel: String = {
        let networks = [SolutionsModels.pose, SolutionsModels.hands, SolutionsModels.face]
        let all = networks.reduce(into: [:]) { $0.merge($1) { $1 } }
        let file = try? folder.get().put(SolutionsModels.bundle(all), as: "holistic.task")
        return file ?? "/holistic.task cannot be written"
    }()
    private static let folder = Result { try TemporaryFolder() }

    static var isAvailable: Bool {
        Fixtures.available(
            VisionTask.hand.model, VisionTask.pose.model, VisionTask.face.model,
            Fixtures.footage("astronaut.png"))
    }

    /// Creates options of the task with a model and a delegate.
    func options(
        _ mode: RunningMode = .image, path: String? = nil, delegate: Listener? = nil
    ) -> any AnyTaskOptions {
        let options: any AnyTaskOptions =
            switch self {
            case .hand: HandLandmarkerOptions()
            case .pose: PoseLandmarkerOptions()
            case .face: FaceLandmarkerOptions()
            case .detector: FaceDetectorOptions()
            case .holistic: HolisticLandmarkerOptions()
            case .segmenter: ImageSegmenterOptions()
            }
        options.baseOptions.modelAssetPath = path ?? model
        options.runningMode = mode
        options.listener = delegate
        return options
    }
}

/// What the options of all tasks have in common.
protocol AnyTaskOptions: TaskOptions {
    var runningMode: RunningMode { get set }
    var listener: Listener? { get set }
    /// The maximum number of objects; nil, like others, for tasks without this option.
    var count: Int? { get set }
    var minDetection: Float? { get set }
    var minPresence: Float? { get set }
    var minTracking: Float? { get set }

    func makeTask() throws -> any AnyVisionTask
}

/// What all tasks have in common.
protocol AnyVisionTask: NSObject {
    func still(_ image: MPImage) throws -> TaskResult
    func frame(_ image: MPImage, _ milliseconds: Int) throws -> TaskResult
    func push(_ image: MPImage, _ milliseconds: Int) throws
}

extension HandLandmarkerOptions: AnyTaskOptions {
    var listener: Listener? {
        get { handLandmarkerLiveStreamDelegate as? Listener }
        set { handLandmarkerLiveStreamDelegate = newValue }
    }
    var count: Int? {
        get { numHands }
        set { numHands = newValue ?? 1 }
    }
    var minDetection: Float? {
        get { minHandDetectionConfidence }
        set { minHandDetectionConfidence = newValue ?? 0.5 }
    }
    var minPresence: Float? {
        get { minHandPresenceConfidence }
        set { minHandPresenceConfidence = newValue ?? 0.5 }
    }
    var minTracking: Float? {
        get { minTrackingConfidence }
        set { minTrackingConfidence = newValue ?? 0.5 }
    }
    func makeTask() throws -> any AnyVisionTask { try HandLandmarker(options: self) }
}

extension PoseLandmarkerOptions: AnyTaskOptions {
    var listener: Listener? {
        get { poseLandmarkerLiveStreamDelegate as? Listener }
        set { poseLandmarkerLiveStreamDelegate = newValue }
    }
    var count: Int? {
        get { numPoses }
        set { numPoses = newValue ?? 1 }
    }
    var minDetection: Float? {
        get { minPoseDetectionConfidence }
        set { minPoseDetectionConfidence = newValue ?? 0.5 }
    }
    var minPresence: Float? {
        get { minPosePresenceConfidence }
        set { minPosePresenceConfidence = newValue ?? 0.5 }
    }
    var minTracking: Float? {
        get { minTrackingConfidence }
        set { minTrackingConfidence = newValue ?? 0.5 }
    }
    func makeTask() throws -> any AnyVisionTask { try PoseLandmarker(options: self) }
}

extension FaceLandmarkerOptions: AnyTaskOptions {
    var listener: Listener? {
        get { faceLandmarkerLiveStreamDelegate as? Listener }
        set { faceLandmarkerLiveStreamDelegate = newValue }
    }
    var count: Int? {
        get { numFaces }
        set { numFaces = newValue ?? 1 }
    }
    var minDetection: Float? {
        get { minFaceDetectionConfidence }
        set { minFaceDetectionConfidence = newValue ?? 0.5 }
    }
    var minPresence: Float? {
        get { minFacePresenceConfidence }
        set { minFacePresenceConfidence = newValue ?? 0.5 }
    }
    var minTracking: Float? {
        get { minTrackingConfidence }
        set { minTrackingConfidence = newValue ?? 0.5 }
    }
    func makeTask() throws -> any AnyVisionTask { try FaceLandmarker(options: self) }
}

extension FaceDetectorOptions: AnyTaskOptions {
    var listener: Listener? {
        get { faceDetectorLiveStreamDelegate as? Listener }
        set { faceDetectorLiveStreamDelegate = newValue }
    }
    var count: Int? {
        get { nil }
        set {}
    }
    var minDetection: Float? {
        get { minDetectionConfidence }
        set { minDetectionConfidence = newValue ?? 0.5 }
    }
    var minPresence: Float? {
        get { nil }
        set {}
    }
    var minTracking: Float? {
        get { nil }
        set {}
    }
    func makeTask() throws -> any AnyVisionTask { try FaceDetector(options: self) }
}

extension HolisticLandmarkerOptions: AnyTaskOptions {
    var listener: Listener? {
        get { holisticLandmarkerLiveStreamDelegate as? Listener }
        set { holisticLandmarkerLiveStreamDelegate = newValue }
    }
    var count: Int? {
        get { nil }
        set {}
    }
    var minDetection: Float? {
        get { minPoseDetectionConfidence }
        set { minPoseDetectionConfidence = newValue ?? 0.5 }
    }
    var minPresence: Float? {
        get { minPosePresenceConfidence }
        set { minPosePresenceConfidence = newValue ?? 0.5 }
    }
    var minTracking: Float? {
        get { nil }
        set {}
    }
    func makeTask() throws -> any AnyVisionTask { try HolisticLandmarker(options: self) }
}

extension ImageSegmenterOptions: AnyTaskOptions {
    var listener: Listener? {
        get { imageSegmenterLiveStreamDelegate as? Listener }
        set { imageSegmenterLiveStreamDelegate = newValue }
    }
    var count: Int? {
        get { nil }
        set {}
    }
    var minDetection: Float? {
        get { nil }
        set {}
    }
    var minPresence: Float? {
        get { nil }
        set {}
    }
    var minTracking: Float? {
        get { nil }
        set {}
    }
    func makeTask() throws -> any AnyVisionTask { try ImageSegmenter(options: self) }
}

extension HandLandmarker: AnyVisionTask {
    func still(_ image: MPImage) throws -> TaskResult { try detect(image: image) }
    func frame(_ image: MPImage, _ milliseconds: Int) throws -> TaskResult {
        try detect(videoFrame: image, timestampInMilliseconds: milliseconds)
    }
    func push(_ image: MPImage, _ milliseconds: Int) throws {
        try detectAsync(image: image, timestampInMilliseconds: milliseconds)
    }
}

extension PoseLandmarker: AnyVisionTask {
    func still(_ image: MPImage) throws -> TaskResult { try detect(image: image) }
    func frame(_ image: MPImage, _ milliseconds: Int) throws -> TaskResult {
        try detect(videoFrame: image, timestampInMilliseconds: milliseconds)
    }
    func push(_ image: MPImage, _ milliseconds: Int) throws {
        try detectAsync(image: image, timestampInMilliseconds: milliseconds)
    }
}

extension FaceLandmarker: AnyVisionTask {
    func still(_ image: MPImage) throws -> TaskResult { try detect(image: image) }
    func frame(_ image: MPImage, _ milliseconds: Int) throws -> TaskResult {
        try detect(videoFrame: image, timestampInMilliseconds: milliseconds)
    }
    func push(_ image: MPImage, _ milliseconds: Int) throws {
        try detectAsync(image: image, timestampInMilliseconds: milliseconds)
    }
}

extension FaceDetector: AnyVisionTask {
    func still(_ image: MPImage) throws -> TaskResult { try detect(image: image) }
    func frame(_ image: MPImage, _ milliseconds: Int) throws -> TaskResult {
        try detect(videoFrame: image, timestampInMilliseconds: milliseconds)
    }
    func push(_ image: MPImage, _ milliseconds: Int) throws {
        try detectAsync(image: image, timestampInMilliseconds: milliseconds)
    }
}

extension HolisticLandmarker: AnyVisionTask {
    func still(_ image: MPImage) throws -> TaskResult { try detect(image: image) }
    func frame(_ image: MPImage, _ milliseconds: Int) throws -> TaskResult {
        try detect(videoFrame: image, timestampInMilliseconds: milliseconds)
    }
    func push(_ image: MPImage, _ milliseconds: Int) throws {
        try detectAsync(image: image, timestampInMilliseconds: milliseconds)
    }
}

extension ImageSegmenter: AnyVisionTask {
    func still(_ image: MPImage) throws -> TaskResult { try segment(image: image) }
    func frame(_ image: MPImage, _ milliseconds: Int) throws -> TaskResult {
        try segment(videoFrame: image, timestampInMilliseconds: milliseconds)
    }
    func push(_ image: MPImage, _ milliseconds: Int) throws {
        try segmentAsync(image: image, timestampInMilliseconds: milliseconds)
    }
}
