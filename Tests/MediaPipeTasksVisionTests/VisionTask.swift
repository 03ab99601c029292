import Foundation
import LandmarkTestSupport
import MediaPipeTasksVision

/// The four tasks, for tests of what they have in common.
enum VisionTask: String, CaseIterable, Sendable {
    case hand
    case pose
    case face
    case detector

    var model: String {
        switch self {
        case .hand: Fixtures.model("hand_landmarker.task")
        case .pose: Fixtures.model("pose_landmarker_full.task")
        case .face, .detector: Fixtures.model("face_landmarker.task")
        }
    }

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
            }
        options.baseOptions.modelAssetPath = path ?? model
        options.runningMode = mode
        options.listener = delegate
        return options
    }
}

/// What the options of all four tasks have in common.
protocol AnyTaskOptions: TaskOptions {
    var runningMode: RunningMode { get set }
    var listener: Listener? { get set }
    /// The maximum number of objects; nil for the detector.
    var count: Int? { get set }
    var minDetection: Float { get set }
    var minPresence: Float? { get set }
    var minTracking: Float? { get set }

    func makeTask() throws -> any AnyVisionTask
}

/// What all four tasks have in common.
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
    var minDetection: Float {
        get { minHandDetectionConfidence }
        set { minHandDetectionConfidence = newValue }
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
    var minDetection: Float {
        get { minPoseDetectionConfidence }
        set { minPoseDetectionConfidence = newValue }
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
    var minDetection: Float {
        get { minFaceDetectionConfidence }
        set { minFaceDetectionConfidence = newValue }
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
    var minDetection: Float {
        get { minDetectionConfidence }
        set { minDetectionConfidence = newValue }
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
