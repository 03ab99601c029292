import LandmarkCore

/// What the options of all tasks have in common, checked.
struct TaskSettings {
    let model: ModelSource
    let count: Int
    let minDetectionConfidence: Float
    let minPresenceConfidence: Float
    let threads: Int
    let kernelLevel: KernelLevel?
    let logger: Logger

    init(_ options: HandLandmarkerOptions) throws(TaskError) {
        try self.init(
            model: options.model, count: options.numHands, countName: "numHands",
            confidences: (
                options.minDetectionConfidence, options.minPresenceConfidence,
                options.minTrackingConfidence
            ),
            threads: options.threads, kernelLevel: options.kernelLevel, logger: options.logger)
    }

    init(_ options: PoseLandmarkerOptions) throws(TaskError) {
        try self.init(
            model: options.model, count: options.numPoses, countName: "numPoses",
            confidences: (
                options.minDetectionConfidence, options.minPresenceConfidence,
                options.minTrackingConfidence
            ),
            threads: options.threads, kernelLevel: options.kernelLevel, logger: options.logger)
    }

    init(_ options: FaceLandmarkerOptions) throws(TaskError) {
        try self.init(
            model: options.model, count: options.numFaces, countName: "numFaces",
            confidences: (
                options.minDetectionConfidence, options.minPresenceConfidence,
                options.minTrackingConfidence
            ),
            threads: options.threads, kernelLevel: options.kernelLevel, logger: options.logger)
    }

    private init(
        model: ModelSource, count: Int, countName: String,
        confidences: (detection: Float, presence: Float, tracking: Float), threads: Int,
        kernelLevel: KernelLevel?, logger: Logger
    ) throws(TaskError) {
        try Self.check(count, isAtLeastOne: countName)
        try Self.check(confidences.detection, isConfidence: "minDetectionConfidence")
        try Self.check(confidences.presence, isConfidence: "minPresenceConfidence")
        try Self.check(confidences.tracking, isConfidence: "minTrackingConfidence")
        try Self.check(threads, isAtLeastOne: "threads")
        self.model = model
        self.count = count
        minDetectionConfidence = confidences.detection
        minPresenceConfidence = confidences.presence
        self.threads = threads
        self.kernelLevel = kernelLevel
        self.logger = logger
    }

    private static func check(_ value: Int, isAtLeastOne name: String) throws(TaskError) {
        guard value >= 1 else {
            throw .invalidOption(name: name, expected: "at least 1", got: "\(value)")
        }
    }

    private static func check(_ value: Float, isConfidence name: String) throws(TaskError) {
        guard (0...1).contains(value) else {
            throw .invalidOption(name: name, expected: "within 0…1", got: "\(value)")
        }
    }
}
