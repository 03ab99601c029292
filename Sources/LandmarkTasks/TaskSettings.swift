import LandmarkCore

/// What the options of all tasks have in common, checked.
struct TaskSettings {
    let model: ModelSource
    let count: Int
    let minDetectionConfidence: Float
    let minPresenceConfidence: Float
    let minTrackingConfidence: Float
    let smoothing: Smoothing
    let trackRetention: Duration
    let threads: Int
    let device: ComputeDevice
    let logger: Logger

    init(_ options: some LandmarkerOptions) throws(TaskError) {
        try Self.check(options.count.value, isAtLeastOne: options.count.name)
        try Self.check(options.minDetectionConfidence, isConfidence: "minDetectionConfidence")
        try Self.check(options.minPresenceConfidence, isConfidence: "minPresenceConfidence")
        try Self.check(options.minTrackingConfidence, isConfidence: "minTrackingConfidence")
        try Self.check(options.threads, isAtLeastOne: "threads")
        try Self.check(options.smoothing)
        guard options.trackRetention >= .zero else {
            throw .invalidOption(
                name: "trackRetention", expected: "at least 0", got: "\(options.trackRetention)")
        }
        model = options.model
        count = options.count.value
        minDetectionConfidence = options.minDetectionConfidence
        minPresenceConfidence = options.minPresenceConfidence
        minTrackingConfidence = options.minTrackingConfidence
        smoothing = options.smoothing
        trackRetention = options.trackRetention
        threads = options.threads
        device = options.device
        logger = options.logger
    }

    /// A detector finds all there is and follows nothing.
    init(_ options: FaceDetectorOptions) throws(TaskError) {
        try Self.check(options.minDetectionConfidence, isConfidence: "minDetectionConfidence")
        try Self.check(options.minSuppressionThreshold, isConfidence: "minSuppressionThreshold")
        try Self.check(options.threads, isAtLeastOne: "threads")
        model = options.model
        count = .max
        minDetectionConfidence = options.minDetectionConfidence
        minPresenceConfidence = 0
        minTrackingConfidence = 0
        smoothing = .off
        trackRetention = .zero
        threads = options.threads
        device = options.device
        logger = options.logger
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

    private static func check(_ smoothing: Smoothing) throws(TaskError) {
        guard case .oneEuro(let minCutoff, let beta) = smoothing else { return }
        guard minCutoff > 0, minCutoff.isFinite else {
            throw .invalidOption(
                name: "smoothing minCutoff", expected: "above 0", got: "\(minCutoff)")
        }
        guard beta >= 0, beta.isFinite else {
            throw .invalidOption(name: "smoothing beta", expected: "at least 0", got: "\(beta)")
        }
    }
}
